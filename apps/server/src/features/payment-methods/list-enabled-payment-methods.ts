import type { Data, Input, PaymentMethod } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { pageOf } from '../../platform/http/page-of.ts';
import { isUsable } from './is-usable.ts';
import { presentPaymentMethod } from './payment-methods.present.ts';
import type { ChainFacts } from './propose-method.ts';
import { listActiveMethods, type Reader } from './read-methods.ts';

/** Enabled methods with a right seal and a trusted token, whether or not their chain is currently followed. */
export async function findUsablePaymentMethods(reader: Reader): Promise<PaymentMethod[]> {
  return (await listActiveMethods(reader)).filter(isUsable).map(presentPaymentMethod);
}

/** Networks that accept top-ups now, exactly those that `createRecharge` accepts, in the order of the records. */
export async function listEnabledPaymentMethods(
  ctx: Ctx,
  chains: Pick<ChainFacts, 'isOffered'>,
  { query }: Input<'listEnabledPaymentMethods'>,
): Promise<Data<'listEnabledPaymentMethods'>> {
  const usable = (await listActiveMethods(ctx)).filter(isUsable);
  const offered = await Promise.all(usable.map((method) => chains.isOffered(ctx, method)));
  return pageOf(usable.filter((_, index) => offered[index]).map(presentPaymentMethod), query);
}
