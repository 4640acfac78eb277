import { formatAddress } from '@portside/chain';
import { formatMicro, paths, type AgentPayoutRequest, type Data, type Input } from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { cutPage, readIdCursor } from '../../platform/lists/by-id.ts';
import { refuse } from '../../platform/refusal.ts';
import { isAgent, lockPayoutApprovals, sumRecordedPayouts } from '../agents/index.ts';
import { findProposals, presentProposal, propose, type Approved } from '../approvals/index.ts';
import { notify } from '../notices/index.ts';
import { readSetting } from '../settings/index.ts';
import {
  getAgentPayout,
  listPayoutRows,
  lockPayout,
  OPEN,
  ownerOf,
  presentAgentPayout,
  presentFigures,
  readFigures,
  subjectOf,
  updatePayout,
  type PayoutRow,
} from './payouts.sql.ts';
import { requireStillOwn } from './balance-payout.ts';
import { endPayout, requireAllowed } from './request-payout.ts';

/** Newest first. */
export async function listPayouts(
  { db }: Ctx,
  { query }: Input<'listPayouts'>,
): Promise<Data<'listPayouts'>> {
  const { state, kind, agent_id: ownerId, cursor, limit } = query;
  const rows = await listPayoutRows(
    db,
    {
      states: state === 'open' ? OPEN : state && [state],
      kind,
      ownerId: ownerId === undefined ? undefined : BigInt(ownerId),
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
  /** 'balance' where it is no commission. */
  readonly paid_out?: string;
  /** 'unsigned' where the proposer vouches that the wallet is its owner's. */
  readonly wallet?: string;
};

const termsOf = (row: PayoutRow, agent: string): PayoutTerms => ({
  payout: row.id.toString(),
  agent,
  amount: formatMicro(row.amount_micro),
  network: row.network,
  address: formatAddress(row.network, row.address),
  ...(row.kind === 'balance' && { paid_out: row.kind }),
  ...(row.kind === 'balance' && !row.is_signed && { wallet: 'unsigned' }),
});

/** What an admin has approved since then; what somebody has begun to pay counts even if it was rejected after that. */
export async function sumApproved({ db }: Ctx, userId: bigint, since: Date): Promise<bigint> {
  const { sum } = await db
    .selectFrom('payout_requests')
    .select(({ fn }) => fn.sum<string | null>('amount_micro').as('sum'))
    .where('approved_by', '=', userId)
    .where('approved_at', '>', since)
    .where((is) => is.or([is('state', 'not in', ['rejected', 'cancelled']), is('paid_by', 'is not', null)]))
    .executeTakeFirstOrThrow();
  return BigInt(sum ?? 0);
}

/**
 * Approves a request, at once or with a second person's approval. Repeated, it changes nothing. Refuses its owner
 * (secondPersonNeeded), a wallet that nobody has signed with or looked at (payoutWalletUnsigned), a request that is not
 * waiting for it (payoutSettled), what `requireStillOwn` refuses, and an address that is blocked by now
 * (payoutAddressRefused).
 */
export async function approvePayout(
  ctx: Ctx,
  { params, query }: Input<'approvePayout'>,
): Promise<Data<'approvePayout'>> {
  const { userId } = requireUser(ctx.actor);
  const id = BigInt(params.id);
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    await lockPayoutApprovals(db, userId);
    const row = await lockPayout(db, id);
    if (row.state === 'approved') return { proposal: null, payout: await getAgentPayout(db, id) };
    await requireApprovable(step, row, [userId]);
    // It may be the wallet of an exchange, which credits nobody with what it gets from a shop.
    if (row.kind === 'balance' && !row.is_signed && query.is_checked !== 'true')
      refuse('payoutWalletUnsigned');
    const since = new Date(clock.now().getTime() - DAY_MS);
    const done = (await sumApproved(step, userId, since)) + (await sumRecordedPayouts(db, userId, since));
    const aloneMicro = (await readSetting(db, 'payoutApprovalAboveMicro')) - done;
    const { agent } = await getAgentPayout(db, id);
    const proposal = await propose(step, {
      kind: 'payoutApproved',
      subject: subjectOf(id),
      terms: termsOf(row, agent.username),
      reason: agent.platform_name || agent.username,
      action: paths.approvePayout[2],
      beneficiaryId: ownerOf(row),
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
    await notify(step, { userId: ownerOf(row), event: 'payoutApproved', reference: row.id });
  });

async function requireApprovable(ctx: Ctx, row: PayoutRow, people: readonly bigint[]): Promise<void> {
  if (row.state !== 'requested') refuse('payoutSettled', row.state);
  if (people.includes(ownerOf(row))) refuse('secondPersonNeeded', 'their own payout');
  await requireStillOwn(ctx, row);
  await requireAllowed(ctx, row);
}

/**
 * Rejects a request; its amount is free again. Repeated, it changes nothing. Refuses one for which a transaction is
 * recorded that has not failed, or that is settled (payoutSettled), and one that somebody has begun to pay, unless `is_unpaid` says that it
 * is known not to be paid (payoutBegun): what was sent is not given back as well.
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
      if (row.state === 'paying' && !body.is_unpaid) refuse('payoutBegun');
      await endPayout(step, row, { state: 'rejected', reason: body.reason });
      await notify(step, { userId: ownerOf(row), event: 'payoutRejected', reference: id });
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
