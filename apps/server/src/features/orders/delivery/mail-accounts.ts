import type { Input, Order, AdminOrder } from '@portside/contract';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { getOwnOrder, readOrder } from '../listing/own-orders.ts';
import { MAX_RESENDS } from '../order-states.ts';
import { recordTimelineEntry } from '../order-timeline.sql.ts';
import { DELIVERY_MAIL, lockOrder, lockOrderByNo, updateOrder, type OrderRow } from '../orders.sql.ts';
import { dropQueuedMails, queueMails } from '../../../platform/mail/outbox.sql.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import type { EventPayloads } from '../../../platform/events.ts';
import { foldName } from '../../users/index.ts';
import { idArray } from '../../../platform/db/arrays.ts';
import { sql } from 'kysely';
import { publishOrder } from '../orders.present.ts';
import { presentAdminOrders } from '../listing/all-orders.ts';

/**
 * Queues the delivery e-mail of an own order again, to another address if the buyer gives one; at most `MAX_RESENDS`
 * times (tooManyResends). Refuses an order with nothing left to deliver (accountsDeleted, itemSettled).
 */
export async function mailAccounts(ctx: Ctx, { params, body }: Input<'mailAccounts'>): Promise<Order> {
  return inTransaction(ctx, async (step) => {
    const { id } = await getOwnOrder(step, params.order_no);
    const order = await lockOrder(step.db, id);
    requireDeliverable(order);
    if (order.resends >= MAX_RESENDS) refuse('tooManyResends');
    await queueDelivery(step, order, { email: body.email, resends: order.resends + 1 });
    await recordTimelineEntry(step, order, { kind: 'mailAgain', note: body.email ?? order.email });
    // Here, not after the commit: a second call may have changed it by then.
    return readOrder(step, { params });
  });
}

/**
 * Queues the delivery e-mail of any order again, always to the address that the buyer gave. Does not count as one of
 * the buyer's resends. Refuses an order with nothing left to deliver (accountsDeleted, itemSettled).
 */
export function mailAnyOrder(ctx: Ctx, { params }: Input<'mailAnyOrder'>): Promise<AdminOrder> {
  return inTransaction(ctx, async (step) => {
    const order = (await lockOrderByNo(step.db, params.order_no)) ?? refuse('notFound');
    requireDeliverable(order);
    await queueDelivery(step, order);
    await recordTimelineEntry(step, order, { kind: 'mailAgain', note: order.email });
    await recordAudit(step, {
      action: 'order.deliver',
      subject: `order:${order.order_no}`,
      after: { email: order.email },
    });
    const [queued] = await presentAdminOrders(step.db, [await lockOrder(step.db, order.id)], ctx.language);
    return queued!;
  });
}

/** Refuses an order whose account data is erased (accountsDeleted) or which is fully refunded (itemSettled). */
function requireDeliverable({ accounts_deleted_at, status }: OrderRow): void {
  if (accounts_deleted_at !== null) refuse('accountsDeleted');
  if (status === 'refunded') refuse('itemSettled', 'nothing is left to be delivered');
}

/**
 * Queues the delivery e-mail of a locked order again and drops those still queued: only the newest e-mail decides the
 * delivery state, and a previous address receives nothing more.
 */
export async function queueDelivery(
  { db, clock }: Ctx,
  order: OrderRow,
  { email = order.email, resends = order.resends }: { email?: string | undefined; resends?: number } = {},
): Promise<void> {
  await updateOrder(db, order.id, { email, delivery_state: 'queued', mail_unconfirmed: false, resends });
  const mail = { kind: DELIVERY_MAIL, reference: order.id, recipient: email };
  await dropQueuedMails(db, mail);
  await queueMails(db, [mail], clock.now());
}

/** More mails than these never keep others waiting. */
const FEW = 20;

/**
 * Sends the accounts of the orders whose e-mails went, or are on their way, without them to an address that its user has
 * just confirmed. Mails that are still to be written have them anyway.
 */
export async function onEmailConfirmed(
  ctx: Ctx,
  { userId, emailKey }: EventPayloads['emailConfirmed'],
): Promise<void> {
  const { rows } = await sql<Pick<OrderRow, 'id' | 'email'>>`
    select id, email from orders where user_id = ${userId} and (mail_unconfirmed or delivery_state = 'queued' and id in (
      select reference from mails where kind = ${DELIVERY_MAIL} and state = 'queued' and attempts > 0))`.execute(
    ctx.db,
  );
  const ids = rows.filter(({ email }) => foldName(email) === emailKey).map(({ id }) => id);
  if (ids.length === 0) return;
  const { rows: queued } = await sql<OrderRow>`
    with held as (select id from orders where id = any(${idArray(ids)}::bigint[])
      and accounts_deleted_at is null and status <> 'refunded' order by id for no key update),
    dropped as (update mails set state = 'dead' from held
      where kind = ${DELIVERY_MAIL} and reference = held.id and state = 'queued')
    update orders set delivery_state = 'queued', mail_unconfirmed = false from held where orders.id = held.id
    returning orders.*`.execute(ctx.db);
  const mails = queued.map(({ id, email }) => ({ kind: DELIVERY_MAIL, reference: id, recipient: email }));
  await queueMails(ctx.db, mails, ctx.clock.now(), { bulk: mails.length > FEW });
  for (const order of queued) publishOrder(ctx, order);
}
