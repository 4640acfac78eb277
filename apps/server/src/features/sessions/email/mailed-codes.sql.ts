import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { MailedCodesTable } from '../sessions.tables.ts';

export type MailedCodeRow = Selectable<MailedCodesTable>;

/** Codes that are counted together: by the address for password resets, by the user for a change of address. */
export type CodeKey =
  | { readonly purpose: 'password'; readonly emailKey: string }
  | { readonly purpose: 'email'; readonly userId: bigint };

/** Serialises requests with the same key until the transaction ends. */
export async function lockCodes(db: Db, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
}

/** When codes of that purpose were requested for that address, or by that user, newest first. */
export async function listRequestTimes(
  db: Db,
  { purpose, email_key, user_id }: Pick<MailedCodeRow, 'purpose' | 'email_key' | 'user_id'>,
  since: Date,
): Promise<Date[]> {
  const rows = await db
    .selectFrom('mailed_codes')
    .select('created_at')
    .where('purpose', '=', purpose)
    .where((is) =>
      is.or([is('email_key', '=', email_key), ...(purpose === 'email' ? [is('user_id', '=', user_id)] : [])]),
    )
    .where('created_at', '>', since)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => row.created_at);
}

export async function insertCode(db: Db, code: Insertable<MailedCodesTable>): Promise<bigint> {
  const { id } = await db.insertInto('mailed_codes').values(code).returning('id').executeTakeFirstOrThrow();
  return id;
}

export const findCode = (db: Db, id: bigint): Promise<MailedCodeRow | undefined> =>
  db.selectFrom('mailed_codes').selectAll().where('id', '=', id).executeTakeFirst();

/** Sets the hash of a code that is still valid; undefined where the request has ended or has no user. */
export const setCodeHash = (
  db: Db,
  id: bigint,
  codeHash: string,
  now: Date,
): Promise<MailedCodeRow | undefined> =>
  db
    .updateTable('mailed_codes')
    .set({ code_hash: codeHash })
    .where('id', '=', id)
    .where('user_id', 'is not', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();

/** Counts an attempt against the newest code with that key and returns the code. */
export const countCodeAttempt = (db: Db, key: CodeKey): Promise<MailedCodeRow | undefined> =>
  db
    .updateTable('mailed_codes')
    .set({ tries: sql`tries + 1` })
    .where('id', '=', (query) =>
      query
        .selectFrom('mailed_codes')
        .select('id')
        .where('purpose', '=', key.purpose)
        .where((is) =>
          key.purpose === 'password' ? is('email_key', '=', key.emailKey) : is('user_id', '=', key.userId),
        )
        .orderBy('id', 'desc')
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst();

/** False where the code was used meanwhile. */
export async function markCodeUsed(db: Db, id: bigint, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('mailed_codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteCodesBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('mailed_codes').where('created_at', '<', time).execute();
}
