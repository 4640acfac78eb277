import type { Ctx } from '../../../platform/context.ts';
import type { DepositRow } from '../../deposits/index.ts';
import { creditRecharge } from './credit-recharge.ts';
import { findPaidRecharge } from './find-paid-recharge.ts';
import { missingMicro } from './missing-amount.ts';
import { publishRecharges } from '../publish-recharges.ts';
import { statesBefore, type RechargeMover, type RechargeState } from '../recharge-states.ts';
import {
  findCountingDeposit,
  findReviewed,
  lockCandidates,
  lockPaidBy,
  moveRecharge,
  paymentOf,
  showPaymentOf,
  subtractDeposit,
} from '../recharges.sql.ts';

/**
 * A payment was held: the top-up that it would have paid shows the buyer that it arrived and is under review. One that
 * would not have been enough changes nothing: anybody can name a top-up with next to nothing.
 */
export async function onDepositHeld(ctx: Ctx, deposit: DepositRow): Promise<void> {
  const candidates = await lockCandidates(ctx.db, deposit.chain_id, [deposit]);
  const recharge = findPaidRecharge(deposit, candidates);
  if (!recharge || deposit.amount_micro < missingMicro(recharge)) return;
  await move(ctx, recharge.id, 'review', 'matcher', paymentOf(deposit));
}

/** Two persons credited a held payment: to the buyer of its top-up, or to another user, which rejects the top-up. */
export async function onDepositAssigned(ctx: Ctx, deposit: DepositRow, userId: bigint): Promise<void> {
  const recharge = await findReviewed(ctx.db, deposit);
  if (!recharge) return;
  if (recharge.user_id !== userId) return move(ctx, recharge.id, 'rejected', 'admins');
  const credited = await creditRecharge(ctx, recharge.id, deposit, { accepts: true });
  await publishRecharges(ctx, [credited]);
}

/** Two persons rejected a held payment: its top-up is rejected. */
export async function onDepositRejected(ctx: Ctx, deposit: DepositRow): Promise<void> {
  const recharge = await findReviewed(ctx.db, deposit);
  if (recharge) await move(ctx, recharge.id, 'rejected', 'admins');
}

/**
 * A credited payment was reversed: a successful top-up is reversed when too little is left. Before that it shows the
 * payment that counts now.
 */
export async function onDepositReversed(ctx: Ctx, deposit: DepositRow): Promise<void> {
  const recharge = await lockPaidBy(ctx.db, deposit.id);
  if (!recharge) return;
  const less = await subtractDeposit(ctx.db, recharge.id, deposit.amount_micro);
  if (less.state !== 'credited') return publishRecharges(ctx, [less]);
  const rest = missingMicro(less) === 0n ? await findCountingDeposit(ctx.db, less) : undefined;
  if (!rest) return move(ctx, recharge.id, 'reversed', 'admins');
  await publishRecharges(ctx, [await showPaymentOf(ctx.db, recharge.id, paymentOf(rest))]);
}

async function move(
  ctx: Ctx,
  id: bigint,
  to: RechargeState,
  by: RechargeMover,
  payment: Parameters<typeof moveRecharge>[4] = {},
): Promise<void> {
  const moved = await moveRecharge(ctx.db, id, statesBefore(to, by), to, payment);
  if (moved) await publishRecharges(ctx, [moved]);
}
