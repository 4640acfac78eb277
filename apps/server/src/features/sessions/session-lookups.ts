import { BatchQueue } from '../../platform/batch-queue.ts';
import type { Db } from '../../platform/db/db.ts';
import { findSignedIn, type SignedInRow } from './sessions.sql.ts';
import { hashToken } from './tokens.ts';

type Lookup = {
  readonly token: string;
  readonly resolve: (row: SignedInRow | undefined) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Looks up the sessions of all calls that arrive in one turn of the event loop, or while the query before is under way,
 * in one query: a query costs more than what a call does otherwise. Nothing is kept, and each query begins after the
 * calls that it serves have arrived, so a change that was committed before a call always holds for it, in every process.
 */
const queueLookups = (db: Db): BatchQueue<Lookup> =>
  new BatchQueue(async (lookups) => {
    const tokens = [...new Set(lookups.map(({ token }) => token))];
    try {
      const rows = await findSignedIn(db, tokens.map(hashToken));
      const found = new Map(tokens.map((token, at) => [token, rows[at]]));
      for (const { token, resolve } of lookups) resolve(found.get(token));
    } catch (error) {
      for (const { reject } of lookups) reject(error);
    }
  });

const queues = new WeakMap<Db, BatchQueue<Lookup>>();

/** The session of a token with its user and role, as they are now; undefined for an unknown token. */
export function lookUpSession(db: Db, token: string): Promise<SignedInRow | undefined> {
  let queue = queues.get(db);
  if (!queue) queues.set(db, (queue = queueLookups(db)));
  const { promise, ...settle } = Promise.withResolvers<SignedInRow | undefined>();
  queue.add({ token, ...settle });
  return promise;
}
