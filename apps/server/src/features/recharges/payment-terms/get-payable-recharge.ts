import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { getOwnRecharge } from '../read-recharges.ts';
import type { RechargeRow } from '../recharges.sql.ts';
import { createTermsCheck } from './check-payment-terms.ts';

/**
 * The caller's own top-up, for a step towards its payment. Refuses one that is not the caller's (notFound) and one whose
 * addresses are not the shop's (addressesChanged).
 */
export async function getPayableRecharge(ctx: Ctx, orderId: string): Promise<RechargeRow> {
  const recharge = await getOwnRecharge(ctx, orderId);
  const findTerms = await createTermsCheck(ctx, [recharge.network]);
  return findTerms(recharge) ? recharge : refuse('addressesChanged', `top-up ${orderId}`);
}
