import {
  formatTxHash,
  parseTxHash,
  proveTransfer,
  recordOf,
  toUnits,
  transferCall,
  type ChainNode,
} from '@portside/chain';
import type { AgentPayoutRequest, Input, Network } from '@portside/contract';
import type { Hex } from 'viem';
import { requireUser } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { crashPoint } from '../../platform/crash-point.ts';
import { brokenConstraint } from '../../platform/db/db.ts';
import { refuse } from '../../platform/refusal.ts';
import { payOutBalance, payOutReserve } from '../ledger/index.ts';
import { notify } from '../notices/index.ts';
import {
  getAgentPayout,
  lockPayout,
  ownerOf,
  subjectOf,
  updatePayout,
  type PayoutRow,
} from './payouts.sql.ts';
import { requireStillOwn } from './balance-payout.ts';
import { requireAllowed } from './request-payout.ts';

/**
 * Begins to pay an approved request: from now on the node passes its one transaction on. Refuses a request that somebody
 * has begun to pay before, unless `again` says that it is known not to be paid (payoutBegun), one that is not approved
 * or has a transaction that has not failed (payoutSettled), its owner (secondPersonNeeded), one that still waits (payoutWaits), what
 * `requireStillOwn` refuses, and an address that is blocked by now (payoutAddressRefused).
 */
export async function startPayout(
  ctx: Ctx,
  { params, body }: Input<'startPayout'>,
): Promise<AgentPayoutRequest> {
  const { userId } = requireUser(ctx.actor);
  const id = BigInt(params.id);
  const answer = await inTransaction(ctx, async (step) => {
    const row = await lockPayout(step.db, id);
    if (row.state === 'paying' && !body.again) refuse('payoutBegun');
    if (row.state !== 'approved' && row.state !== 'paying') refuse('payoutSettled', row.state);
    if (ownerOf(row) === userId) refuse('secondPersonNeeded', 'their own payout');
    requireDue(step, row);
    await requireStillOwn(step, row);
    await requireAllowed(step, row);
    await updatePayout(step, id, { state: 'paying', tx_hash: null, paid_by: userId, problem: null });
    await recordAudit(step, {
      action: 'payout.start',
      subject: subjectOf(id),
      before: { state: row.state },
      after: { state: 'paying' },
    });
    crashPoint('payout start: before commit');
    return getAgentPayout(step.db, id);
  });
  crashPoint('payout start: after commit');
  return answer;
}

/** Refuses a request whose waiting time lasts (payoutWaits). */
function requireDue({ clock }: Ctx, { payable_at: payableAt }: PayoutRow): void {
  if (payableAt !== null && payableAt > clock.now()) refuse('payoutWaits');
}

/**
 * Records the transaction that pays a request, or another one in its place where the wallet has replaced it. Repeated,
 * it changes nothing. What was sent is recorded even if the top-ups it goes back to were reversed meanwhile: refused,
 * it could be withdrawn too, and so be paid twice. Refuses a request that is not approved, or settled (payoutSettled),
 * one that still waits (payoutWaits), its owner (secondPersonNeeded), and a transaction that pays another request
 * (transactionUsed).
 */
export async function recordPayoutTransaction(
  ctx: Ctx,
  { params, body }: Input<'recordPayoutTransaction'>,
): Promise<AgentPayoutRequest> {
  const { userId } = requireUser(ctx.actor);
  const id = BigInt(params.id);
  const hash = parseTxHash(body.tx_hash);
  const answer = await inTransaction(ctx, async (step) => {
    const row = await lockPayout(step.db, id);
    if (row.tx_hash !== hash) {
      if (!['approved', 'paying', 'sent'].includes(row.state)) refuse('payoutSettled', row.state);
      if (ownerOf(row) === userId) refuse('secondPersonNeeded', 'their own payout');
      if (row.state === 'approved') requireDue(step, row);
      await updatePayout(step, id, { state: 'sent', tx_hash: hash, paid_by: userId, problem: null }).catch(
        refuseUsed,
      );
      await recordAudit(step, {
        action: 'payout.transaction',
        subject: subjectOf(id),
        before: { state: row.state, hash: row.tx_hash && formatTxHash(row.network, row.tx_hash) },
        after: { state: 'sent', hash: formatTxHash(row.network, hash) },
      });
      crashPoint('payout record: before commit');
    }
    return getAgentPayout(step.db, id);
  });
  crashPoint('payout record: after commit');
  return answer;
}

function refuseUsed(error: unknown): never {
  if (brokenConstraint(error) === 'payout_requests_transaction') refuse('transactionUsed');
  throw error;
}

const unitsOf = ({ network, amount_micro: amountMicro }: PayoutRow): bigint =>
  toUnits(amountMicro, recordOf(network).token.decimals);

/** Whether it is exactly the transfer of a request that is being paid. */
export async function isPayoutCall(
  { db }: Ctx,
  network: Network,
  { to, data }: { readonly to: Hex | null; readonly data: Hex },
): Promise<boolean> {
  const rows = await db
    .selectFrom('payout_requests')
    .selectAll()
    .where('state', '=', 'paying')
    .where('network', '=', network)
    .execute();
  return rows.some((row) => row.token === to && transferCall(row.address, unitsOf(row)) === data);
}

type PayingChains = Readonly<
  Partial<Record<Network, { readonly nodes: readonly ChainNode[]; readonly quorum: number }>>
>;

const PROBLEMS = { failed: 'failed', other: 'otherPayment', missing: 'notFound' } as const;

/**
 * Looks at the transactions of requests that were sent, and settles those that enough nodes have in a final block.
 * One that was something else stays as it is, with what is wrong, until a person records another. One that failed has
 * moved nothing: its request is as one that was begun, to be paid again or rejected. One that cannot be settled holds
 * up no others: its error is thrown after them.
 */
export async function confirmPayouts(ctx: Ctx, chains: PayingChains): Promise<{ more: boolean }> {
  const rows = await ctx.db
    .selectFrom('payout_requests')
    .selectAll()
    .where('state', '=', 'sent')
    .orderBy('id')
    .execute();
  let failed: unknown = null;
  for (const row of rows) {
    try {
      const found = await prove(row, chains);
      if (found !== null) await settle(ctx, row, found);
    } catch (error) {
      ctx.log.warn({ err: error, payout: String(row.id) }, 'a payout could not be settled');
      failed = error;
    }
  }
  if (failed !== null) throw failed;
  return { more: false };
}

function prove(row: PayoutRow, chains: PayingChains): ReturnType<typeof proveTransfer> {
  const { nodes, quorum } = chains[row.network] ?? { nodes: [], quorum: 1 };
  return proveTransfer(nodes, quorum, {
    chainId: Number(row.chain_id),
    token: row.token,
    hash: row.tx_hash!,
    to: row.address,
    units: unitsOf(row),
    since: Math.floor(row.created_at.getTime() / 1_000),
  });
}

/** Does nothing if another transaction was recorded meanwhile. */
async function settle(
  ctx: Ctx,
  { id, tx_hash: looked }: PayoutRow,
  found: 'paid' | keyof typeof PROBLEMS,
): Promise<void> {
  await inTransaction(ctx, async (step) => {
    const row = await lockPayout(step.db, id);
    if (row.state !== 'sent' || row.tx_hash !== looked) return;
    if (found !== 'paid') {
      const next = { state: found === 'failed' ? 'paying' : 'sent', problem: PROBLEMS[found] } as const;
      if (row.problem !== next.problem || row.state !== next.state) await updatePayout(step, id, next);
      return;
    }
    const payoutId = await bookPaid(step, row);
    crashPoint('payout settle: booked');
    await updatePayout(step, id, { state: 'paid', payout_id: payoutId, problem: null });
    await notify(step, { userId: ownerOf(row), event: 'payoutPaid', reference: id });
    await recordAudit(step, {
      action: 'payout.settle',
      subject: subjectOf(id),
      after: { payout: payoutId, hash: formatTxHash(row.network, row.tx_hash!) },
    });
    crashPoint('payout settle: before commit');
  });
  if (found === 'paid') crashPoint('payout settle: after commit');
}

/** Books what was reserved as paid. Answers with the row of an agent's payouts; a balance has none. */
async function bookPaid(step: Ctx, row: PayoutRow): Promise<bigint | null> {
  const { id, amount_micro: amountMicro } = row;
  const userId = ownerOf(row);
  if (row.kind === 'balance') {
    await payOutBalance(step, { requestId: id, userId, amountMicro });
    return null;
  }
  const { id: payoutId } = await step.db
    .insertInto('agent_payouts')
    .values({
      agent_id: userId,
      amount_micro: amountMicro,
      note: `${recordOf(row.network).name} ${formatTxHash(row.network, row.tx_hash!)}`,
      // No key of a caller has a space.
      idempotency_key: `request ${id}`,
      paid_by: row.paid_by,
      created_at: step.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await payOutReserve(step, { payoutId, userId, amountMicro });
  return payoutId;
}
