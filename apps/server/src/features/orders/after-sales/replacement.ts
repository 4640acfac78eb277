import { paths, type Data, type Input } from '@portside/contract';
import { requireUser } from '../../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { refuse } from '../../../platform/refusal.ts';
import { findOrderByNo, lockOrder, type OrderRow } from '../orders.sql.ts';
import { findSoldItems, insertRemediedItems, insertTakenItems } from '../sold-items.sql.ts';
import {
  needsApproval,
  proposeRemedy,
  type RemedyTerms,
  parseItemIds,
  formatItemIds,
  presentRemedy,
} from './remedy-approval.ts';
import { parseItemSelection, selectItems } from './select-items.ts';
import type { Approved } from '../../approvals/index.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { combineWrites } from '../../../platform/db/pipeline.ts';
import { lockRanges, shortenRanges, type ItemRange } from '../../stock/index.ts';
import { queueDelivery } from '../delivery/queue-delivery.ts';
import { recordTimelineEntry } from '../order-timeline.sql.ts';
import { lanesOf, StockAllocator } from '../placing/stock-allocator.ts';
import { publishWarrantyClaims } from './warranty-claims.ts';
import { settleRemediedWarrantyClaims } from './warranty-claims.sql.ts';

/**
 * Replaces items of an order by others of the same product and gender, and sends the delivery e-mail again. No money
 * moves, and the replaced items never return to stock. A repeated call changes nothing and answers the same. It may
 * need a second person's approval (`needsApproval`). Refuses items that were refunded (itemSettled), an order whose
 * account data is erased (accountsDeleted), and too little stock (stockTooLow).
 */
export async function replaceItems(
  ctx: Ctx,
  { params, body }: Input<'replaceItems'>,
): Promise<Data<'replaceItems'>> {
  if (!body.item_ids && body.claim_id === undefined) refuse('missingParameters', 'accounts or a claim');
  const replaced = await inTransaction(ctx, async (step) => {
    const { db } = step;
    const { userId } = requireUser(step.actor);
    const { id } = (await findOrderByNo(db, params.order_no)) ?? refuse('notFound');
    const order = await lockOrder(db, id);
    const itemIds = selectItems(await findSoldItems(db, id), parseItemSelection(body), 'replaced');
    if (itemIds.length === 0) return presentRemedy(step, order, null);
    const remedy = { itemIds, reason: body.reason };
    requireReplaceable(step, order);
    if (await needsApproval(step, order, itemIds.length)) {
      const proposal = await proposeRemedy(step, order, {
        ...remedy,
        kind: 'replacementApproved',
        action: paths.replaceItems[2],
      });
      return presentRemedy(step, order, proposal);
    }
    const replacement = { ...remedy, replacedBy: userId, proposalId: null };
    await applyReplacement(step, order, replacement);
    return presentRemedy(step, order, null);
  });
  crashPoint('replacement: after commit');
  return replaced;
}

/** Makes a replacement that a second person approved. Refuses where its items were settled meanwhile (itemSettled). */
export async function onReplacementApproved(
  ctx: Ctx,
  { proposalId, terms }: Approved<RemedyTerms>,
): Promise<void> {
  await inTransaction(ctx, async (step) => {
    const { id } = (await findOrderByNo(step.db, terms.order_no)) ?? refuse('notFound');
    const order = await lockOrder(step.db, id);
    const selection = { itemIds: parseItemIds(terms.items) };
    const itemIds = selectItems(await findSoldItems(step.db, id), selection, 'replaced');
    if (itemIds.length === 0) refuse('itemSettled');
    const replacedBy = BigInt(terms.proposed_by);
    await applyReplacement(step, order, { itemIds, reason: terms.reason, replacedBy, proposalId });
  });
}

type Replacement = {
  /** Items of the order that are not remedied yet. */
  readonly itemIds: readonly bigint[];
  readonly reason: string;
  readonly replacedBy: bigint;
  /** The proposal that was approved; null where one admin decided alone. */
  readonly proposalId: bigint | null;
};

/** Refuses an order whose account data is erased, or is to be by now (accountsDeleted). */
function requireReplaceable({ clock }: Pick<Ctx, 'clock'>, order: OrderRow): void {
  if (order.accounts_deleted_at !== null || order.accounts_delete_at <= clock.now())
    refuse('accountsDeleted');
}

/**
 * Replaces items of an order out of the stock of its product and gender, sends the delivery again, and settles the
 * claims that this completes. Runs in the caller's transaction, which holds the order's lock. Refuses too little stock
 * (stockTooLow) and erased account data (accountsDeleted).
 */
async function applyReplacement(ctx: Ctx, order: OrderRow, replacement: Replacement): Promise<void> {
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
