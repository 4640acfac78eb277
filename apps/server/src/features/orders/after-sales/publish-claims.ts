import type { ClaimState } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { listPermissionHolders } from '../../users/index.ts';
import type { OrderRow } from '../orders.sql.ts';

/** Tells the buyer, and the admins who may read claims, how claims of an order stand. */
export async function publishClaims(
  { db, live }: Ctx,
  order: Pick<OrderRow, 'order_no' | 'user_id'>,
  ids: readonly bigint[],
  state: ClaimState,
): Promise<void> {
  if (ids.length === 0) return;
  const readers = new Set([order.user_id, ...(await listPermissionHolders(db, 'claim.read'))]);
  for (const id of ids) {
    const data = { id: id.toString(), order_no: order.order_no, state };
    for (const to of readers) live.publish({ to, name: 'claim', data });
  }
}
