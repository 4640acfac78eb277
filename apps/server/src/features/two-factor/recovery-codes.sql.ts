import type { Db } from '../../platform/db/db.ts';

/** Stores these in place of all that are left. */
export async function replaceRecoveryCodeHashes(
  db: Db,
  userId: bigint,
  hashes: readonly string[],
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

/** Uses a code up; false where there is no such code any more. */
export async function consumeRecoveryCode(db: Db, userId: bigint, hash: string): Promise<boolean> {
  const row = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Codes that were not used yet. */
export async function countRecoveryCodes(db: Db, userId: bigint): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
