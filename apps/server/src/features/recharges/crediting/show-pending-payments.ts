import { chainsOf } from '@portside/chain';
import type { Ctx } from '../../../platform/context.ts';
import type { AssetId, PendingTransferRow } from '../../deposits/index.ts';
import { findPaidRecharge, pickOwnRecharge, missingMicro } from './match-payment.ts';
import { openOwnRecharge } from '../open-recharge.ts';
import { publishRecharges } from '../recharges.present.ts';
import { statesBefore } from '../recharge-states.ts';
import { lockPayable, lockPayableAt } from '../recharge-macs.ts';
import { deleteUnrequested, lockSeen, moveRecharge, type RechargeRow } from '../recharges.sql.ts';

/**
 * How many payments without a top-up a buyer sees before they are final. Pending ones come from a single node; every
 * final one is credited.
 */
const MOST_SHOWN = 20;
const NO_PAYMENT = { tx_hash: null, sender_address: null, paid_block: null };

/**
 * Shows pending payments and their confirmations on open top-ups: from `waiting` to `seen`, and back when a
 * reorganisation removes the payment. Only if they are enough together: anyone can name a top-up with next to
 * nothing, and its buyer can still cancel it. A payment to a buyer's own address without one gets a top-up of its own.
 * Moves no money.
 */
export async function showPendingPayments(
  ctx: Ctx,
  asset: AssetId,
  transfers: readonly PendingTransferRow[],
): Promise<void> {
  const { chainId } = asset;
  const toWallets = transfers.filter(({ owner_id }) => owner_id === null);
  const candidates = await lockPayable(ctx, chainId, toWallets);
  const pending = Map.groupBy(toWallets, (transfer) => findPaidRecharge(transfer, candidates)?.id);
  const payments = await findOwnPayments(ctx, asset, transfers);
  for (const recharge of candidates) {
    const own = pending.get(recharge.id) ?? [];
    const sum = own.reduce((total, { amount_micro }) => total + amount_micro, 0n);
    if (own.length > 0 && sum >= missingMicro(recharge)) payments.set(recharge.id, pickShown(recharge, own));
  }
  const seen = await lockSeen(ctx.db, chainId);
  const gone = seen.filter((recharge) => !payments.has(recharge.id));
  const moved = [
    ...(await Promise.all(gone.map((recharge) => hidePayment(ctx, recharge)))),
    ...(await Promise.all([...payments].map(([id, transfer]) => showPayment(ctx, id, transfer)))),
  ];
  publishRecharges(
    ctx,
    moved.filter((recharge) => recharge !== undefined),
  );
}

/**
 * The open top-ups that pending payments to own addresses answer, chosen as for final ones; otherwise new top-ups, up
 * to `MOST_SHOWN`. If the chain drops such a payment, its top-up is deleted.
 */
async function findOwnPayments(
  ctx: Ctx,
  asset: AssetId,
  transfers: readonly PendingTransferRow[],
): Promise<Map<bigint, PendingTransferRow>> {
  const own = transfers.filter(({ owner_id }) => owner_id !== null);
  const open = await lockPayableAt(ctx, asset.chainId, own);
  const left = new Set(open);
  const shown = new Map<bigint, number>();
  const count = (userId: bigint) => shown.set(userId, (shown.get(userId) ?? 0) + 1);
  for (const { user_id, is_requested } of open) if (!is_requested) count(user_id);
  const payments = new Map<bigint, PendingTransferRow>();
  const minimumMicro = chainsOf(asset.network).leastDepositMicro;
  for (const transfer of own) {
    const answered = pickOwnRecharge(transfer, [...left], minimumMicro);
    if (answered) left.delete(answered);
    else if (transfer.amount_micro < minimumMicro) continue;
    const ownerId = transfer.owner_id!;
    if (!answered && (shown.get(ownerId) ?? 0) >= MOST_SHOWN) continue;
    if (!answered) count(ownerId);
    const { id } = answered ?? (await openOwnRecharge(ctx, asset, transfer, ownerId));
    payments.set(id, transfer);
  }
  return payments;
}

/** The exact amount, else the largest, as `findCountingDeposit` chooses once they are final. */
function pickShown(recharge: RechargeRow, pending: readonly PendingTransferRow[]): PendingTransferRow {
  const exact = pending.find(({ amount_micro }) => amount_micro === recharge.pay_amount_micro);
  return exact ?? pending.reduce((most, one) => (one.amount_micro > most.amount_micro ? one : most));
}

/** A top-up that was made for the payment goes with it; one that was asked for waits again. */
const hidePayment = async (
  ctx: Ctx,
  { id, is_requested: isRequested }: RechargeRow,
): Promise<RechargeRow | undefined> =>
  (isRequested ? undefined : await deleteUnrequested(ctx.db, id)) ??
  moveRecharge(ctx.db, id, statesBefore('waiting', 'watcher'), 'waiting', NO_PAYMENT);

/** Also for a top-up that is already seen: the payment may be another one, or in another block. */
const showPayment = (ctx: Ctx, id: bigint, transfer: PendingTransferRow): Promise<RechargeRow | undefined> =>
  moveRecharge(ctx.db, id, [...statesBefore('seen', 'watcher'), 'seen'], 'seen', {
    tx_hash: transfer.tx_hash,
    sender_address: transfer.from_address,
    paid_block: transfer.block_number,
  });
