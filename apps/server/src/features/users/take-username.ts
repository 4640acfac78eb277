import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/refusal.ts';
import type { Ctx } from '../../platform/context.ts';
import { findUserByUsername, foldName } from './users.sql.ts';
import unhomoglyph from 'unhomoglyph';
import { sql } from 'kysely';
import { textArray } from '../../platform/db/arrays.ts';

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

/** Whether a username is free, in whatever spelling, and looks like no other. */
export async function checkUsername({ db }: Ctx, username: string): Promise<{ available: boolean }> {
  const isTaken = (await findUserByUsername(db, username)) !== undefined;
  return { available: !isTaken && !(await hasLookalike(db, looksOf(username), null)) };
}

/**
 * What a username looks like, by Unicode's list of confusable characters (UTS 39): as it is written, and in small
 * letters. Two names that share a look are confusable.
 */
const looksOf = (username: string): string[] => [
  ...new Set([lookOf(username.normalize('NFKC')), lookOf(foldName(username))]),
];

const lookOf = (name: string): string => foldName(unhomoglyph(name.normalize('NFD')));

/** Whether another user's name has one of these looks. */
async function hasLookalike(db: Db, looks: readonly string[], exceptId: bigint | null): Promise<boolean> {
  const { rows } = await sql`
    select 1 from username_looks where look = any(${textArray(looks)}::text[])
      and user_id is distinct from ${exceptId}::bigint limit 1`.execute(db);
  return rows.length > 0;
}

/** Serialises those who take one of these looks until the transaction ends. In a fixed order, so that none deadlock. */
async function lockLooks(db: Db, looks: readonly string[]): Promise<void> {
  for (const look of looks.toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`username ${look}`}, 0))`.execute(db);
}

async function addLooks(db: Db, userId: bigint, looks: readonly string[]): Promise<void> {
  await db
    .insertInto('username_looks')
    .values(looks.map((look) => ({ look, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
