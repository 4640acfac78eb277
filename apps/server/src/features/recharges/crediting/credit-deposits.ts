import { formatBalance } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import {
  creditMatchedDeposit,
  type DepositRow,
  keepSmallDeposit,
  lockSmallDeposits,
  sumSmallDeposits,
} from '../../deposits/index.ts';
import { lockBalances } from '../../ledger/index.ts';
import { findPaidRecharge, pickOwnRecharge, missingMicro } from './match-payment.ts';
import { publishRecharges } from '../recharges.present.ts';
import { canMoveRecharge } from '../recharge-states.ts';
import { lockPayable, lockPayableAt } from '../recharge-macs.ts';
import {
  type RechargeRow,
  addDeposit,
  completeRecharge,
  findCountingDeposit,
  paymentOf,
} from '../recharges.sql.ts';
import { chainsOf } from '@portside/chain';
import { assetOf, openOwnRecharge } from '../open-recharge.ts';

/**
 * Credits deposits of one chain to the top-ups that they pay, in time or late, with the amount that arrived. Where one
 * arrived decides first: at a buyer's own address it is theirs, and no amount of anybody else is looked at. A top-up,
 * failed ones too, becomes successful when all that was asked for has come. The other deposits become unmatched, for a
 * claim or an admin, and so do those of a top-up that was changed outside the shop. Runs in the transaction that
 * records the deposits, which happens once for each log.
 */
export async function creditMatchedDeposits(ctx: Ctx, deposits: readonly DepositRow[]): Promise<void> {
  const [first] = deposits;
  if (!first) return;
  const own = deposits.filter(({ owner_id }) => owner_id !== null);
  const toWallets = deposits.filter(({ owner_id }) => owner_id === null);
  const candidates = await lockPayable(ctx, first.chain_id, toWallets);
  const open = await lockPayableAt(ctx, first.chain_id, own);
  const matched = toWallets.flatMap((deposit) => {
    const recharge = findPaidRecharge(deposit, candidates);
    return recharge && canMoveRecharge(recharge.state, 'credited', 'matcher') ? [{ deposit, recharge }] : [];
  });
  // All balances at once and by id, as orders do: in the chain's order the two could deadlock.
  await lockBalances(ctx.db, [
    ...matched.map(({ recharge }) => recharge.user_id),
    ...own.map(({ owner_id }) => owner_id!),
  ]);
  await creditOwnDeposits(ctx, own, open);
  for (const { deposit, recharge } of matched) await credit(ctx, deposit, recharge);
}

async function credit(ctx: Ctx, deposit: DepositRow, recharge: RechargeRow): Promise<void> {
  const { balanceMicro } = await creditMatchedDeposit(ctx, deposit, recharge.user_id);
  const credited = await creditRecharge(ctx, recharge.id, deposit);
  crashPoint('deposit: credited');
  publishRecharges(ctx, [credited]);
  const balance = formatBalance(balanceMicro);
  ctx.live.publish({ to: recharge.user_id, name: 'balance', data: { balance } });
}

/** Below it payments that answer no top-up share one: anybody can send a buyer hundreds of them. */
const TINY_MICRO = 10_000n;

/**
 * Credits deposits of one chain at buyers' own addresses to their owners, each as it came: to the open top-up that it
 * answers, which is done with that, or as a top-up of its own; all that are tiny as one. Below the network's minimum they
 * wait until all that waits for the owner is enough together. `open` are the locked open top-ups at these addresses; the
 * owners' balances are locked. Runs in the transaction that records the deposits.
 */
async function creditOwnDeposits(
  ctx: Ctx,
  deposits: readonly DepositRow[],
  open: readonly RechargeRow[],
): Promise<void> {
  const left = new Set(open);
  for (const [ownerId, found] of Map.groupBy(deposits, ({ owner_id }) => owner_id!)) {
    const [{ chain_id: chainId, network }] = found as [DepositRow];
    // The others waited already.
    const came = found.filter(({ state }) => state === 'final');
    const minimumMicro = chainsOf(network).leastDepositMicro;
    const [small] = await sumSmallDeposits(ctx.db, ownerId, chainId);
    const waiting = BigInt(small?.sum ?? 0);
    const sum = came.reduce((total, { amount_micro }) => total + amount_micro, waiting);
    if (sum < minimumMicro || waiting > 0n)
      ctx.live.publish({ to: ownerId, name: 'smallPayment', data: { type: network } });
    if (sum < minimumMicro) {
      for (const deposit of came) await keepSmallDeposit(ctx, deposit);
      continue;
    }
    const waited = await lockSmallDeposits(ctx.db, ownerId, chainId);
    const tiny: DepositRow[] = [];
    for (const deposit of [...waited, ...came]) {
      const answered = pickOwnRecharge(deposit, [...left], minimumMicro);
      if (answered) left.delete(answered);
      if (!answered && deposit.amount_micro < TINY_MICRO) tiny.push(deposit);
      else await creditOwn(ctx, [deposit], ownerId, answered);
    }
    for (const together of Map.groupBy(tiny, ({ to_address }) => to_address).values())
      await creditOwn(ctx, together, ownerId, null);
  }
}

/** Credits these to one top-up, which is done with the last. */
async function creditOwn(
  ctx: Ctx,
  deposits: readonly DepositRow[],
  ownerId: bigint,
  answered: RechargeRow | null,
): Promise<void> {
  const [first] = deposits as [DepositRow];
  const amount_micro = deposits.reduce((sum, deposit) => sum + deposit.amount_micro, 0n);
  const recharge =
    answered ?? (await openOwnRecharge(ctx, assetOf(first), { ...first, amount_micro }, ownerId));
  for (const deposit of deposits) {
    const { balanceMicro } = await creditMatchedDeposit(ctx, deposit, ownerId);
    const accepts = deposit === deposits.at(-1);
    const credited = await creditRecharge(ctx, recharge.id, deposit, { accepts });
    crashPoint('own deposit: credited');
    if (!accepts) continue;
    publishRecharges(ctx, [credited]);
    ctx.live.publish({ to: ownerId, name: 'balance', data: { balance: formatBalance(balanceMicro) } });
  }
}

/**
 * Adds one more deposit to a locked top-up and announces `rechargeCredited`, in the transaction that credits the
 * deposit. The top-up is successful once nothing is missing, or at once where `accepts`: admins have decided that this
 * payment is the one. It then shows the payment that counted, and keeps showing it. Answers the new row.
 */
export async function creditRecharge(
  ctx: Ctx,
  rechargeId: bigint,
  deposit: DepositRow,
  { accepts = false }: { readonly accepts?: boolean } = {},
): Promise<RechargeRow> {
  const added = await addDeposit(ctx.db, rechargeId, deposit);
  const isPaid = missingMicro(added) === 0n;
  const recharge = added.state !== 'credited' && (isPaid || accepts) ? await complete(ctx, added) : added;
  await ctx.events.announce(ctx, 'rechargeCredited', {
    rechargeId,
    orderId: recharge.order_id,
    userId: recharge.user_id,
    depositId: deposit.id,
    amountMicro: deposit.amount_micro,
  });
  return recharge;
}

async function complete({ db }: Ctx, recharge: RechargeRow): Promise<RechargeRow> {
  const counting = await findCountingDeposit(db, recharge);
  if (!counting) throw new Error(`top-up ${recharge.id} has no credited deposit`);
  const { accepted_micro: before, credited_micro: came } = recharge;
  const accepted_micro = missingMicro(recharge) === 0n ? before : came;
  return completeRecharge(db, recharge.id, { ...paymentOf(counting), accepted_micro });
}
