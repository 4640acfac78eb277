import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { MailedAuditHeadsTable } from './audit.tables.ts';

export type MailedHead = Selectable<MailedAuditHeadsTable>;

export const findLastHead = (db: Db): Promise<MailedHead | undefined> =>
  db.selectFrom('mailed_audit_heads').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();

export const getHead = (db: Db, id: bigint): Promise<MailedHead | undefined> =>
  db.selectFrom('mailed_audit_heads').selectAll().where('id', '=', id).executeTakeFirst();

export const findHeadOf = (db: Db, entryId: bigint): Promise<MailedHead | undefined> =>
  db
    .selectFrom('mailed_audit_heads')
    .selectAll()
    .where('entry_id', '=', entryId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

export const insertHead = async (
  db: Db,
  head: { readonly entry_id: bigint; readonly hash: Buffer; readonly at: Date },
): Promise<bigint> =>
  (await db.insertInto('mailed_audit_heads').values(head).returning('id').executeTakeFirstOrThrow()).id;

export async function markHeadSent(db: Db, id: bigint, now: Date): Promise<void> {
  await db.updateTable('mailed_audit_heads').set({ telegram_at: now }).where('id', '=', id).execute();
}
