import type { Data, Input, Report } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { afterPosition, cutPage, directionOf, readIdPosition } from '../../platform/lists/by-id.ts';
import { prefixPattern } from '../../platform/lists/pages.ts';
import { foldName } from '../users/index.ts';
import { countOpenReports, selectReports, type ReportRow } from './reports.sql.ts';
import type { FastifyReply } from 'fastify';
import { fieldColumns, sendList } from '../../platform/http/send-list.ts';

/** Takedown requests, newest first unless another sort is asked for. */
export async function listReports(ctx: Ctx, { query }: Input<'listReports'>): Promise<Data<'listReports'>> {
  const { state, q: start } = query;
  const position = readIdPosition(query);
  const rows = await selectReports(ctx.db)
    .$if(state !== undefined, (found) => found.where('reports.state', '=', state!))
    .$if(start !== undefined, (found) =>
      found.where('reports.email_key', 'like', prefixPattern(foldName(start!))),
    )
    .where(afterPosition('reports.id', position))
    .orderBy('reports.id', directionOf(position))
    .limit(query.limit + 1)
    .execute();
  const { shown, nextCursor } = cutPage(rows, query.limit, query.sort);
  return {
    items: shown.map(presentReport),
    next_cursor: nextCursor,
    total: null,
    open: (await countOpenReports(ctx.db))?.count ?? 0,
  };
}

const COLUMNS = fieldColumns<Report>(
  'id',
  'created_at',
  'email',
  'subject',
  'explanation',
  'state',
  'settled_at',
  'settled_by',
  'reason',
  'withdrawn',
);

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
