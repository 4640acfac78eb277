import type { Ctx } from '../../../platform/context.ts';
import type { PendingTransferRow } from '../../deposits/index.ts';
import { findOwner } from './find-owner.ts';
import { publishRecharges } from '../publish-recharges.ts';
import { statesBefore } from '../recharge-states.ts';
import { lockCandidates, lockSeen, moveRecharge, type RechargeRow } from '../recharges.sql.ts';

const NO_PAYMENT = { tx_hash: null, sender_address: null, paid_block: null };

/**
 * Shows which open top-ups have a payment on its way, with its confirmations: from `waiting` to `seen`, and
 * back when a reorganisation takes the payment away. Moves no money.
 */
export async function showPayments(
  ctx: Ctx,
  chainId: bigint,
  transfers: readonly PendingTransferRow[],
): Promise<void> {
  const candidates = await lockCandidates(ctx.db, chainId, transfers);
  const payments = new Map<bigint, PendingTransferRow>();
  for (const transfer of transfers) {
    const owner = findOwner(transfer, candidates);
    if (owner && !payments.has(owner.id)) payments.set(owner.id, transfer);
  }
  const seen = await lockSeen(ctx.db, chainId);
  const gone = seen.filter((recharge) => !payments.has(recharge.id));
  const moved = [
    ...(await Promise.all(gone.map((recharge) => losePayment(ctx, recharge)))),
    ...(await Promise.all([...payments].map(([id, transfer]) => showPayment(ctx, id, transfer)))),
  ];
  await publishRecharges(
    ctx,
    moved.filter((recharge) => recharge !== undefined),
  );
}

const losePayment = (ctx: Ctx, { id }: RechargeRow): Promise<RechargeRow | undefined> =>
  moveRecharge(ctx.db, id, statesBefore('waiting', 'watcher'), 'waiting', NO_PAYMENT);

/** Again for one that is seen already: it may be another payment, and it has more blocks on top. */
const showPayment = (ctx: Ctx, id: bigint, transfer: PendingTransferRow): Promise<RechargeRow | undefined> =>
  moveRecharge(ctx.db, id, [...statesBefore('seen', 'watcher'), 'seen'], 'seen', {
    tx_hash: transfer.tx_hash,
    sender_address: transfer.from_address,
    paid_block: transfer.block_number,
  });
