import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { cutPage, readIdPosition } from '../../platform/http/page-by-id.ts';
import { presentReport } from './reports.present.ts';
import { countOpenReports, listReportRows } from './reports.sql.ts';

/** Reports of rightful owners, newest first unless asked otherwise. */
export async function listReports(ctx: Ctx, { query }: Input<'listReports'>): Promise<Data<'listReports'>> {
  requireAction(ctx.actor, 'report.read');
  const filter = { state: query.state, start: query.q, place: readIdPosition(query) };
  const rows = await listReportRows(ctx.db, filter, query.limit + 1);
  const { shown, nextCursor } = cutPage(rows, query.limit, query.sort);
  return {
    items: shown.map(presentReport),
    next_cursor: nextCursor,
    total: null,
    open: (await countOpenReports(ctx.db))?.count ?? 0,
  };
}
