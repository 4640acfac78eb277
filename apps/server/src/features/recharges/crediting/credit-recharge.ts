import type { Ctx } from '../../../platform/context.ts';
import type { DepositRow } from '../../deposits/index.ts';
import { addDeposit, type PaymentColumns, type RechargeRow } from '../recharges.sql.ts';

/**
 * Marks a top-up as credited with one more deposit and announces `rechargeCredited`, in the transaction that
 * credits the deposit. `payment` is what the top-up shows of its payment from now on. Answers the new row.
 */
export async function creditRecharge(
  ctx: Ctx,
  rechargeId: bigint,
  deposit: DepositRow,
  payment: Partial<PaymentColumns>,
): Promise<RechargeRow> {
  const credited = await addDeposit(ctx.db, rechargeId, deposit, payment);
  await ctx.events.announce(ctx, 'rechargeCredited', {
    rechargeId,
    orderId: credited.order_id,
    userId: credited.user_id,
    depositId: deposit.id,
    amountMicro: deposit.amount_micro,
  });
  return credited;
}
