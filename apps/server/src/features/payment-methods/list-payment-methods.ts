import { NETWORKS, type Data, type Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { pageOf } from '../../platform/http/page-of.ts';
import { presentKeptMethod } from './payment-methods.present.ts';
import { checkMethods } from './seal-methods.ts';

/**
 * All active and retired methods, newest first, as they are in the table, and whether the shop has written them.
 * Where a network's rows are gone, those that were approved are listed.
 */
export async function listPaymentMethods(
  ctx: Ctx,
  { query }: Input<'listPaymentMethods'>,
): Promise<Data<'listPaymentMethods'>> {
  requireAction(ctx.actor, 'paymentMethod.read');
  const checked = await Promise.all(NETWORKS.map((network) => checkMethods(ctx, network)));
  const methods = checked.flatMap(({ rows, fault, approved }) =>
    (rows.length > 0 ? rows : (approved ?? [])).map((row) => ({ row, sealed: fault === null })),
  );
  const newestFirst = methods.toSorted((one, other) => (one.row.id < other.row.id ? 1 : -1));
  return pageOf(
    newestFirst.map(({ row, sealed }) => ({ ...presentKeptMethod(row), sealed })),
    query,
  );
}
