import type { Data, Input, PaymentMethod } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { pageOf } from '../../platform/http/page-of.ts';
import { isUsable } from './is-usable.ts';
import { presentPaymentMethod } from './payment-methods.present.ts';
import { listActiveMethods } from './payment-methods.sql.ts';

/** Networks that take top-ups now, TRON first: the cheaper one for the buyer. */
export async function findEnabledPaymentMethods(ctx: Ctx): Promise<PaymentMethod[]> {
  return (await listActiveMethods(ctx.db)).filter(isUsable).map(presentPaymentMethod);
}

export async function listEnabledPaymentMethods(
  ctx: Ctx,
  { query }: Input<'listEnabledPaymentMethods'>,
): Promise<Data<'listEnabledPaymentMethods'>> {
  return pageOf(await findEnabledPaymentMethods(ctx), query);
}
