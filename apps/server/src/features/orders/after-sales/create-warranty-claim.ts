import type { Input, WarrantyClaim } from '@portside/contract';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { refuse } from '../../../platform/refusal.ts';
import { getOwnOrder } from '../get-own-order.ts';
import { recordTimelineEntry } from '../order-timeline.sql.ts';
import { lockOrder, type OrderRow } from '../orders.sql.ts';
import { findSoldItems } from '../sold-items.sql.ts';
import { warrantyEndOf } from '../warranty.ts';
import { publishWarrantyClaims } from './publish-warranty-claims.ts';
import { pickItems } from './select-items.ts';
import { presentWarrantyClaim } from './warranty-claims.present.ts';
import { insertWarrantyClaim } from './warranty-claims.sql.ts';

/**
 * The buyer reports dead accounts of an own order, each account once. Refuses accounts that are not in the order
 * (notFound), were claimed before (itemClaimed) or are already replaced or refunded (itemSettled), an order whose
 * warranty is over (warrantyOver) and one whose account data is erased (accountsDeleted).
 */
export async function createWarrantyClaim(
  ctx: Ctx,
  { params, body }: Input<'createWarrantyClaim'>,
): Promise<WarrantyClaim> {
  const claim = await inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    const order = await lockOrder(db, (await getOwnOrder(step, params.order_no)).id);
    requireWarranty(order, clock.now());
    const items = pickItems(await findSoldItems(db, order.id), body.item_ids.map(BigInt));
    if (items.some(({ claimId }) => claimId !== null)) refuse('itemClaimed');
    if (items.some(({ state }) => state !== 'good')) refuse('itemSettled');
    const itemIds = items.map(({ id }) => id);
    const { reason } = body;
    const row = await insertWarrantyClaim(
      db,
      { order_id: order.id, user_id: order.user_id, reason, created_at: clock.now() },
      itemIds,
    );
    await recordTimelineEntry(step, order, { kind: 'claimed', quantity: items.length, note: reason });
    await publishWarrantyClaims(step, order, [row.id], row.state);
    crashPoint('claim: before commit');
    return presentWarrantyClaim(row, order.order_no, itemIds);
  });
  crashPoint('claim: after commit');
  return claim;
}

function requireWarranty(order: OrderRow, now: Date): void {
  if (order.accounts_deleted_at !== null) refuse('accountsDeleted');
  const end = warrantyEndOf(order);
  if (end === null || end <= now) refuse('warrantyOver');
}
