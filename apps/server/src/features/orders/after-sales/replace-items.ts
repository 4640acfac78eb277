import type { AdminOrder, Input } from '@portside/contract';
import { requireAction, requireUser } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { writeTogether } from '../../../platform/db/together.ts';
import { refuse } from '../../../platform/refusal.ts';
import { requireFreshCode } from '../../../platform/require-fresh-code.ts';
import { lockRanges, shortenRanges, type ItemRange } from '../../stock/index.ts';
import { hasOtherPermissionHolder } from '../../users/index.ts';
import { presentAdminOrders } from '../listing/admin-orders.present.ts';
import { chooseItems } from './choose-items.ts';
import { settleDoneClaims } from './claims.sql.ts';
import { formatItems } from './item-text.ts';
import { findOrderByNo } from '../listing/list-orders.sql.ts';
import { recordOrderEvent } from '../order-events.sql.ts';
import { lockOrder, type OrderRow } from '../orders.sql.ts';
import { publishClaims } from './publish-claims.ts';
import { queueDelivery } from '../delivery/queue-delivery.ts';
import { readWanted } from './read-wanted.ts';
import { lanesOf, Shelf } from '../placing/shelf.ts';
import { findSoldItems, insertBadItems, insertTakenItems } from '../sold-items.sql.ts';

const ACTION = 'claim.settle';

/**
 * Gives other accounts of the same product and gender for dead ones, and mails the delivery again. No money
 * moves; the old ones never go back to stock. The same asked again is answered as before. Refuses accounts that
 * were paid back (itemSettled), an order whose texts are erased (accountsDeleted), too little stock, and an order
 * of one's own, unless nobody else could do it (secondPersonNeeded).
 */
export async function replaceItems(ctx: Ctx, { params, body }: Input<'replaceItems'>): Promise<AdminOrder> {
  requireAction(ctx.actor, ACTION);
  requireFreshCode(ctx);
  if (!body.item_ids && body.claim_id === undefined) refuse('missingParameters', 'accounts or a claim');
  const replaced = await inTransaction(ctx, async (step) => {
    const { db } = step;
    const { id } = (await findOrderByNo(db, params.order_no)) ?? refuse('notFound');
    const order = await lockOrder(db, id);
    const itemIds = chooseItems(await findSoldItems(db, id), readWanted(body), 'replaced');
    if (itemIds.length > 0) {
      await requireNotOwn(step, order);
      await replace(step, order, itemIds, body.reason);
    }
    const [shown] = await presentAdminOrders(db, [await lockOrder(db, id)], ctx.language);
    return shown!;
  });
  crashPoint('replacement: after commit');
  return replaced;
}

/** Stock is given without money: nobody gives it to himself while a colleague can look at it. */
async function requireNotOwn(ctx: Ctx, order: OrderRow): Promise<void> {
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
  const event = { kind: 'replaced', quantity: itemIds.length, note: reason } as const;
  const eventId = await recordOrderEvent(ctx, order, event);
  const replacedBy = taken.flatMap(idsOf);
  await insertBadItems(db, { orderId: order.id, eventId, itemIds, replacedBy });
  await queueDelivery(ctx, order);
  const settled = { state: 'replaced', answer: reason, settledBy: userId, now } as const;
  await publishClaims(ctx, order, await settleDoneClaims(db, order.id, settled), 'replaced');
  ctx.live.publish({ to: order.user_id, name: 'order', data: { order_no: order.order_no } });
  await recordAudit(ctx, {
    action: 'order.replace',
    subject: `order:${order.order_no}`,
    after: { items: formatItems(itemIds), by: formatItems(replacedBy), reason },
  });
  crashPoint('replacement: before commit');
}

/** As an order does, but waiting for all stock at once. */
async function takeFromStock({ db }: Ctx, order: OrderRow, quantity: number): Promise<ItemRange[]> {
  const lanes = lanesOf({ goodsId: order.goods_id, gender: order.gender });
  const shelf = new Shelf(await lockRanges(db, lanes, 'all'));
  const taken = shelf.take(lanes, quantity) ?? refuse('stockTooLow');
  await writeTogether(db, shortenRanges(shelf.used()));
  await insertTakenItems(db, order.id, taken);
  return taken;
}

const idsOf = ({ firstId, endId }: ItemRange): bigint[] =>
  Array.from({ length: Number(endId - firstId) }, (_, index) => firstId + BigInt(index));
