import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { pageOf } from '../../platform/http/page-of.ts';
import { presentKeptMethod } from './payment-methods.present.ts';
import { listAllMethods } from './payment-methods.sql.ts';

/** All active and retired methods, newest first. */
export async function listPaymentMethods(
  ctx: Ctx,
  { query }: Input<'listPaymentMethods'>,
): Promise<Data<'listPaymentMethods'>> {
  requireAction(ctx.actor, 'paymentMethod.read');
  return pageOf((await listAllMethods(ctx.db)).map(presentKeptMethod), query);
}
