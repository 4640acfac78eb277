import type { Ctx } from '../../../platform/context.ts';
import type { DepositRow } from '../../deposits/index.ts';
import {
  addDeposit,
  completeRecharge,
  findCountingDeposit,
  paymentOf,
  type RechargeRow,
} from '../recharges.sql.ts';
import { missingMicro } from './missing-amount.ts';

/**
 * Adds one more deposit to a locked top-up and announces `rechargeCredited`, in the transaction that credits the
 * deposit. The top-up is successful once nothing is missing, or at once where `accepts`: admins have decided that this
 * payment is the one. It then shows the payment that counted, and keeps showing it. Answers the new row.
 */
export async function creditRecharge(
  ctx: Ctx,
  rechargeId: bigint,
  deposit: DepositRow,
  { accepts = false }: { readonly accepts?: boolean } = {},
): Promise<RechargeRow> {
  const added = await addDeposit(ctx.db, rechargeId, deposit);
  const isPaid = missingMicro(added) === 0n;
  const recharge = added.state !== 'credited' && (isPaid || accepts) ? await complete(ctx, added) : added;
  await ctx.events.announce(ctx, 'rechargeCredited', {
    rechargeId,
    orderId: recharge.order_id,
    userId: recharge.user_id,
    depositId: deposit.id,
    amountMicro: deposit.amount_micro,
  });
  return recharge;
}

async function complete({ db }: Ctx, recharge: RechargeRow): Promise<RechargeRow> {
  const counting = await findCountingDeposit(db, recharge);
  if (!counting) throw new Error(`top-up ${recharge.id} has no credited deposit`);
  const { accepted_micro: before, credited_micro: came } = recharge;
  const accepted_micro = missingMicro(recharge) === 0n ? before : came;
  return completeRecharge(db, recharge.id, { ...paymentOf(counting), accepted_micro });
}
