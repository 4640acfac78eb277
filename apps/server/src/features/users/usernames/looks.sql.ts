import { sql } from 'kysely';
import { textArray } from '../../../platform/db/arrays.ts';
import type { Db } from '../../../platform/db/db.ts';

/** Whether another user's name has one of these looks. */
export async function hasLookalike(
  db: Db,
  looks: readonly string[],
  exceptId: bigint | null,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from username_looks where look = any(${textArray(looks)}::text[])
      and user_id is distinct from ${exceptId}::bigint limit 1`.execute(db);
  return rows.length > 0;
}

/** Serialises those who take one of these looks until the transaction ends. In a fixed order, so that none deadlock. */
export async function lockLooks(db: Db, looks: readonly string[]): Promise<void> {
  for (const look of looks.toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`username ${look}`}, 0))`.execute(db);
}

export async function addLooks(db: Db, userId: bigint, looks: readonly string[]): Promise<void> {
  await db
    .insertInto('username_looks')
    .values(looks.map((look) => ({ look, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Users whose name's looks are not recorded yet. */
export const listUsersWithoutLooks = (db: Db, limit: number): Promise<{ id: bigint; username: string }[]> =>
  db
    .selectFrom('users')
    .leftJoin('username_looks', 'username_looks.user_id', 'users.id')
    .select(['users.id', 'users.username'])
    .where('username_looks.user_id', 'is', null)
    .orderBy('users.id')
    .limit(limit)
    .execute();
