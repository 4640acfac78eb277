import type { Language } from '@portside/contract';
import type { Actor } from './actor.ts';
import type { Clock } from './clock.ts';
import { shortTransaction, transaction, type Db, type Ending } from './db/db.ts';
import type { EventBus } from './events.ts';
import type { Keyring } from './keys/keyring.ts';
import type { Change, Live, Publication } from './live.ts';
import type { Log } from './log.ts';

/** What every use case gets. `db` is the pool, or the transaction that it runs in. */
export type Ctx = {
  readonly actor: Actor;
  readonly db: Db;
  readonly clock: Clock;
  /** Names the request or the job in each line. */
  readonly log: Log;
  /** For work that several requests share: names none of them. */
  readonly processLog: Log;
  readonly requestId: string;
  /** The request's IP address; empty for the system. */
  readonly address: string;
  /** Test money: no waiting periods. */
  readonly isSandbox: boolean;
  /** The language of the answer's texts. */
  readonly language: Language;
  readonly events: Events;
  readonly live: Pick<Live, 'publish' | 'changed'>;
  readonly keyring: Keyring;
  /** The shop's public URL, without a trailing slash. */
  readonly publicUrl: string;
  /** Where what is audited waits for the end of its transaction (`auditAtEnd`). */
  readonly auditLater?: (record: () => Promise<unknown>) => void;
};

/** The context of a call whose caller is being authenticated. */
export type RequestCtx = Omit<Ctx, 'actor'> & { actor: Actor };

export type Events = EventBus<Ctx>;

/**
 * Runs a step in one transaction; a step within a step joins it. Live events are published after the commit, so that
 * no one sees what was rolled back.
 */
export async function inTransaction<T>(ctx: Ctx, step: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return step(ctx);
  return publishAfterwards(ctx, (withLive) => transaction(ctx.db, (db) => step(withLive(db))));
}

/** The same in a transaction of two round trips (see `shortTransaction`); it joins no other. */
export const inShortTransaction = <T>(ctx: Ctx, step: (ctx: Ctx) => Promise<Ending<T>>): Promise<T> =>
  publishAfterwards(ctx, (withLive) => shortTransaction(ctx.db, (db) => step(withLive(db))));

/** `withLive` makes the context of one attempt: what the attempts before it published is dropped. */
async function publishAfterwards<T>(ctx: Ctx, run: (withLive: (db: Db) => Ctx) => Promise<T>): Promise<T> {
  const published: [publication: Publication, at: number][] = [];
  const changes = new Set<Change>();
  const live = {
    publish: (publication: Publication) => void published.push([publication, Date.now()]),
    changed: (change: Change) => void changes.add(change),
  };
  const result = await run((db) => {
    published.length = 0;
    changes.clear();
    return { ...ctx, db, live };
  });
  changes.forEach((change) => ctx.live.changed(change));
  published.forEach(([publication, at]) => ctx.live.publish(publication, at));
  return result;
}
