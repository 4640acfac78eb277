import type { Db } from '../../../platform/db/db.ts';
import { refuse } from '../../../platform/refusal.ts';
import { looksOf } from './looks-of.ts';
import { hasLookalike, lockLooks, addLooks } from './looks.sql.ts';

/**
 * Records what a user's new name looks like. Refuses a name that looks like one that another user has or had
 * (nameConfusable): whoever knows the former name must not find somebody else under it. Runs in the transaction that
 * sets the name.
 */
export async function takeUsername(db: Db, userId: bigint, username: string): Promise<void> {
  const looks = looksOf(username);
  await lockLooks(db, looks);
  if (await hasLookalike(db, looks, userId)) refuse('nameConfusable');
  await addLooks(db, userId, looks);
}
