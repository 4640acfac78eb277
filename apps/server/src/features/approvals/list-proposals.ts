import { listTiedUsers } from './second-person.sql.ts';
import { type Data, type Input, WATCHED_ACTIONS, type Decision, type Proposal } from '@portside/contract';
import { requireAdmin, requireUser, type Actor, type UserActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { cutPage, readIdCursor } from '../../platform/lists/by-id.ts';
import {
  findProposals,
  listProposalRows,
  OPEN_STATES,
  type ProposalRow,
  type Visible,
} from './approvals.sql.ts';
import { toBacklog, type Backlog } from '../../platform/backlog.ts';
import { wording } from '@portside/contract/wire/error-wording';
import { isSecondPerson, isUnapproved } from './proposal-states.ts';
import { HOUR_MS } from '../../platform/clock.ts';

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

/** The decisions behind what was applied, by the keys of their proposals' ids; unknown proposals are left out. */
export async function findDecisions(
  { db }: Ctx,
  proposalOf: ReadonlyMap<bigint, bigint>,
): Promise<Map<bigint, Decision>> {
  const rows = await findProposals(db, [...new Set(proposalOf.values())]);
  const decisions = new Map(rows.map((row) => [row.id, presentDecision(row)]));
  return new Map(
    [...proposalOf].flatMap(([key, id]) => {
      const decision = decisions.get(id);
      return decision ? [[key, decision]] : [];
    }),
  );
}

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
