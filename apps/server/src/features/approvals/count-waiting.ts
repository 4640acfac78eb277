import type { Ctx } from '../../platform/context.ts';
import { waitingOf, type Waiting } from '../../platform/waiting.ts';
import { presentProposal } from './approvals.present.ts';
import { listProposalRows } from './approvals.sql.ts';

/** More wait for nobody. */
const MOST = 500;

/** Proposals that wait for the yes of whoever asks. */
export async function countWaitingProposals({ db, actor }: Ctx): Promise<Waiting | null> {
  const filter = { states: ['proposed' as const], kind: undefined, subject: undefined, before: undefined };
  const rows = await listProposalRows(db, filter, MOST);
  const own = rows.filter((row) => presentProposal(row, actor).can_approve);
  return waitingOf({ count: own.length, since: own.at(-1)?.proposed_at ?? null });
}
