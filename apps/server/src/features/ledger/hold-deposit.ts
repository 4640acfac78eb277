import type { Ctx } from '../../platform/context.ts';
import { availableAccountOf, HELD, UNMATCHED } from './accounts.ts';
import { addToBalance, insertMovement } from './ledger.sql.ts';

type Coins = { readonly depositId: bigint; readonly amountMicro: bigint };

/** The coins of a deposit are set aside until two persons decide. Once per deposit. */
export async function holdDeposit(ctx: Ctx, { depositId, amountMicro }: Coins): Promise<void> {
  await insertMovement(ctx.db, {
    kind: 'hold',
    reference: depositId,
    debit_account: UNMATCHED,
    credit_account: HELD,
    amount_micro: amountMicro,
    created_at: ctx.clock.now(),
  });
}

/** Held coins become a user's after all. Once per deposit. */
export async function releaseDeposit(
  ctx: Ctx,
  { depositId, amountMicro, userId }: Coins & { readonly userId: bigint },
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
