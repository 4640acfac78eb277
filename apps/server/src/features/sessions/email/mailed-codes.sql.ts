import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { MailedCodesTable } from '../sessions.tables.ts';

export type MailedCodeRow = Selectable<MailedCodesTable>;

/**
 * Codes that are counted together: by the user for a change of address; for password resets by the address and who
 * asked, so that nobody uses up another's attempts.
 */
type CodeKey =
  | { readonly purpose: 'password'; readonly emailKey: string; readonly requestHash: string }
  | { readonly purpose: 'password'; readonly emailKey: string; readonly network: string }
  | { readonly purpose: 'email'; readonly userId: bigint };

type CodeOrigin = Pick<MailedCodeRow, 'purpose' | 'email_key' | 'user_id' | 'network'>;

/** Serialises requests with the same key until the transaction ends. */
export async function lockCodes(db: Db, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
}

/**
 * When codes of that purpose were requested, newest first: for a change of address by that user or for that address,
 * for a password reset for that address from that network.
 */
export async function listRequestTimes(
  db: Db,
  { purpose, email_key, user_id, network }: CodeOrigin,
  since: Date,
): Promise<Date[]> {
  const rows = await db
    .selectFrom('mailed_codes')
    .select('created_at')
    .where('purpose', '=', purpose)
    .where((is) =>
      purpose === 'email'
        ? is.or([is('email_key', '=', email_key), is('user_id', '=', user_id)])
        : is.and([is('email_key', '=', email_key), is('network', '=', network)]),
    )
    .where('created_at', '>', since)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => row.created_at);
}

/** From which networks a reset code was mailed to that address, one entry a mail. */
export async function listMailedNetworks(db: Db, emailKey: string, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('mailed_codes')
    .select('network')
    .where('purpose', '=', 'password')
    .where('email_key', '=', emailKey)
    .where('user_id', 'is not', null)
    .where('created_at', '>', since)
    .execute();
  return rows.map(({ network }) => network);
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
          key.purpose === 'email'
            ? is('user_id', '=', key.userId)
            : is.and([
                is('email_key', '=', key.emailKey),
                'network' in key ? is('network', '=', key.network) : is('request_hash', '=', key.requestHash),
              ]),
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
