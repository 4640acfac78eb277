import type { Ctx } from '../../platform/context.ts';
import { availableAccountOf, HELD, UNMATCHED } from './accounts.ts';
import { addToBalance, insertMovement } from './ledger.sql.ts';

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
