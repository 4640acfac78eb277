import type { PaymentMethod } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { isUsable } from './is-usable.ts';
import { presentPaymentMethod } from './payment-methods.present.ts';
import { listActiveMethods } from './payment-methods.sql.ts';

/** Networks that take top-ups now, TRON first: the cheaper one for the buyer. */
export async function listEnabledPaymentMethods(ctx: Ctx): Promise<PaymentMethod[]> {
  return (await listActiveMethods(ctx.db)).filter(isUsable).map(presentPaymentMethod);
}
