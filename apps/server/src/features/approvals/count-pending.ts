import type { Ctx } from '../../platform/context.ts';
import { toBacklog, type Backlog } from '../../platform/backlog.ts';
import { listTiedUsers } from '../users/index.ts';
import { presentProposal, visibleTo } from './approvals.present.ts';
import { listProposalRows } from './approvals.sql.ts';

/** Far more proposals than one person can have to approve. */
const MOST = 500;

/** Proposals that the caller can approve; null for none. */
export async function countPendingProposals(ctx: Ctx): Promise<Backlog | null> {
  const { db, actor } = ctx;
  if (actor.kind !== 'user') return null;
  const filter = {
    visible: visibleTo(actor),
    states: ['proposed', 'cooling'] as const,
    kind: undefined,
    subject: undefined,
    before: undefined,
  };
  const tied = await listTiedUsers(ctx, actor.userId);
  const rows = await listProposalRows(db, filter, MOST);
  const own = rows.filter((row) => presentProposal(row, actor, tied).can_approve);
  return toBacklog({ count: own.length, since: own.at(-1)?.proposed_at ?? null });
}
