import type { Network } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import {
  UNMATCHED,
  availableAccountOf,
  HELD,
  REVENUE,
  PAYOUTS,
  OPENINGS,
  ADJUSTMENTS,
} from './ledger.sql.ts';
import {
  findInflow,
  insertMovement,
  addToBalance,
  addToDebt,
  lockBalances,
  addToAccount,
  findMovement,
  lockCommissionAccount,
} from './balances.ts';
import { refuse } from '../../platform/refusal.ts';
import { sql } from 'kysely';
import { idArray } from '../../platform/db/arrays.ts';
import type { Write } from '../../platform/db/pipeline.ts';

type Deposit = { readonly depositId: bigint; readonly network: Network; readonly amountMicro: bigint };

/** A confirmed transfer reached the treasury: its amount is unmatched until it is attributed. Once per deposit. */
export async function recordDeposit(ctx: Ctx, { depositId, network, amountMicro }: Deposit): Promise<void> {
  await insertMovement(ctx.db, {
    kind: 'deposit',
    reference: depositId,
    debit_account: await findInflow(ctx.db, network),
    credit_account: UNMATCHED,
    amount_micro: amountMicro,
    created_at: ctx.clock.now(),
  });
}

type HeldDeposit = { readonly depositId: bigint; readonly amountMicro: bigint };

/** An unmatched deposit is held until two people decide on it. Once per deposit. */
export async function holdDeposit(ctx: Ctx, { depositId, amountMicro }: HeldDeposit): Promise<void> {
  await insertMovement(ctx.db, {
    kind: 'hold',
    reference: depositId,
    debit_account: UNMATCHED,
    credit_account: HELD,
    amount_micro: amountMicro,
    created_at: ctx.clock.now(),
  });
}

/** A held deposit is credited to a user's spendable balance. Once per deposit. Returns the new balance. */
export async function releaseDeposit(
  ctx: Ctx,
  { depositId, amountMicro, userId }: HeldDeposit & { readonly userId: bigint },
): Promise<{ balanceMicro: bigint }> {
  await insertMovement(ctx.db, {
    kind: 'credit',
    reference: depositId,
    debit_account: HELD,
    credit_account: availableAccountOf(userId),
    amount_micro: amountMicro,
    created_at: ctx.clock.now(),
  });
  return { balanceMicro: await addToBalance(ctx.db, userId, amountMicro) };
}

type Credit = { readonly depositId: bigint; readonly userId: bigint; readonly amountMicro: bigint };

/** An unmatched deposit is credited to its user's spendable balance. Once per deposit. Returns the new balance. */
export async function creditDeposit(
  ctx: Ctx,
  { depositId, userId, amountMicro }: Credit,
): Promise<{ balanceMicro: bigint }> {
  await insertMovement(ctx.db, {
    kind: 'credit',
    reference: depositId,
    debit_account: UNMATCHED,
    credit_account: availableAccountOf(userId),
    amount_micro: amountMicro,
    created_at: ctx.clock.now(),
  });
  return { balanceMicro: await addToBalance(ctx.db, userId, amountMicro) };
}

type DepositReversal = {
  readonly depositId: bigint;
  readonly userId: bigint;
  readonly network: Network;
  readonly amountMicro: bigint;
};

/**
 * A credited deposit turns out not to be on the chain: its amount is taken from the user's balance, and what is spent
 * already becomes the user's debt. Once per deposit. Returns the debt, 0n where there is none.
 */
export async function debitReversedDeposit(
  ctx: Ctx,
  reversal: DepositReversal,
): Promise<{ debtMicro: bigint }> {
  const { db, clock } = ctx;
  const { depositId, userId, network, amountMicro } = reversal;
  const balanceMicro = (await lockBalances(db, [userId])).get(userId) ?? refuse('notFound');
  const takenMicro = balanceMicro < amountMicro ? balanceMicro : amountMicro;
  const debtMicro = amountMicro - takenMicro;
  const credit_account = await findInflow(db, network);
  const shared = { reference: depositId, credit_account, created_at: clock.now() };
  if (takenMicro > 0n) {
    const debit_account = availableAccountOf(userId);
    await insertMovement(db, { ...shared, kind: 'reversal', debit_account, amount_micro: takenMicro });
    await addToBalance(db, userId, -takenMicro);
  }
  if (debtMicro > 0n) {
    const debit_account = await addToDebt(db, userId, debtMicro);
    await insertMovement(db, { ...shared, kind: 'reversalDebt', debit_account, amount_micro: debtMicro });
  }
  return { debtMicro };
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
 * Agents earn commission on sales: one movement per sale and one balance update per agent, as writes for the caller to
 * combine with the sales. All buyers of an agent share the agent's account, so it is locked last and only up to the
 * commit; several accounts in the order of their ids, so that two batches cannot deadlock.
 */
export function recordCommissions(commissions: readonly Commission[], now: Date): Write[] {
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

type Refund = {
  /** The refund in the order's timeline. */
  readonly timelineId: bigint;
  readonly userId: bigint;
  readonly amountMicro: bigint;
};

/**
 * Accounts of an order are refunded to the buyer's spendable balance; once per timeline entry. Returns the new balance.
 */
export async function recordRefund(
  { db, clock }: Ctx,
  { timelineId, userId, amountMicro }: Refund,
): Promise<{ balanceMicro: bigint }> {
  await insertMovement(db, {
    kind: 'refund',
    reference: timelineId,
    debit_account: REVENUE,
    credit_account: availableAccountOf(userId),
    amount_micro: amountMicro,
    created_at: clock.now(),
  });
  return { balanceMicro: await addToBalance(db, userId, amountMicro) };
}

type CommissionReversal = {
  /** The refund in the order's timeline. */
  readonly timelineId: bigint;
  readonly orderId: bigint;
  /** How many accounts the order has, and how many of them are not refunded, before and after this refund. */
  readonly quantity: number;
  readonly paidBefore: number;
  readonly paidAfter: number;
};

/**
 * Reverses the commission on refunded accounts; once per timeline entry. What the agent was already paid out leaves the
 * account below zero. The agent keeps the commission on what is left of the sale, rounded down, so nothing remains
 * once everything is refunded. Locks the agent's account; the buyer's is locked before it.
 */
export async function reverseCommission({ db, clock }: Ctx, reversal: CommissionReversal): Promise<void> {
  const { timelineId, orderId, quantity, paidBefore, paidAfter } = reversal;
  const commission = await findMovement(db, 'commission', orderId);
  if (!commission) return;
  const keptOf = (paid: number): bigint => (commission.amount_micro * BigInt(paid)) / BigInt(quantity);
  const amountMicro = keptOf(paidBefore) - keptOf(paidAfter);
  if (amountMicro === 0n) return;
  await insertMovement(db, {
    kind: 'commissionReversal',
    reference: timelineId,
    debit_account: commission.credit_account,
    credit_account: REVENUE,
    amount_micro: amountMicro,
    created_at: clock.now(),
  });
  await addToAccount(db, commission.credit_account, -amountMicro);
}

type Payout = { readonly payoutId: bigint; readonly userId: bigint; readonly amountMicro: bigint };

/** An agent's commission was paid out; once per payout. Refuses more than the unpaid commission (balanceTooLow). */
export async function recordCommissionPayout({ db, clock }: Ctx, payout: Payout): Promise<void> {
  const { payoutId, userId, amountMicro } = payout;
  const account = await lockCommissionAccount(db, userId);
  if (!account || account.balanceMicro < amountMicro) return refuse('balanceTooLow', 'commission');
  await insertMovement(db, {
    kind: 'payout',
    reference: payoutId,
    debit_account: account.id,
    credit_account: PAYOUTS,
    amount_micro: amountMicro,
    created_at: clock.now(),
  });
  await addToAccount(db, account.id, -amountMicro);
}

type Opening = {
  readonly userId: bigint;
  /** Zero moves nothing. */
  readonly amountMicro: bigint;
};

/** What a user had in a former shop; once per user, whose id is the reference. Throws where they have got it before. */
export async function recordOpeningBalance(
  { db, clock }: Ctx,
  { userId, amountMicro }: Opening,
): Promise<void> {
  if (amountMicro === 0n) return;
  await insertMovement(db, {
    kind: 'openingBalance',
    reference: userId,
    debit_account: OPENINGS,
    credit_account: availableAccountOf(userId),
    amount_micro: amountMicro,
    created_at: clock.now(),
  });
  await addToBalance(db, userId, amountMicro);
}

type Adjustment = {
  /** The proposal that a second person approved. */
  readonly proposalId: bigint;
  readonly userId: bigint;
  /** Negative to debit the user. */
  readonly amountMicro: bigint;
};

/** A manual balance adjustment; once per proposal. Refuses to debit more than the balance (balanceTooLow). */
export async function postAdjustment({ db, clock }: Ctx, adjustment: Adjustment): Promise<void> {
  const { proposalId, userId, amountMicro } = adjustment;
  const balanceMicro = (await lockBalances(db, [userId])).get(userId) ?? refuse('notFound');
  if (balanceMicro + amountMicro < 0n) refuse('balanceTooLow');
  const account = availableAccountOf(userId);
  const isCredit = amountMicro > 0n;
  await insertMovement(db, {
    kind: 'adjustment',
    reference: proposalId,
    debit_account: isCredit ? ADJUSTMENTS : account,
    credit_account: isCredit ? account : ADJUSTMENTS,
    amount_micro: isCredit ? amountMicro : -amountMicro,
    created_at: clock.now(),
  });
  await addToBalance(db, userId, amountMicro);
}
