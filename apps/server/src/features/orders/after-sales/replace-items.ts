import { paths, type Data, type Input } from '@portside/contract';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { combineWrites } from '../../../platform/db/pipeline.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { Approved } from '../../approvals/index.ts';
import { notify, type Told } from '../../notices/index.ts';
import { idsOf, lockRanges, shortenRanges, type ItemRange } from '../../stock/index.ts';
import { queueDelivery } from '../delivery/mail-accounts.ts';
import { recordTimelineEntry } from '../order-timeline.sql.ts';
import { publishOrder } from '../orders.present.ts';
import { lockOrderByNo, type OrderRow } from '../orders.sql.ts';
import { lanesOf, StockAllocator } from '../placing/stock-allocator.ts';
import { insertRemediedItems, insertTakenItems } from '../sold-items.sql.ts';
import {
  formatItemIds,
  presentRemedied,
  proposeIfNeeded,
  readApprovedRemedy,
  readRemedy,
  readShopRemedy,
  settleClaims,
  type Remedy,
  type RemedyTerms,
  type ShopRemedy,
} from './remedies.ts';

const REPLACEMENT = { kind: 'replacementApproved', action: paths.replaceItems[2] } as const;

/**
 * Replaces items of an order by others of the same product and gender, and sends the delivery e-mail again. No money
 * moves, and the replaced items never return to stock. A repeated call changes nothing and answers the same. It may
 * need a second person's approval. Refuses an unknown order (notFound), items that were refunded (itemSettled), an
 * order whose account data is erased (accountsDeleted), and too little stock (stockTooLow).
 */
export async function replaceItems(
  ctx: Ctx,
  { params, body }: Input<'replaceItems'>,
): Promise<Data<'replaceItems'>> {
  if (!body.item_ids && body.claim_id === undefined) refuse('missingParameters', 'accounts or a claim');
  const replaced = await inTransaction(ctx, async (step) => {
    const order = (await lockOrderByNo(step.db, params.order_no)) ?? refuse('notFound');
    const replacement = await readRemedy(step, order, 'replaced', body);
    if (replacement) requireReplaceable(step, order);
    const proposal = replacement && (await proposeIfNeeded(step, order, REPLACEMENT, replacement));
    if (replacement && !proposal) await applyReplacement(step, order, replacement);
    return presentRemedied(step, order, proposal);
  });
  crashPoint('replacement: after commit');
  return replaced;
}

/** Makes a replacement that a second person approved. Refuses items that were settled in the meantime (itemSettled). */
export const onReplacementApproved = (ctx: Ctx, approved: Approved<RemedyTerms>): Promise<void> =>
  inTransaction(ctx, async (step) => {
    const order = (await lockOrderByNo(step.db, approved.terms.order_no)) ?? refuse('notFound');
    const replacement = await readApprovedRemedy(step, order, 'replaced', approved);
    requireReplaceable(step, order);
    await applyReplacement(step, order, replacement);
  });

/** Replaces accounts of a claim without anybody; false where it would be too much (`readShopRemedy`). */
export const replaceByShop = (ctx: Ctx, orderNo: string, wanted: ShopRemedy): Promise<boolean> =>
  inTransaction(ctx, async (step) => {
    const order = (await lockOrderByNo(step.db, orderNo)) ?? refuse('notFound');
    const replacement = await readShopRemedy(step, order, 'replaced', wanted);
    if (!replacement) return false;
    requireReplaceable(step, order);
    await applyReplacement(step, order, replacement);
    return true;
  });

/** Refuses an order whose account data is erased, or is to be by now (accountsDeleted). */
function requireReplaceable({ clock }: Ctx, order: OrderRow): void {
  if (order.accounts_deleted_at !== null || order.accounts_delete_at <= clock.now())
    refuse('accountsDeleted');
}

/**
 * Takes other items of the order's product and gender out of stock, sends the delivery again, and settles the claims
 * that this completes. Refuses too little stock (stockTooLow).
 */
async function applyReplacement(ctx: Ctx, order: OrderRow, replacement: Remedy): Promise<void> {
  const { db } = ctx;
  const { itemIds, reason, userId, proposalId } = replacement;
  const taken = await takeFromStock(ctx, order, itemIds.length);
  crashPoint('replacement: taken');
  const entry = {
    kind: 'replaced',
    quantity: itemIds.length,
    note: reason,
    actorId: userId,
    proposalId,
  } as const;
  const timelineId = await recordTimelineEntry(ctx, order, entry);
  const newIds = taken.flatMap(idsOf);
  await insertRemediedItems(db, { orderId: order.id, timelineId, itemIds, replacedBy: newIds });
  await queueDelivery(ctx, order);
  await notify(ctx, { userId: order.user_id, event: 'accountsReplaced', reference: timelineId });
  await settleClaims(ctx, order, 'replaced', replacement);
  ctx.live.changed('stock');
  publishOrder(ctx, order);
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

/** What tells the buyer of a replacement in the order's timeline; the delivery's e-mail brings the accounts. */
export async function readReplaced({ db }: Ctx, timelineId: bigint): Promise<Told | null> {
  const replacement = await db
    .selectFrom('order_timeline')
    .innerJoin('orders', 'orders.id', 'order_timeline.order_id')
    .select(['order_no', 'user_id', 'orders.quantity as accounts', 'order_timeline.quantity as replaced'])
    .where('order_timeline.id', '=', timelineId)
    .executeTakeFirst();
  if (!replacement) return null;
  const { order_no: orderNo, user_id: userId, accounts, replaced } = replacement;
  const facts = { orderNo, accounts, replaced: replaced!, areShown: false };
  return { userId, event: 'accountsReplaced', facts, path: `/order/${orderNo}` };
}
