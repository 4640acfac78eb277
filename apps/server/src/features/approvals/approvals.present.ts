import { WATCHED_ACTIONS, type Decision, type Proposal } from '@portside/contract';
import { wording } from '@portside/contract/wire/error-wording';
import type { Actor, UserActor } from '../../platform/actor.ts';
import type { ProposalRow, Visible } from './approvals.sql.ts';
import { isSecondPerson, isUnapproved } from './proposal-states.ts';

const HOUR_MS = 3_600_000;

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/**
 * A proposal as `reader` sees it: `can_approve` depends on who asks. `tied` are those who are one person with the
 * reader for now (`listTiedUsers`); a proposal that the reader made, or that is settled, needs none.
 */
export const presentProposal = (
  row: ProposalRow,
  reader: Actor,
  tied: ReadonlySet<bigint> = new Set(),
): Proposal => ({
  id: row.id.toString(),
  kind: row.kind,
  subject: row.subject,
  terms: row.terms,
  reason: row.reason,
  action: row.action,
  cools_hours: Number(row.cools_ms) / HOUR_MS,
  state: row.state,
  beneficiary: row.beneficiary,
  proposed_by: row.proposer,
  proposed_at: row.proposed_at.toISOString(),
  approved_by: row.approver,
  approved_at: iso(row.approved_at),
  due_at: iso(row.due_at),
  expires_at: row.expires_at.toISOString(),
  settled_by: row.settler,
  settled_at: iso(row.settled_at),
  outcome: row.outcome,
  outcome_error: errorIn(row.outcome),
  can_approve:
    isUnapproved(row) &&
    reader.kind === 'user' &&
    isSecondPerson(row, reader.userId, tied) &&
    reader.actions.has(row.action),
});

/** Who proposed and approved a change that has been applied. */
export const presentDecision = ({ proposer, approver, reason }: ProposalRow): Decision => ({
  proposed_by: proposer,
  approved_by: approver,
  reason,
});

/**
 * What an admin sees of all proposals, and can veto: what they could propose themselves, what they proposed, and what
 * every admin watches. The others hold names and amounts that their role does not show them.
 */
export const visibleTo = ({ actions, userId }: UserActor): Visible => ({
  actions: [...actions, ...WATCHED_ACTIONS],
  userId,
});

export const isVisible = (row: ProposalRow, { actions, userId }: Visible): boolean =>
  actions.includes(row.action) || row.proposed_by === userId;

/** The refusal that made a proposal fail: stored as its wording, perhaps followed by a detail in brackets. */
const errorIn = (outcome: string): string | null =>
  Object.entries(wording).find(([, words]) => outcome === words || outcome.startsWith(`${words} (`))?.[0] ??
  null;
