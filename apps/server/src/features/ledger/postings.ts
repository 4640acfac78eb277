import type { Network } from '@portside/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { idArray } from '../../platform/db/arrays.ts';
import type { Write } from '../../platform/db/pipeline.ts';
import { refuse } from '../../platform/refusal.ts';
import {
  addToAccount,
  findInflow,
  findMovement,
  lockBalances,
  lockCommissionAccount,
  openOwnAccount,
} from './balances.ts';
import {
  ADJUSTMENTS,
  availableAccountOf,
  BONUSES,
  FIRST_USER_ACCOUNT,
  HELD,
  OPENINGS,
  PAYOUTS,
  REDEEM_CODES,
  REVENUE,
  UNMATCHED,
  type MovementKind,
} from './ledger.sql.ts';

type Balance = { readonly balanceMicro: bigint };
type Deposit = { readonly depositId: bigint; readonly amountMicro: bigint };
type OfUser = { readonly userId: bigint; readonly amountMicro: bigint };

/** A confirmed transfer reached the treasury: its amount is unmatched until it is attributed. Once per deposit. */
export async function recordDeposit(
  ctx: Ctx,
  { depositId, network, amountMicro }: Deposit & { readonly network: Network },
): Promise<void> {
  await post(ctx, 'deposit', depositId, await findInflow(ctx.db, network), UNMATCHED, amountMicro);
}

/** An unmatched deposit is held until two people decide on it. Once per deposit. */
export async function holdDeposit(ctx: Ctx, { depositId, amountMicro }: Deposit): Promise<void> {
  await post(ctx, 'hold', depositId, UNMATCHED, HELD, amountMicro);
}

/** A held deposit is credited to a user's spendable balance. Once per deposit. Returns the new balance. */
export const recordCreditOfHeld = (
  ctx: Ctx,
  { depositId, userId, amountMicro }: Deposit & OfUser,
): Promise<Balance> => post(ctx, 'credit', depositId, HELD, availableAccountOf(userId), amountMicro);

/** An unmatched deposit is credited to its user's spendable balance. Once per deposit. Returns the new balance. */
export const recordCredit = (
  ctx: Ctx,
  { depositId, userId, amountMicro }: Deposit & OfUser,
): Promise<Balance> => post(ctx, 'credit', depositId, UNMATCHED, availableAccountOf(userId), amountMicro);

/**
 * A credited deposit turns out not to be on the chain: its amount is taken from the user's balance, and what is spent
 * already becomes the user's debt. Once per deposit. Returns the debt, 0n if there is none.
 */
export async function debitReversedDeposit(
  ctx: Ctx,
  { depositId, userId, network, amountMicro }: Deposit & OfUser & { readonly network: Network },
): Promise<{ debtMicro: bigint }> {
  const inflow = await findInflow(ctx.db, network);
  return takeBack(ctx, { depositId, userId, amountMicro }, inflow, ['reversal', 'reversalDebt']);
}

/** Takes from the user's balance, and what that lacks as a debt; the movements' kinds are for the one and the other. */
async function takeBack(
  ctx: Ctx,
  { depositId, userId, amountMicro }: Deposit & OfUser,
  account: bigint,
  [kind, debtKind]: readonly [MovementKind, MovementKind],
): Promise<{ debtMicro: bigint }> {
  const balanceMicro = await lockBalance(ctx, userId);
  const takenMicro = balanceMicro < amountMicro ? balanceMicro : amountMicro;
  const debtMicro = amountMicro - takenMicro;
  if (takenMicro > 0n) await post(ctx, kind, depositId, availableAccountOf(userId), account, takenMicro);
  if (debtMicro > 0n)
    await post(ctx, debtKind, depositId, await openOwnAccount(ctx.db, 'debt', userId), account, debtMicro);
  return { debtMicro };
}

/** A credited deposit earns its user a bonus. Once per deposit. Returns the new balance. */
export const recordBonus = (
  ctx: Ctx,
  { depositId, userId, amountMicro }: Deposit & OfUser,
): Promise<Balance> => post(ctx, 'bonus', depositId, BONUSES, availableAccountOf(userId), amountMicro);

/**
 * The bonus of a reversed deposit is taken back like the deposit itself (`debitReversedDeposit`), after it. Once per
 * deposit. Returns the debt, 0n if there is none.
 */
export const debitReversedBonus = (ctx: Ctx, bonus: Deposit & OfUser): Promise<{ debtMicro: bigint }> =>
  takeBack(ctx, bonus, BONUSES, ['bonusReversal', 'bonusReversalDebt']);

/** A user redeems a code for its value. Once per code. Returns the new balance. */
export const recordRedemption = (
  ctx: Ctx,
  { codeId, userId, amountMicro }: OfUser & { readonly codeId: bigint },
): Promise<Balance> => post(ctx, 'redemption', codeId, REDEEM_CODES, availableAccountOf(userId), amountMicro);

/** Accounts of an order are refunded to the buyer's balance. Once per timeline entry. Returns the new balance. */
export const recordRefund = (
  ctx: Ctx,
  { timelineId, userId, amountMicro }: OfUser & { readonly timelineId: bigint },
): Promise<Balance> => post(ctx, 'refund', timelineId, REVENUE, availableAccountOf(userId), amountMicro);

type CommissionReversal = {
  /** The refund in the order's timeline. */
  readonly timelineId: bigint;
  readonly orderId: bigint;
  /** What the order cost, and what of that is not refunded, before and after this refund. */
  readonly totalMicro: bigint;
  readonly beforeMicro: bigint;
  readonly afterMicro: bigint;
};

/**
 * Reverses the commission on refunded accounts, even below zero if it was paid out. Once per timeline entry. The agent
 * keeps the commission on what is left of the sale, rounded down, so nothing remains once everything is refunded. Locks
 * the agent's account, after the buyer's. Returns that account, undefined if nobody earned by the sale.
 */
export async function reverseCommission(
  ctx: Ctx,
  reversal: CommissionReversal,
): Promise<{ readonly account: bigint } | undefined> {
  const { timelineId, orderId, totalMicro, beforeMicro, afterMicro } = reversal;
  const commission = await findMovement(ctx.db, 'commission', orderId);
  if (!commission) return undefined;
  const keptOf = (paidMicro: bigint): bigint => (commission.amount_micro * paidMicro) / totalMicro;
  const amountMicro = keptOf(beforeMicro) - keptOf(afterMicro);
  if (amountMicro > 0n)
    await post(ctx, 'commissionReversal', timelineId, commission.credit_account, REVENUE, amountMicro);
  return { account: commission.credit_account };
}

/** An agent's commission was paid out. Once per payout. Refuses more than the unpaid commission (balanceTooLow). */
export async function recordCommissionPayout(
  ctx: Ctx,
  { payoutId, userId, amountMicro }: OfUser & { readonly payoutId: bigint },
): Promise<void> {
  const account = await lockCommissionAccount(ctx.db, userId);
  if (!account || account.balanceMicro < amountMicro) return refuse('balanceTooLow', 'commission');
  await post(ctx, 'payout', payoutId, account.id, PAYOUTS, amountMicro);
}

type Request = OfUser & { readonly requestId: bigint };

/**
 * Free commission is reserved for a payout that the agent asks for. Once per request. The caller has locked the
 * commission account and found the amount to be free.
 */
export async function reserveCommission(
  ctx: Ctx,
  { requestId, userId, amountMicro }: Request,
): Promise<void> {
  const account = await lockCommissionAccount(ctx.db, userId);
  if (!account || account.balanceMicro < amountMicro) return refuse('balanceTooLow', 'commission');
  const reserve = await openOwnAccount(ctx.db, 'payoutReserve', userId);
  await post(ctx, 'payoutRequest', requestId, account.id, reserve, amountMicro);
}

/** A request is cancelled or rejected: its reserve is commission again. Once per request. */
export async function returnCommission(ctx: Ctx, { requestId, userId, amountMicro }: Request): Promise<void> {
  const account = (await lockCommissionAccount(ctx.db, userId)) ?? refuse('agentNotFound');
  const reserve = await openOwnAccount(ctx.db, 'payoutReserve', userId);
  await post(ctx, 'payoutReturn', requestId, reserve, account.id, amountMicro);
}

/** What was reserved is paid. Once per payout. */
export async function payOutReserve(
  ctx: Ctx,
  { payoutId, userId, amountMicro }: OfUser & { readonly payoutId: bigint },
): Promise<void> {
  const reserve = await openOwnAccount(ctx.db, 'payoutReserve', userId);
  await post(ctx, 'payout', payoutId, reserve, PAYOUTS, amountMicro);
}

/**
 * A buyer asks for balance back: it is held until it is paid or given back. Once per request. The caller has locked the
 * balance. Returns the new balance. Refuses more than the balance (balanceTooLow).
 */
export async function holdBalance(ctx: Ctx, { requestId, userId, amountMicro }: Request): Promise<Balance> {
  if ((await lockBalance(ctx, userId)) < amountMicro) return refuse('balanceTooLow');
  const reserve = await openOwnAccount(ctx.db, 'balanceReserve', userId);
  const accounts = [availableAccountOf(userId), reserve] as const;
  await post(ctx, 'balanceHold', requestId, ...accounts, amountMicro);
  return { balanceMicro: await lockBalance(ctx, userId) };
}

/** A request is cancelled or rejected: what was held is balance again. Once per request. Returns the new balance. */
export async function returnBalance(ctx: Ctx, { requestId, userId, amountMicro }: Request): Promise<Balance> {
  await lockBalance(ctx, userId);
  const reserve = await openOwnAccount(ctx.db, 'balanceReserve', userId);
  return post(ctx, 'balanceReturn', requestId, reserve, availableAccountOf(userId), amountMicro);
}

/** What was held is paid. Once per request. */
export async function payOutBalance(ctx: Ctx, { requestId, userId, amountMicro }: Request): Promise<void> {
  const reserve = await openOwnAccount(ctx.db, 'balanceReserve', userId);
  await post(ctx, 'balancePayout', requestId, reserve, PAYOUTS, amountMicro);
}

/** What a user had in a former shop; zero moves nothing. Once per user, whose id is the reference. */
export async function recordOpeningBalance(ctx: Ctx, { userId, amountMicro }: OfUser): Promise<void> {
  if (amountMicro === 0n) return;
  await post(ctx, 'openingBalance', userId, OPENINGS, availableAccountOf(userId), amountMicro);
}

/**
 * Adjusts a balance by hand, by a negative amount to debit the user. Once per approved proposal. Refuses to debit more
 * than the balance (balanceTooLow).
 */
export async function postAdjustment(
  ctx: Ctx,
  { proposalId, userId, amountMicro }: OfUser & { readonly proposalId: bigint },
): Promise<void> {
  if ((await lockBalance(ctx, userId)) + amountMicro < 0n) refuse('balanceTooLow');
  const account = availableAccountOf(userId);
  if (amountMicro > 0n) await post(ctx, 'adjustment', proposalId, ADJUSTMENTS, account, amountMicro);
  else await post(ctx, 'adjustment', proposalId, account, ADJUSTMENTS, -amountMicro);
}

const lockBalance = async ({ db }: Ctx, userId: bigint): Promise<bigint> =>
  (await lockBalances(db, [userId])).get(userId) ?? refuse('notFound');

/**
 * Moves money from the debited to the credited account, and with it the cached balance of the user among the two;
 * returns that balance. Throws if the business event (kind and reference) has moved money before; the database refuses a
 * balance below zero.
 */
async function post(
  { db, clock }: Ctx,
  kind: MovementKind,
  reference: bigint,
  debited: bigint,
  credited: bigint,
  amountMicro: bigint,
): Promise<Balance> {
  const accounts = { debit_account: debited, credit_account: credited };
  await db
    .insertInto('ledger_movements')
    .values({ kind, reference, ...accounts, amount_micro: amountMicro, created_at: clock.now() })
    .execute();
  let balanceMicro = 0n;
  if (debited >= FIRST_USER_ACCOUNT) balanceMicro = await addToAccount(db, debited, -amountMicro);
  if (credited >= FIRST_USER_ACCOUNT) balanceMicro = await addToAccount(db, credited, amountMicro);
  return { balanceMicro };
}

type Sale = { readonly orderId: bigint; readonly userId: bigint; readonly totalMicro: bigint };

/**
 * Users pay for their orders from their balances: one movement per sale and one balance update per user, as writes for
 * the caller to combine with the orders of the batch. The caller has locked the balances.
 */
export function recordSales(sales: readonly Sale[], now: Date): Write[] {
  const movements = sql`
    insert into ledger_movements (kind, reference, debit_account, credit_account, amount_micro, created_at)
    select 'sale', unnest(${idArray(sales.map((sale) => sale.orderId))}::bigint[]),
      unnest(${idArray(sales.map((sale) => availableAccountOf(sale.userId)))}::bigint[]), ${REVENUE}::bigint,
      unnest(${idArray(sales.map((sale) => sale.totalMicro))}::bigint[]), ${now}::timestamptz`;
  const spent = Map.groupBy(sales, (sale) => sale.userId);
  const balances = sql`
    update ledger_accounts set balance_micro = balance_micro - paid.total
    from unnest(
      ${idArray([...spent.keys()].map(availableAccountOf))}::bigint[],
      ${idArray([...spent.values()].map(sumSales))}::bigint[]) as paid (account, total)
    where id = paid.account returning 1`;
  return [
    { statement: movements },
    { statement: balances, mustChange: { rows: spent.size, orElse: 'a buyer has no balance' } },
  ];
}

const sumSales = (sales: readonly Sale[]): bigint => sales.reduce((sum, sale) => sum + sale.totalMicro, 0n);

/** What an agent earns by a sale; `account` is the agent's commission account. */
export type Commission = {
  readonly orderId: bigint;
  readonly account: bigint;
  readonly amountMicro: bigint;
};

/**
 * Agents earn commission on sales: one movement per sale that earned any and one balance update per agent, as writes
 * for the caller to combine with the sales. All buyers of an agent share the agent's account, so it is locked last and
 * only up to the commit; several accounts in the order of their ids, so that two batches cannot deadlock.
 */
export function recordCommissions(sold: readonly Commission[], now: Date): Write[] {
  const commissions = sold.filter(({ amountMicro }) => amountMicro > 0n);
  if (commissions.length === 0) return [];
  const movements = sql`
    insert into ledger_movements (kind, reference, debit_account, credit_account, amount_micro, created_at)
    select 'commission', unnest(${idArray(commissions.map((one) => one.orderId))}::bigint[]), ${REVENUE}::bigint,
      unnest(${idArray(commissions.map((one) => one.account))}::bigint[]),
      unnest(${idArray(commissions.map((one) => one.amountMicro))}::bigint[]), ${now}::timestamptz`;
  const earned = Map.groupBy(commissions, (one) => one.account);
  const balances = sql`
    update ledger_accounts set balance_micro = balance_micro + earned.total
    from (
      select account.id, sum.total from unnest(
        ${idArray([...earned.keys()])}::bigint[],
        ${idArray([...earned.values()].map(sumCommissions))}::bigint[]) as sum (id, total)
      join ledger_accounts account on account.id = sum.id
      order by account.id for no key update of account) as earned
    where ledger_accounts.id = earned.id returning 1`;
  return [
    { statement: movements },
    { statement: balances, mustChange: { rows: earned.size, orElse: 'an agent has no account' } },
  ];
}

const sumCommissions = (commissions: readonly Commission[]): bigint =>
  commissions.reduce((sum, one) => sum + one.amountMicro, 0n);
