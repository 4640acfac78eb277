import type { AdminOrder, Input } from '@portside/contract';
import { requireAction, requireUser } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { combineWrites } from '../../../platform/db/pipeline.ts';
import { refuse } from '../../../platform/refusal.ts';
import { lockRanges, shortenRanges, type ItemRange } from '../../stock/index.ts';
import { hasOtherPermissionHolder } from '../../users/index.ts';
import { presentAdminOrders } from '../admin-orders.present.ts';
import { queueDelivery } from '../delivery/queue-delivery.ts';
import { recordTimelineEntry } from '../order-timeline.sql.ts';
import { findOrderByNo, lockOrder, type OrderRow } from '../orders.sql.ts';
import { lanesOf, StockAllocator } from '../placing/stock-allocator.ts';
import { findSoldItems, insertRemediedItems, insertTakenItems } from '../sold-items.sql.ts';
import { formatItemIds } from './item-ids.ts';
import { parseItemSelection } from './parse-item-selection.ts';
import { publishClaims } from './publish-claims.ts';
import { selectItems } from './select-items.ts';
import { settleRemediedClaims } from './warranty-claims.sql.ts';

const ACTION = 'claim.settle';

/**
 * Replaces items of an order by others of the same product and gender, and sends the delivery e-mail again. No money
 * moves, and the replaced items never return to stock. A repeated call changes nothing and answers the same. Refuses
 * items that were refunded (itemSettled), an order whose account data is erased (accountsDeleted), too little stock
 * (stockTooLow), and an own order unless nobody else may replace it (secondPersonNeeded).
 */
export async function replaceItems(ctx: Ctx, { params, body }: Input<'replaceItems'>): Promise<AdminOrder> {
  requireAction(ctx.actor, ACTION);
  if (!body.item_ids && body.claim_id === undefined) refuse('missingParameters', 'accounts or a claim');
  const replaced = await inTransaction(ctx, async (step) => {
    const { db } = step;
    const { id } = (await findOrderByNo(db, params.order_no)) ?? refuse('notFound');
    const order = await lockOrder(db, id);
    const itemIds = selectItems(await findSoldItems(db, id), parseItemSelection(body), 'replaced');
    if (itemIds.length > 0) {
      await requireOtherBuyer(step, order);
      await replace(step, order, itemIds, body.reason);
    }
    const [shown] = await presentAdminOrders(db, [await lockOrder(db, id)], ctx.language);
    return shown!;
  });
  crashPoint('replacement: after commit');
  return replaced;
}

/** Replacements are free stock: nobody approves them for an own order while a colleague can. */
async function requireOtherBuyer(ctx: Ctx, order: OrderRow): Promise<void> {
  const { userId } = requireUser(ctx.actor);
  if (order.user_id === userId && (await hasOtherPermissionHolder(ctx, ACTION, [userId])))
    refuse('secondPersonNeeded');
}

async function replace(ctx: Ctx, order: OrderRow, itemIds: readonly bigint[], reason: string): Promise<void> {
  const { db, clock } = ctx;
  const { userId } = requireUser(ctx.actor);
  const now = clock.now();
  if (order.accounts_deleted_at !== null || order.accounts_delete_at <= now) refuse('accountsDeleted');
  const taken = await takeFromStock(ctx, order, itemIds.length);
  crashPoint('replacement: taken');
  const entry = { kind: 'replaced', quantity: itemIds.length, note: reason } as const;
  const timelineId = await recordTimelineEntry(ctx, order, entry);
  const replacedBy = taken.flatMap(idsOf);
  await insertRemediedItems(db, { orderId: order.id, timelineId, itemIds, replacedBy });
  await queueDelivery(ctx, order);
  const settlement = { state: 'replaced', answer: reason, settledBy: userId, now } as const;
  await publishClaims(ctx, order, await settleRemediedClaims(db, order.id, settlement), 'replaced');
  ctx.live.publish({ to: order.user_id, name: 'order', data: { order_no: order.order_no } });
  await recordAudit(ctx, {
    action: 'order.replace',
    subject: `order:${order.order_no}`,
    after: { items: formatItemIds(itemIds), by: formatItemIds(replacedBy), reason },
  });
  crashPoint('replacement: before commit');
}

/** Takes items as a new order would, but waits for all stock at once. */
async function takeFromStock({ db }: Ctx, order: OrderRow, quantity: number): Promise<ItemRange[]> {
  const lanes = lanesOf({ goodsId: order.goods_id, gender: order.gender });
  const allocator = new StockAllocator(await lockRanges(db, lanes, 'waitForAll'));
  const taken = allocator.allocate(lanes, quantity) ?? refuse('stockTooLow');
  await combineWrites(db, shortenRanges(allocator.usedRanges()));
  await insertTakenItems(db, order.id, taken);
  return taken;
}

const idsOf = ({ firstId, endId }: ItemRange): bigint[] =>
  Array.from({ length: Number(endId - firstId) }, (_, index) => firstId + BigInt(index));
