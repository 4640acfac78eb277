import type { Insertable, Selectable, Generated } from 'kysely';
import type { Db } from './db/db.ts';

/** Records a completed backup. */
export async function recordBackup(db: Db, backup: Insertable<BackupsTable>): Promise<void> {
  await db.insertInto('backups').values(backup).execute();
}

export const readNewestBackup = (db: Db): Promise<Selectable<BackupsTable> | undefined> =>
  db.selectFrom('backups').selectAll().orderBy('taken_at', 'desc').limit(1).executeTakeFirst();

/** A recorded backup. */
type BackupsTable = {
  id: Generated<bigint>;
  taken_at: Date;
  /** A file, a host, the name of a tool. */
  place: string;
  /** Null if its maker did not say. */
  bytes: bigint | null;
};

declare module './db/db.ts' {
  interface Database {
    backups: BackupsTable;
  }
}
