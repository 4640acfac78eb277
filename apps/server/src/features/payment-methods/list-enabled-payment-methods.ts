import type { Data, Input, PaymentMethod } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { pageOf } from '../../platform/http/page-of.ts';
import { isUsable } from './is-usable.ts';
import { presentPaymentMethod } from './payment-methods.present.ts';
import { listActiveMethods } from './payment-methods.sql.ts';
import type { ChainFacts } from './propose-method.ts';

/** Enabled methods with a trusted token, whether or not their chain is currently followed. */
export async function findUsablePaymentMethods({ db }: Ctx): Promise<PaymentMethod[]> {
  return (await listActiveMethods(db)).filter(isUsable).map(presentPaymentMethod);
}

/** Networks that accept top-ups now, exactly those that `createRecharge` accepts, in the order of the records. */
export async function listEnabledPaymentMethods(
  ctx: Ctx,
  chains: Pick<ChainFacts, 'isFollowed'>,
  { query }: Input<'listEnabledPaymentMethods'>,
): Promise<Data<'listEnabledPaymentMethods'>> {
  const usable = await findUsablePaymentMethods(ctx);
  const followed = await Promise.all(usable.map((one) => chains.isFollowed(ctx, BigInt(one.chain_id))));
  return pageOf(
    usable.filter((_, index) => followed[index]),
    query,
  );
}
