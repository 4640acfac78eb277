import type { ReportState } from '@portside/contract';
import type { Generated, Insertable, Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { afterPosition, directionOf, type IdPosition } from '../../platform/lists/by-id.ts';
import { toBacklog, type Backlog } from '../../platform/backlog.ts';
import { foldName } from '../users/index.ts';

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
  /** Null while it is open, and where the shop itself settled it. */
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

/** With the name of the admin who settled it; null where none did. */
export type ReportRow = Selectable<ReportsTable> & { readonly admin: string | null };

const selectReports = (db: Db) =>
  db
    .selectFrom('reports')
    .leftJoin('users as admin', 'admin.id', 'reports.settled_by')
    .selectAll('reports')
    .select('admin.username as admin');

type Filter = {
  readonly state: ReportState | undefined;
  /** The e-mail address begins with it. */
  readonly start: string | undefined;
  readonly position: IdPosition;
};

export const listReportRows = (
  db: Db,
  { state, start, position }: Filter,
  limit: number,
): Promise<ReportRow[]> =>
  selectReports(db)
    .$if(state !== undefined, (query) => query.where('reports.state', '=', state!))
    .$if(start !== undefined, (query) =>
      query.where('reports.email_key', 'like', `${foldName(start!).replace(/[\\%_]/g, '\\$&')}%`),
    )
    .where(afterPosition('reports.id', position))
    .orderBy('reports.id', directionOf(position))
    .limit(limit)
    .execute();

export const getReport = (db: Db, id: bigint): Promise<ReportRow> =>
  selectReports(db).where('reports.id', '=', id).executeTakeFirstOrThrow();

/** Whether there is one, open or decided. */
export async function hasReport(db: Db, id: bigint): Promise<boolean> {
  const row = await db.selectFrom('reports').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Held to the end of the transaction. */
export const lockReport = (db: Db, id: bigint): Promise<Selectable<ReportsTable> | undefined> =>
  db.selectFrom('reports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** How many takedown requests are open, and since when the oldest waits; null where none is. */
export async function countOpenReports(db: Db): Promise<Backlog | null> {
  const row = await db
    .selectFrom('reports')
    .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.min('created_at').as('since')])
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return toBacklog({ count: Number(row.count), since: row.since });
}

export async function countReportsFrom(db: Db, address: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('reports')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('address', '=', address)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertReport(db: Db, report: Insertable<ReportsTable>): Promise<void> {
  await db.insertInto('reports').values(report).execute();
}

export async function settleReportRow(
  db: Db,
  id: bigint,
  settled: Pick<Selectable<ReportsTable>, 'state' | 'settled_by' | 'settled_at' | 'reason' | 'withdrawn'>,
): Promise<void> {
  await db.updateTable('reports').set(settled).where('id', '=', id).execute();
}
