import { chainsOf } from '@portside/chain';
import type { Ctx } from '../../../platform/context.ts';
import type { EventPayloads } from '../../../platform/events.ts';
import type { DepositRow } from '../../deposits/index.ts';
import { findCandidates } from './find-candidates.ts';
import { creditRecharge } from './credit-deposits.ts';
import { findPaidRecharge, pickOwnRecharge, missingMicro } from './match-payment.ts';
import { assetOf, openOwnRecharge } from '../open-recharge.ts';
import { lockPayable, lockPayableAt } from '../recharge-macs.ts';
import { publishRecharges } from '../recharges.present.ts';
import { canMoveRecharge, statesBefore, type RechargeMover, type RechargeState } from '../recharge-states.ts';
import {
  findCountingDeposit,
  findReviewed,
  lockOwnRecharge,
  lockPaidBy,
  moveRecharge,
  paymentOf,
  showPaymentOf,
  subtractDeposit,
  type RechargeRow,
} from '../recharges.sql.ts';

/**
 * A payment was held: the top-up that it would have paid shows the buyer that it arrived and is under review. One that
 * would not have been enough changes nothing: anyone can name a top-up with a tiny amount.
 */
export async function onDepositHeld(ctx: Ctx, deposit: DepositRow): Promise<void> {
  if (deposit.owner_id !== null) return onOwnDepositHeld(ctx, deposit, deposit.owner_id);
  const candidates = await lockPayable(ctx, deposit.chain_id, [deposit]);
  const recharge = findPaidRecharge(deposit, candidates);
  if (!recharge || deposit.amount_micro < missingMicro(recharge)) return;
  await move(ctx, recharge.id, 'review', 'matcher', paymentOf(deposit));
}

/**
 * At a buyer's own address it is theirs: without an open top-up that it would pay in full it shows as one of its own,
 * unless it is very small. Anyone can send less, and the buyer's own payment must find its top-up.
 */
async function onOwnDepositHeld(ctx: Ctx, deposit: DepositRow, ownerId: bigint): Promise<void> {
  const minimumMicro = chainsOf(deposit.network).leastDepositMicro;
  const open = await lockPayableAt(ctx, deposit.chain_id, [deposit]);
  const answered = pickOwnRecharge(deposit, open, minimumMicro);
  const isEnough = answered !== null && deposit.amount_micro >= missingMicro(answered);
  if (!isEnough && deposit.amount_micro < minimumMicro) return;
  const recharge = isEnough ? answered : await openOwnRecharge(ctx, assetOf(deposit), deposit, ownerId);
  await move(ctx, recharge.id, 'review', 'matcher', paymentOf(deposit));
}

type Assigned = EventPayloads['depositAssigned'];

/**
 * Admins credited a payment. A held one pays the top-up in review if it went to its buyer, else that is rejected; one
 * that was not enough adds to the top-up that it named. An unmatched one closes the top-up that it belongs to, whatever
 * the difference.
 */
export async function onDepositAssigned(ctx: Ctx, assigned: Assigned): Promise<void> {
  const { deposit, userId } = assigned;
  const isOwn = deposit.owner_id === userId;
  const openOwn = () => openOwnRecharge(ctx, assetOf(deposit), deposit, userId);
  if (deposit.state === 'small' && isOwn) return credit(ctx, deposit, await openOwn(), true);
  if (deposit.state !== 'held') return credit(ctx, deposit, await findToClose(ctx, assigned), true);
  const reviewed = await findReviewed(ctx.db, deposit);
  if (reviewed && reviewed.user_id !== userId) return move(ctx, reviewed.id, 'rejected', 'admins');
  if (reviewed) return credit(ctx, deposit, reviewed, true);
  if (isOwn) return credit(ctx, deposit, await openOwn(), true);
  const named = findPaidRecharge(deposit, await lockPayable(ctx, deposit.chain_id, [deposit]));
  return credit(ctx, deposit, named?.user_id === userId && isClosable(named) ? named : undefined, false);
}

async function credit(
  ctx: Ctx,
  deposit: DepositRow,
  recharge: RechargeRow | undefined,
  accepts: boolean,
): Promise<void> {
  if (recharge) publishRecharges(ctx, [await creditRecharge(ctx, recharge.id, deposit, { accepts })]);
}

const isClosable = ({ state }: RechargeRow): boolean =>
  state === 'credited' || canMoveRecharge(state, 'credited', 'admins');

/**
 * The top-up that the admins named or, where they named none, the user's best candidate; only one that can be closed.
 */
async function findToClose(
  ctx: Ctx,
  { deposit, userId, orderId }: Assigned,
): Promise<RechargeRow | undefined> {
  const candidates = orderId === null ? await findCandidates(ctx, deposit) : [];
  // A top-up of another amount is closed only if the admins named it.
  const own = candidates.filter((one) => one.userId === userId && one.reason !== 'namedHash');
  const id = orderId ?? own.find((one) => one.orderId !== null)?.orderId;
  if (!id) return undefined;
  const recharge = await lockOwnRecharge(ctx.db, userId, id);
  return recharge?.chain_id === deposit.chain_id && isClosable(recharge) ? recharge : undefined;
}

/** Two people rejected a held payment: its top-up is rejected. */
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
  publishRecharges(ctx, [await showPaymentOf(ctx.db, recharge.id, paymentOf(rest))]);
}

async function move(
  ctx: Ctx,
  id: bigint,
  to: RechargeState,
  by: RechargeMover,
  payment: Parameters<typeof moveRecharge>[4] = {},
): Promise<void> {
  const moved = await moveRecharge(ctx.db, id, statesBefore(to, by), to, payment);
  if (moved) publishRecharges(ctx, [moved]);
}
