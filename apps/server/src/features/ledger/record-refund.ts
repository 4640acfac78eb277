import type { Ctx } from '../../platform/context.ts';
import { availableAccountOf, REVENUE } from './accounts.ts';
import { addToBalance, insertMovement } from './ledger.sql.ts';

type Refund = {
  /** Of the order, named `refunded`. */
  readonly eventId: bigint;
  readonly userId: bigint;
  readonly amountMicro: bigint;
};

/** A buyer gets back what accounts of an order cost him, once an event of the order. */
export async function recordRefund(
  { db, clock }: Ctx,
  { eventId, userId, amountMicro }: Refund,
): Promise<{ balanceMicro: bigint }> {
  await insertMovement(db, {
    kind: 'refund',
    reference: eventId,
    debit_account: REVENUE,
    credit_account: availableAccountOf(userId),
    amount_micro: amountMicro,
    created_at: clock.now(),
  });
  return { balanceMicro: await addToBalance(db, userId, amountMicro) };
}
