import { BatchQueue } from '../../platform/batch-queue.ts';
import type { Db } from '../../platform/db/db.ts';
import { findSignedIn, type SignedInRow } from './sessions.sql.ts';
import { hashToken } from './tokens.ts';

type Lookups = BatchQueue<string, SignedInRow | undefined>;

/**
 * Looks up the sessions of all calls that arrive in one turn of the event loop, or while the query before is under way,
 * in one query: a query costs more than what a call does otherwise. Nothing is kept, and each query begins after the
 * calls that it serves have arrived, so a change that was committed before a call always holds for it, in every process.
 */
const queueLookups = (db: Db): Lookups =>
  new BatchQueue(async (asked) => {
    const tokens = [...new Set(asked)];
    const rows = await findSignedIn(db, tokens.map(hashToken));
    const found = new Map(tokens.map((token, at) => [token, rows[at]]));
    return asked.map((token) => found.get(token));
  });

const queues = new WeakMap<Db, Lookups>();

/** The session of a token with its user and role, as they are now; undefined for an unknown token. */
export function lookUpSession(db: Db, token: string): Promise<SignedInRow | undefined> {
  let queue = queues.get(db);
  if (!queue) queues.set(db, (queue = queueLookups(db)));
  return queue.submit(token);
}
