import { formatAddress } from '@portside/chain';
import { formatMicro, paths, type AgentPayoutRequest, type Data, type Input } from '@portside/contract';
import { sql } from 'kysely';
import { requireUser } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { cutPage, readIdCursor } from '../../platform/lists/by-id.ts';
import { refuse } from '../../platform/refusal.ts';
import { isAgent } from '../agents/index.ts';
import { findProposals, presentProposal, propose, type Approved } from '../approvals/index.ts';
import { readSetting } from '../settings/index.ts';
import {
  getAgentPayout,
  listPayoutRows,
  lockPayout,
  OPEN,
  presentAgentPayout,
  presentFigures,
  readFigures,
  subjectOf,
  updatePayout,
  type PayoutRow,
} from './payouts.sql.ts';
import { endPayout, requireAllowed } from './request-payout.ts';

/** Newest first. */
export async function listPayouts(
  { db }: Ctx,
  { query }: Input<'listPayouts'>,
): Promise<Data<'listPayouts'>> {
  const { state, agent_id: agentId, cursor, limit } = query;
  const rows = await listPayoutRows(
    db,
    {
      states: state === 'open' ? OPEN : state && [state],
      agentId: agentId === undefined ? undefined : BigInt(agentId),
      before: readIdCursor(cursor),
    },
    limit + 1,
  );
  const { shown, nextCursor } = cutPage(rows, limit);
  const items = await Promise.all(shown.map((row) => presentAgentPayout(db, row)));
  return { items, next_cursor: nextCursor, total: null };
}

/** Refuses an unknown agent (agentNotFound). */
export async function readAgentCommission(
  ctx: Ctx,
  { params }: Input<'readAgentCommission'>,
): Promise<Data<'readAgentCommission'>> {
  const agentId = BigInt(params.id);
  if (!(await isAgent(ctx.db, agentId))) refuse('agentNotFound');
  return presentFigures(await readFigures(ctx, agentId));
}

/** Exactly this is approved. */
export type PayoutTerms = {
  readonly payout: string;
  readonly agent: string;
  readonly amount: string;
  readonly network: string;
  readonly address: string;
};

const termsOf = (row: PayoutRow, agent: string): PayoutTerms => ({
  payout: row.id.toString(),
  agent,
  amount: formatMicro(row.amount_micro),
  network: row.network,
  address: formatAddress(row.network, row.address),
});

/** Differs from the number of every other advisory lock in the shop. */
const APPROVALS_LOCK = 747;

/**
 * Approves a request, at once or with a second person's approval. Repeated, it changes nothing. Refuses the agent
 * (secondPersonNeeded), a request that is not waiting for it (payoutSettled), and an address that is blocked by now
 * (payoutAddressRefused).
 */
export async function approvePayout(
  ctx: Ctx,
  { params }: Input<'approvePayout'>,
): Promise<Data<'approvePayout'>> {
  const { userId } = requireUser(ctx.actor);
  const id = BigInt(params.id);
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    // Each of an admin's approvals counts the ones before it.
    await sql`select pg_advisory_xact_lock(${APPROVALS_LOCK}::int, hashint8(${userId}))`.execute(db);
    const row = await lockPayout(db, id);
    if (row.state === 'approved') return { proposal: null, payout: await getAgentPayout(db, id) };
    await requireApprovable(step, row, [userId]);
    const { sum } = await db
      .selectFrom('payout_requests')
      .select(({ fn }) => fn.sum<string | null>('amount_micro').as('sum'))
      .where('approved_by', '=', userId)
      .where('approved_at', '>', new Date(clock.now().getTime() - DAY_MS))
      .where('state', 'not in', ['rejected', 'cancelled'])
      .executeTakeFirstOrThrow();
    const aloneMicro = (await readSetting(db, 'payoutApprovalAboveMicro')) - BigInt(sum ?? 0);
    const { agent } = await getAgentPayout(db, id);
    const proposal = await propose(step, {
      kind: 'payoutApproved',
      subject: subjectOf(id),
      terms: termsOf(row, agent.username),
      reason: agent.platform_name,
      action: paths.approvePayout[2],
      beneficiaryId: row.agent_id,
      isWithinLimit: row.amount_micro <= aloneMicro,
    });
    await recordAudit(step, {
      action: 'payout.approve',
      subject: subjectOf(id),
      after: { ...termsOf(row, agent.username), state: proposal.state },
    });
    return {
      proposal: proposal.state === 'applied' ? null : presentProposal(proposal, step.actor),
      payout: await getAgentPayout(db, id),
    };
  });
}

/** Approves the request of an approved proposal. Refuses what `approvePayout` refuses, for both people. */
export const onPayoutApproved = (ctx: Ctx, { proposalId, terms }: Approved<PayoutTerms>): Promise<void> =>
  inTransaction(ctx, async (step) => {
    const row = await lockPayout(step.db, BigInt(terms.payout));
    const [proposal] = await findProposals(step.db, [proposalId]);
    const by = proposal?.approved_by ?? proposal?.proposed_by ?? refuse('secondPersonNeeded');
    await requireApprovable(step, row, [by]);
    const { amount, network, address } = termsOf(row, terms.agent);
    if (amount !== terms.amount || network !== terms.network || address !== terms.address)
      refuse('proposalForged');
    await updatePayout(step, row.id, { state: 'approved', approved_by: by, approved_at: step.clock.now() });
  });

async function requireApprovable(ctx: Ctx, row: PayoutRow, people: readonly bigint[]): Promise<void> {
  if (row.state !== 'requested') refuse('payoutSettled', row.state);
  if (people.includes(row.agent_id)) refuse('secondPersonNeeded', 'their own payout');
  await requireAllowed(ctx, row);
}

/**
 * Rejects a request; its amount is free again. Repeated, it changes nothing. Refuses one for which a transaction is
 * recorded, or that is settled (payoutSettled): what was sent is not given back as well.
 */
export async function rejectPayout(
  ctx: Ctx,
  { params, body }: Input<'rejectPayout'>,
): Promise<AgentPayoutRequest> {
  const id = BigInt(params.id);
  return inTransaction(ctx, async (step) => {
    const row = await lockPayout(step.db, id);
    if (row.state !== 'rejected') {
      if (row.state === 'sent') refuse('payoutSettled', 'sent');
      await endPayout(step, row, { state: 'rejected', reason: body.reason });
      await recordAudit(step, {
        action: 'payout.reject',
        subject: subjectOf(id),
        before: { state: row.state },
        after: { state: 'rejected', reason: body.reason },
      });
    }
    return getAgentPayout(step.db, id);
  });
}
