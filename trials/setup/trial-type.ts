import type { Buyer } from './load/call.ts';
import type { Journal } from './load/journal.ts';
import type { Keys } from './open-shop.ts';
import type { Random } from './random.ts';
import type { Launched, Server } from './server.ts';
import type { Services } from './services.ts';
import type { Target } from './target.ts';

/** One shop with its buyers, on a database of its own. */
export type Trial = Omit<Services, 'stop'> & {
  readonly random: Random;
  readonly target: Target;
  readonly keys: Keys;
  readonly goods: readonly string[];
  readonly buyers: readonly Buyer[];
  readonly journal: Journal;
  /** Starts the shop; `crashAt` names where it kills itself, `settings` are added to its environment. */
  start(crashAt?: string, settings?: Readonly<Record<string, string>>): Promise<Server>;
  /** Starts one process of the shop on that port and does not wait until it answers. */
  launch(port: number): Launched;
};
