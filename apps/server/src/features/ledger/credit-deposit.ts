import type { Ctx } from '../../platform/context.ts';
import { availableAccountOf, UNMATCHED } from './accounts.ts';
import { addToBalance, insertMovement } from './ledger.sql.ts';

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
