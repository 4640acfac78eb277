import type { Data, Input } from '@portside/contract';
import { requireAdmin, requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { cutPage, readIdCursor } from '../../platform/http/page-by-id.ts';
import { listTiedUsers } from '../users/index.ts';
import { presentProposal, visibleTo } from './approvals.present.ts';
import { listProposalRows, OPEN_STATES } from './approvals.sql.ts';

/** Proposals that the caller sees (`visibleTo`), newest first. */
export async function listProposals(
  ctx: Ctx,
  { query }: Input<'listProposals'>,
): Promise<Data<'listProposals'>> {
  requireAdmin(ctx.actor);
  const reader = requireUser(ctx.actor);
  const filter = {
    visible: visibleTo(reader),
    states: query.state && (query.state === 'open' ? OPEN_STATES : [query.state]),
    kind: query.kind,
    subject: query.subject,
    before: readIdCursor(query.cursor),
  };
  const { shown, nextCursor } = cutPage(await listProposalRows(ctx.db, filter, query.limit + 1), query.limit);
  const tied = await listTiedUsers(ctx, reader.userId);
  return {
    items: shown.map((row) => presentProposal(row, ctx.actor, tied)),
    next_cursor: nextCursor,
    total: null,
  };
}
