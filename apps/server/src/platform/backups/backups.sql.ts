import './backups.tables.ts';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../db/db.ts';
import type { BackupsTable } from './backups.tables.ts';

/** Tells the shop of a backup that is complete. */
export async function recordBackup(db: Db, backup: Insertable<BackupsTable>): Promise<void> {
  await db.insertInto('backups').values(backup).execute();
}

export const readNewestBackup = (db: Db): Promise<Selectable<BackupsTable> | undefined> =>
  db.selectFrom('backups').selectAll().orderBy('taken_at', 'desc').limit(1).executeTakeFirst();
