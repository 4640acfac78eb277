import { recordAudit } from '../../../platform/audit/record-audit.ts';
import type { Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { combineWrites } from '../../../platform/db/pipeline.ts';
import { refuse } from '../../../platform/refusal.ts';
import { lockRanges, shortenRanges, type ItemRange } from '../../stock/index.ts';
import { queueDelivery } from '../delivery/queue-delivery.ts';
import { recordTimelineEntry } from '../order-timeline.sql.ts';
import type { OrderRow } from '../orders.sql.ts';
import { lanesOf, StockAllocator } from '../placing/stock-allocator.ts';
import { insertRemediedItems, insertTakenItems } from '../sold-items.sql.ts';
import { formatItemIds } from './item-ids.ts';
import { publishWarrantyClaims } from './publish-warranty-claims.ts';
import { settleRemediedWarrantyClaims } from './warranty-claims.sql.ts';

type Replacement = {
  /** Items of the order that are not remedied yet. */
  readonly itemIds: readonly bigint[];
  readonly reason: string;
  readonly replacedBy: bigint;
  /** The proposal that was approved; null where one admin decided alone. */
  readonly proposalId: bigint | null;
};

/** Refuses an order whose account data is erased, or is to be by now (accountsDeleted). */
export function requireReplaceable({ clock }: Pick<Ctx, 'clock'>, order: OrderRow): void {
  if (order.accounts_deleted_at !== null || order.accounts_delete_at <= clock.now())
    refuse('accountsDeleted');
}

/**
 * Replaces items of an order out of the stock of its product and gender, sends the delivery again, and settles the
 * claims that this completes. Runs in the caller's transaction, which holds the order's lock. Refuses too little stock
 * (stockTooLow) and erased account data (accountsDeleted).
 */
export async function applyReplacement(ctx: Ctx, order: OrderRow, replacement: Replacement): Promise<void> {
  const { db, clock } = ctx;
  const { itemIds, reason, replacedBy, proposalId } = replacement;
  requireReplaceable(ctx, order);
  const taken = await takeFromStock(ctx, order, itemIds.length);
  crashPoint('replacement: taken');
  const entry = {
    kind: 'replaced',
    quantity: itemIds.length,
    note: reason,
    actorId: replacedBy,
    proposalId,
  } as const;
  const timelineId = await recordTimelineEntry(ctx, order, entry);
  const newIds = taken.flatMap(idsOf);
  await insertRemediedItems(db, { orderId: order.id, timelineId, itemIds, replacedBy: newIds });
  await queueDelivery(ctx, order);
  const settlement = { state: 'replaced', answer: reason, settledBy: replacedBy, now: clock.now() } as const;
  await publishWarrantyClaims(
    ctx,
    order,
    await settleRemediedWarrantyClaims(db, order.id, settlement),
    'replaced',
  );
  ctx.live.changed('stock');
  ctx.live.publish({ to: order.user_id, name: 'order', data: { order_no: order.order_no } });
  await recordAudit(ctx, {
    action: 'order.replace',
    subject: `order:${order.order_no}`,
    after: { items: formatItemIds(itemIds), by: formatItemIds(newIds), reason },
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
