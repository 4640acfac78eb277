import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { ADJUSTMENTS, availableAccountOf } from './accounts.ts';
import { addToBalance, insertMovement, lockBalances } from './ledger.sql.ts';

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
