import type { WarrantyClaimState } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { listPermissionHolders } from '../../users/index.ts';
import { orderName } from '../order-name.ts';
import type { OrderRow } from '../orders.sql.ts';

type NamedOrder = Pick<OrderRow, 'id' | 'order_no' | 'user_id'>;

/**
 * Publishes the new state of claims of an order to its buyer and to the admins who may read claims; a decided one
 * is announced too.
 */
export async function publishWarrantyClaims(
  ctx: Ctx,
  order: NamedOrder,
  ids: readonly bigint[],
  state: WarrantyClaimState,
): Promise<void> {
  const { db, events, live } = ctx;
  if (ids.length === 0) return;
  if (state !== 'open')
    for (const claimId of ids)
      await events.announce(ctx, 'warrantyClaimSettled', { ...orderName(order), claimId, state });
  const readers = new Set([order.user_id, ...(await listPermissionHolders(db, 'claim.read'))]);
  for (const id of ids) {
    const data = { id: id.toString(), order_no: order.order_no, state };
    for (const to of readers) live.publish({ to, name: 'claim', data });
  }
}
