import type { Language } from '@portside/contract';
import type { Actor } from './actor.ts';
import type { Clock } from './clock.ts';
import { transaction, type Db } from './db/db.ts';
import type { EventBus } from './events.ts';
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
  /** The request's IP address; empty for the system. */
  readonly address: string;
  /** Test money: nothing needs a second person. */
  readonly isSandbox: boolean;
  /** The language of the answer's texts. */
  readonly language: Language;
  readonly events: Events;
  readonly live: Pick<Live, 'publish' | 'now'>;
  readonly keyring: Keyring;
  /** The shop's public URL, without a trailing slash. */
  readonly publicUrl: string;
};

export type Events = EventBus<Ctx>;

/**
 * Runs a step in one transaction; a step within a step joins it. Live events are published after the commit, so that
 * no one sees what was rolled back.
 */
export async function inTransaction<T>(ctx: Ctx, step: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return step(ctx);
  const published: [publication: Publication, at: number][] = [];
  const now = (): number => ctx.live.now();
  const live = { now, publish: (publication: Publication) => void published.push([publication, now()]) };
  const result = await transaction(ctx.db, (db) => {
    published.length = 0;
    return step({ ...ctx, db, live });
  });
  published.forEach(([publication, at]) => ctx.live.publish(publication, at));
  return result;
}
