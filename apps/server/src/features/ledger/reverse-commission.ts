import type { Ctx } from '../../platform/context.ts';
import { REVENUE } from './accounts.ts';
import { addToAccount, findMovement, insertMovement } from './ledger.sql.ts';

type Reversal = {
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
export async function reverseCommission({ db, clock }: Ctx, reversal: Reversal): Promise<void> {
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
