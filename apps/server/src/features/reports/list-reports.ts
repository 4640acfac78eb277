import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { cutPage, readIdPosition } from '../../platform/http/page-by-id.ts';
import { presentReport } from './reports.present.ts';
import { countOpenReports, listReportRows } from './reports.sql.ts';

/** Takedown requests, newest first unless another sort is asked for. */
export async function listReports(ctx: Ctx, { query }: Input<'listReports'>): Promise<Data<'listReports'>> {
  requireAction(ctx.actor, 'report.read');
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
