import type { Data, Input, Network } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { pageOf } from '../../platform/http/page-of.ts';
import { presentKeptMethod } from './payment-methods.present.ts';
import { listAllMethods } from './payment-methods.sql.ts';
import { listSealFaults } from './read-methods.ts';

/** All active and retired methods, newest first. */
export async function listPaymentMethods(
  ctx: Ctx,
  { query }: Input<'listPaymentMethods'>,
): Promise<Data<'listPaymentMethods'>> {
  requireAction(ctx.actor, 'paymentMethod.read');
  const [methods, faults] = await Promise.all([listAllMethods(ctx.db), listSealFaults(ctx)]);
  const isSealed = (type: Network): boolean => faults.every(({ network }) => network !== type);
  return pageOf(
    methods.map((row) => ({ ...presentKeptMethod(row), sealed: isSealed(row.type) })),
    query,
  );
}
