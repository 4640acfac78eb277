import type { Data, Input } from '@portside/contract';
import { requireAdmin, requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { cutPage, readIdCursor } from '../../platform/http/page-by-id.ts';
import { listTiedUsers } from '../users/index.ts';
import { presentProposal } from './approvals.present.ts';
import { listProposalRows, OPEN_STATES } from './approvals.sql.ts';

/** Proposals, newest first. Every admin sees all of them, because every admin can veto. */
export async function listProposals(
  ctx: Ctx,
  { query }: Input<'listProposals'>,
): Promise<Data<'listProposals'>> {
  requireAdmin(ctx.actor);
  const filter = {
    states: query.state && (query.state === 'open' ? OPEN_STATES : [query.state]),
    kind: query.kind,
    subject: query.subject,
    before: readIdCursor(query.cursor),
  };
  const { shown, nextCursor } = cutPage(await listProposalRows(ctx.db, filter, query.limit + 1), query.limit);
  const tied = await listTiedUsers(ctx, requireUser(ctx.actor).userId);
  return {
    items: shown.map((row) => presentProposal(row, ctx.actor, tied)),
    next_cursor: nextCursor,
    total: null,
  };
}
