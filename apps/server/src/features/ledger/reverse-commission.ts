import type { Ctx } from '../../platform/context.ts';
import { REVENUE } from './accounts.ts';
import { addToAccount, findMovement, insertMovement } from './ledger.sql.ts';

type Reversal = {
  /** Of the order, named `refunded`. */
  readonly eventId: bigint;
  readonly orderId: bigint;
  /** How many accounts the order had, and of how many the price was not paid back, before and after. */
  readonly quantity: number;
  readonly paidBefore: number;
  readonly paidAfter: number;
};

/**
 * An agent loses what he earned by accounts that are paid back, once an event of the order; what he was paid
 * out already leaves his account below zero. He keeps the part of his commission that is left of the sale,
 * rounded down, so nothing remains of it when all is paid back. Locks his account: the buyer's comes before.
 */
export async function reverseCommission({ db, clock }: Ctx, reversal: Reversal): Promise<void> {
  const { eventId, orderId, quantity, paidBefore, paidAfter } = reversal;
  const commission = await findMovement(db, 'commission', orderId);
  if (!commission) return;
  const keptOf = (paid: number): bigint => (commission.amount_micro * BigInt(paid)) / BigInt(quantity);
  const amountMicro = keptOf(paidBefore) - keptOf(paidAfter);
  if (amountMicro === 0n) return;
  await insertMovement(db, {
    kind: 'commissionReversal',
    reference: eventId,
    debit_account: commission.credit_account,
    credit_account: REVENUE,
    amount_micro: amountMicro,
    created_at: clock.now(),
  });
  await addToAccount(db, commission.credit_account, -amountMicro);
}
