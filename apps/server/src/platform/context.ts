import type { Language } from '@portside/contract';
import type { Actor } from './actor.ts';
import type { Clock } from './clock.ts';
import { transaction, type Db } from './db/db.ts';
import type { EventBus } from './events.ts';
import { momentNs } from './hub/hub-link.ts';
import type { Keyring } from './keyring.ts';
import type { Live, Publication } from './live/live.ts';
import type { Log } from './log.ts';

/** What every verb gets. `db` is the pool, or the transaction the verb runs in. */
export type Ctx = {
  readonly actor: Actor;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly requestId: string;
  /** Where the request came from; empty where the shop itself acts. */
  readonly address: string;
  /** Play money: nothing waits for a second person. */
  readonly isSandbox: boolean;
  /** In which texts of several languages are answered. */
  readonly language: Language;
  readonly events: Events;
  readonly live: Pick<Live, 'publish'>;
  readonly keyring: Keyring;
  /** The address that buyers see, without a slash at the end. */
  readonly publicUrl: string;
};

export type Events = EventBus<Ctx>;

/**
 * One business step, one transaction. A step inside a step joins it. What is published to the
 * live streams goes out after the commit only, so that nobody sees what was rolled back.
 */
export async function inTransaction<T>(ctx: Ctx, step: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return step(ctx);
  const published: [publication: Publication, at: number][] = [];
  const live = { publish: (publication: Publication) => void published.push([publication, momentNs()]) };
  const result = await transaction(ctx.db, (db) => {
    published.length = 0;
    return step({ ...ctx, db, live });
  });
  published.forEach(([publication, at]) => ctx.live.publish(publication, at));
  return result;
}
