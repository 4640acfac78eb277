import type { Data, Input, Report } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { cutPage, readIdPosition } from '../../platform/lists/by-id.ts';
import { countOpenReports, listReportRows, type ReportRow } from './reports.sql.ts';
import type { FastifyReply } from 'fastify';
import { sendList, type Columns } from '../../platform/http/send-list.ts';

/** Takedown requests, newest first unless another sort is asked for. */
export async function listReports(ctx: Ctx, { query }: Input<'listReports'>): Promise<Data<'listReports'>> {
  const filter = { state: query.state, start: query.q, position: readIdPosition(query) };
  const rows = await listReportRows(ctx.db, filter, query.limit + 1);
  const { shown, nextCursor } = cutPage(rows, query.limit, query.sort);
  return {
    items: shown.map(presentReport),
    next_cursor: nextCursor,
    total: null,
    open: (await countOpenReports(ctx.db))?.count ?? 0,
  };
}

const COLUMNS: Columns<Report> = {
  id: (report) => report.id,
  created_at: (report) => report.created_at,
  email: (report) => report.email,
  subject: (report) => report.subject,
  explanation: (report) => report.explanation,
  state: (report) => report.state,
  settled_at: (report) => report.settled_at,
  settled_by: (report) => report.settled_by,
  reason: (report) => report.reason,
  withdrawn: (report) => report.withdrawn,
};

/** The takedown requests that pass a filter as a CSV file, newest first. */
export const exportReports = (
  ctx: Ctx,
  { query }: Input<'exportReports'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: 'takedown-requests',
    action: 'report.export',
    subject: 'report',
    query,
    columns: COLUMNS,
    readPage: (page) => listReports(ctx, { query: { ...query, ...page } }),
  });

export const presentReport = (row: ReportRow): Report => ({
  id: row.id.toString(),
  email: row.email,
  subject: row.subject,
  explanation: row.explanation,
  state: row.state,
  created_at: row.created_at.toISOString(),
  settled_by: row.admin,
  settled_at: row.settled_at?.toISOString() ?? null,
  reason: row.reason,
  withdrawn: row.withdrawn,
});
