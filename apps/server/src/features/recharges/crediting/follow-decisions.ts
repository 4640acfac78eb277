import type { Ctx } from '../../../platform/context.ts';
import type { DepositRow } from '../../deposits/index.ts';
import { findOwner } from './find-owner.ts';
import { publishRecharges } from '../publish-recharges.ts';
import { statesBefore, type RechargeMover, type RechargeState } from '../recharge-states.ts';
import {
  creditRecharge,
  findFirstCredited,
  findReviewed,
  lockCandidates,
  lockPaidBy,
  moveRecharge,
  paymentOf,
  takeFromRecharge,
} from '../recharges.sql.ts';

/** A payment is held: the buyer sees that it arrived and is being looked at. */
export async function reviewHeld(ctx: Ctx, deposit: DepositRow): Promise<void> {
  const candidates = await lockCandidates(ctx.db, deposit.chain_id, [deposit]);
  const recharge = findOwner(deposit, candidates);
  if (recharge) await move(ctx, recharge.id, 'review', 'matcher', paymentOf(deposit));
}

/** Two persons credited it: to the buyer whose top-up it paid, or to somebody else, which ends that one. */
export async function creditDecided(ctx: Ctx, deposit: DepositRow, userId: bigint): Promise<void> {
  const recharge = await findReviewed(ctx.db, deposit);
  if (!recharge) return;
  if (recharge.user_id !== userId) return move(ctx, recharge.id, 'rejected', 'admins');
  const credited = await creditRecharge(ctx.db, recharge.id, deposit, paymentOf(deposit));
  await publishRecharges(ctx, [credited]);
}

export async function rejectReviewed(ctx: Ctx, deposit: DepositRow): Promise<void> {
  const recharge = await findReviewed(ctx.db, deposit);
  if (recharge) await move(ctx, recharge.id, 'rejected', 'admins');
}

/** A top-up that was paid more than once stays successful until its last payment is taken back. */
export async function reverseCredited(ctx: Ctx, deposit: DepositRow): Promise<void> {
  const recharge = await lockPaidBy(ctx.db, deposit.id);
  if (!recharge) return;
  const rest = await findFirstCredited(ctx.db, recharge.id);
  const payment = rest ? paymentOf(rest) : {};
  const less = await takeFromRecharge(ctx.db, recharge.id, deposit.amount_micro, payment);
  await (rest ? publishRecharges(ctx, [less]) : move(ctx, recharge.id, 'reversed', 'admins'));
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
