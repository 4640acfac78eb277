import type { AdminGoods, Network } from '@portside/contract';
import type { Devchain } from '@portside/devchain';
import type { MovingClock } from './moving-clock.ts';
import type { Person, ShopCaller } from './shop-caller.ts';

export type HistoryParts = {
  readonly caller: ShopCaller;
  readonly clock: MovingClock;
  readonly devchain: Pick<Devchain, 'chains' | 'replay'>;
  /** Reads everything new of a network's chain, and credits what became final. */
  readonly follow: (network: Network) => Promise<void>;
  /** Records which products ran out of stock or have some again. */
  readonly watchStock: () => Promise<void>;
  readonly owner: Person;
  /** The second owner. */
  readonly colleague: Person;
  readonly agent: Person;
  /** When the history ends. */
  readonly now: Date;
};

/** One run of the history, and what its days have in common. */
export type History = HistoryParts & {
  readonly random: () => number;
  readonly people: ReadonlyMap<string, Person>;
  readonly goods: readonly AdminGoods[];
  /** What is left of each product, by id. */
  readonly stock: Map<string, number>;
  readonly invitationCode: string;
  /** The moment of that day at which a share of it has passed. */
  at(day: number, share: number): Date;
};
