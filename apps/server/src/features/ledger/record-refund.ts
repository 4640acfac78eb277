import type { Ctx } from '../../platform/context.ts';
import { availableAccountOf, REVENUE } from './accounts.ts';
import { addToBalance, insertMovement } from './ledger.sql.ts';

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
