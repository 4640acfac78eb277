import type { WarrantyClaimState } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { listHolders } from '../../users/index.ts';
import type { OrderRow } from '../orders.sql.ts';

/** Publishes the new state of claims of an order to its buyer and to the admins who may read claims. */
export async function publishClaims(
  { db, live }: Ctx,
  order: Pick<OrderRow, 'order_no' | 'user_id'>,
  ids: readonly bigint[],
  state: WarrantyClaimState,
): Promise<void> {
  if (ids.length === 0) return;
  const readers = new Set([order.user_id, ...(await listHolders(db, 'claim.read'))]);
  for (const id of ids) {
    const data = { id: id.toString(), order_no: order.order_no, state };
    for (const to of readers) live.publish({ to, name: 'claim', data });
  }
}
