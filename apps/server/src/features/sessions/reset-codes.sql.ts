import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { ResetCodesTable } from './sessions.tables.ts';

export type ResetCodeRow = Selectable<ResetCodesTable>;

/** One request for an e-mail address at a time, known or not; held until the transaction ends. */
export async function lockEmail(db: Db, emailKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${emailKey}, 0))`.execute(db);
}

/** When codes were asked for that address, newest first. */
export async function listRequestTimes(db: Db, emailKey: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('reset_codes')
    .select('created_at')
    .where('email_key', '=', emailKey)
    .where('created_at', '>', since)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => row.created_at);
}

export async function insertResetCode(db: Db, code: Insertable<ResetCodesTable>): Promise<bigint> {
  const { id } = await db.insertInto('reset_codes').values(code).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Gives a code that is still good its hash; undefined where there is none to give to. */
export const setCodeHash = (
  db: Db,
  id: bigint,
  codeHash: string,
  now: Date,
): Promise<ResetCodeRow | undefined> =>
  db
    .updateTable('reset_codes')
    .set({ code_hash: codeHash })
    .where('id', '=', id)
    .where('user_id', 'is not', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();

/** Counts a try against the newest code of that address, and tells the code. */
export const countCodeTry = (db: Db, emailKey: string): Promise<ResetCodeRow | undefined> =>
  db
    .updateTable('reset_codes')
    .set({ tries: sql`tries + 1` })
    .where('id', '=', (query) =>
      query
        .selectFrom('reset_codes')
        .select('id')
        .where('email_key', '=', emailKey)
        .orderBy('id', 'desc')
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst();

/** False where the code was used in the meantime. */
export async function useCode(db: Db, id: bigint, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('reset_codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteCodesBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('reset_codes').where('created_at', '<', time).execute();
}
