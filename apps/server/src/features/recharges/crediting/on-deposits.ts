import { chainsOf } from '@portside/chain';
import type { Ctx } from '../../../platform/context.ts';
import type { EventPayloads } from '../../../platform/events.ts';
import type { DepositRow } from '../../deposits/index.ts';
import { findCandidates } from './find-candidates.ts';
import { findPaidRecharge, pickOwnRecharge, missingMicro } from './match-payment.ts';
import { assetOf, openOwnRecharge } from '../open-recharge.ts';
import { lockPayable, lockPayableAt } from '../recharge-macs.ts';
import { findNearlyAnswered } from '../near-misses.ts';
import { publishRecharges } from '../recharges.present.ts';
import { canMoveRecharge, statesBefore, type RechargeMover, type RechargeState } from '../recharge-states.ts';
import {
  addDeposits,
  completeRecharge,
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

/**
 * Credited deposits pay their top-up: the one that the matcher found, that the buyer's claim was for or that admins meant,
 * if any.
 */
export async function onDepositsCredited(
  ctx: Ctx,
  { deposits, userId, credit }: EventPayloads['depositsCredited'],
): Promise<void> {
  if (credit.by === 'matcher') return pay(ctx, deposits, credit.rechargeId, credit.accepts);
  if (credit.by === 'buyer') for (const deposit of deposits) await onClaimed(ctx, deposit, userId);
  if (credit.by === 'admins')
    for (const deposit of deposits) await onAssigned(ctx, { deposit, userId, orderId: credit.orderId });
}

/** A signed claim closes the top-up that its payment nearly answers; otherwise that would wait for another one. */
async function onClaimed(ctx: Ctx, deposit: DepositRow, userId: bigint): Promise<void> {
  const id = await findNearlyAnswered(ctx.db, userId, deposit);
  const recharge = id && (await lockOwnRecharge(ctx.db, userId, id));
  if (recharge && canMoveRecharge(recharge.state, 'credited', 'buyer'))
    await pay(ctx, [deposit], recharge.id, true);
}

type Assigned = { readonly deposit: DepositRow; readonly userId: bigint; readonly orderId: string | null };

/**
 * Admins credited a payment. A held one pays the top-up in review if it went to its buyer, else that is rejected; one
 * that was not enough adds to the top-up that it named. An unmatched one closes the top-up that it belongs to, whatever
 * the difference.
 */
async function onAssigned(ctx: Ctx, assigned: Assigned): Promise<void> {
  const { deposit, userId } = assigned;
  const isOwn = deposit.owner_id === userId;
  const close = async ({ id }: Pick<RechargeRow, 'id'>) => pay(ctx, [deposit], id, true);
  const openOwn = () => openOwnRecharge(ctx, assetOf(deposit), deposit, userId);
  if (deposit.state === 'small' && isOwn) return close(await openOwn());
  if (deposit.state !== 'held') {
    const meant = await findToClose(ctx, assigned);
    return meant && close(meant);
  }
  const reviewed = await findReviewed(ctx.db, deposit);
  if (reviewed && reviewed.user_id !== userId) return move(ctx, reviewed.id, 'rejected', 'admins');
  if (reviewed) return close(reviewed);
  if (isOwn) return close(await openOwn());
  const named = findPaidRecharge(deposit, await lockPayable(ctx, deposit.chain_id, [deposit]));
  if (named?.user_id === userId && isClosable(named)) return pay(ctx, [deposit], named.id, false);
}

/**
 * Adds credited deposits to a locked top-up, which is successful once nothing is missing, or at once where `accepts`. It
 * then shows the payment that counted, and keeps showing it.
 */
async function pay(
  ctx: Ctx,
  deposits: readonly DepositRow[],
  rechargeId: bigint,
  accepts: boolean,
): Promise<void> {
  const recharge = await addDeposits(ctx.db, rechargeId, deposits);
  const isPaid = missingMicro(recharge) === 0n;
  const isDone = recharge.state !== 'credited' && (isPaid || accepts);
  publishRecharges(ctx, [isDone ? await complete(ctx, recharge) : recharge]);
}

async function complete({ db }: Ctx, recharge: RechargeRow): Promise<RechargeRow> {
  const counting = await findCountingDeposit(db, recharge);
  if (!counting) throw new Error(`top-up ${recharge.id} has no credited deposit`);
  const { accepted_micro: before, credited_micro: came } = recharge;
  const accepted_micro = missingMicro(recharge) === 0n ? before : came;
  return completeRecharge(db, recharge.id, { ...paymentOf(counting), accepted_micro });
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
  // A top-up of another amount, or one that is paid, is credited to only if the admins named it.
  const own = candidates.filter(
    (one) => one.userId === userId && one.reason !== 'namedHash' && one.reason !== 'paidRecharge',
  );
  const id = orderId ?? own.find((one) => one.orderId !== null)?.orderId;
  if (!id) return undefined;
  const recharge = await lockOwnRecharge(ctx.db, userId, id);
  return recharge && isClosable(recharge) ? recharge : undefined;
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
