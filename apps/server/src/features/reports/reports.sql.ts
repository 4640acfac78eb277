import type { ReportState } from '@portside/contract';
import type { Generated, Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { toBacklog, type Backlog } from '../../platform/backlog.ts';

type ReportsTable = {
  id: Generated<bigint>;
  email: string;
  email_key: string;
  subject: string;
  explanation: string;
  state: Generated<ReportState>;
  /** The address block that it was sent from. */
  address: string;
  created_at: Date;
  /** Null while it is open, and if the shop itself settled it. */
  settled_by: bigint | null;
  settled_at: Date | null;
  reason: string | null;
  /** How many accounts it took off sale. */
  withdrawn: Generated<number>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    reports: ReportsTable;
  }
}

/** With the name of the admin who settled it; null if none did. */
export type ReportRow = Selectable<ReportsTable> & { readonly admin: string | null };

/** With that name, for each list to narrow. */
export const selectReports = (db: Db) =>
  db
    .selectFrom('reports')
    .leftJoin('users as admin', 'admin.id', 'reports.settled_by')
    .selectAll('reports')
    .select('admin.username as admin');

export const getReport = (db: Db, id: bigint): Promise<ReportRow> =>
  selectReports(db).where('reports.id', '=', id).executeTakeFirstOrThrow();

export const findReport = (db: Db, id: bigint): Promise<ReportRow | undefined> =>
  selectReports(db).where('reports.id', '=', id).executeTakeFirst();

/** Whether there is one, open or decided. */
export async function hasReport(db: Db, id: bigint): Promise<boolean> {
  const row = await db.selectFrom('reports').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** How many takedown requests are open, and since when the oldest waits; null if none is. */
export async function countOpenReports(db: Db): Promise<Backlog | null> {
  const row = await db
    .selectFrom('reports')
    .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.min('created_at').as('since')])
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return toBacklog({ count: Number(row.count), since: row.since });
}
