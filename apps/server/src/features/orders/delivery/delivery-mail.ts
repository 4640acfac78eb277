import { textIn, type DeliveredAccount, type DeliveryFormat, type Language } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import type { BatchRenderer, MailMessage } from '../../../platform/mail/mailer.ts';
import { htmlToText, escapeHtml, toHtml } from '../../../platform/html.ts';
import { idArray, textArray } from '../../../platform/db/arrays.ts';
import { combineWrites, type Write } from '../../../platform/db/pipeline.ts';
import { findGoods, type GoodsRow } from '../../goods/index.ts';
import { readLanguage, readLanguages } from '../../users/index.ts';
import { orderName, presentAccount, publishOrder } from '../orders.present.ts';
import { nextStatus } from '../order-states.ts';
import { newTimelineEntries } from '../order-timeline.sql.ts';
import { findOrder, type OrderRow } from '../orders.sql.ts';
import { deliverFile, linesOf, findDeliveryFormat, findDeliveryFormats } from './delivery-format.ts';
import { openAccounts, openTaken } from './read-accounts.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { toBacklog, type Backlog } from '../../../platform/backlog.ts';

/** How many accounts the e-mail itself lists at most; the attached file holds all of them. */
const LISTED_ACCOUNTS = 50;

/** What a delivery e-mail is made of: `accounts` are those neither replaced nor refunded. */
type Delivery = {
  readonly order: OrderRow;
  readonly goods: GoodsRow;
  readonly language: Language;
  readonly accounts: readonly DeliveredAccount[];
  readonly format: DeliveryFormat | undefined;
};

/** The delivery e-mail, rendered when it is sent; null if nothing is left to deliver: erased, or fully refunded. */
export async function renderDelivery(ctx: Ctx, orderId: bigint): Promise<MailMessage | null> {
  const order = await findOrder(ctx.db, orderId);
  if (!order || hasNothingToDeliver(order)) return null;
  const goods = (await findGoods(ctx.db, [order.goods_id])).get(order.goods_id)!;
  const language = await readLanguage(ctx.db, order.user_id);
  const accounts = await openAccounts(ctx, order);
  const format = await findDeliveryFormat(ctx.db, order.user_id);
  return composeDelivery(ctx, { order, goods, language, accounts, format });
}

/** An order of more accounts is read by itself: a batch of large ones would not fit into memory. */
const MOST_ACCOUNTS = 50;

/** The same for many orders, with few statements for all small ones. */
export const deliveryMails: BatchRenderer = {
  async prepare(ctx, orderIds) {
    const orders = await findOrders(ctx.db, orderIds);
    const small = orders.filter((order) => order.quantity <= MOST_ACCOUNTS && !hasNothingToDeliver(order));
    const userIds = [...new Set(small.map((order) => order.user_id))];
    const [goods, languages, formats, takenOf] = await Promise.all([
      findGoods(ctx.db, [...new Set(small.map((order) => order.goods_id))]),
      readLanguages(ctx.db, userIds),
      findDeliveryFormats(ctx.db, userIds),
      openTaken(
        ctx,
        small.map(({ id }) => id),
      ),
    ]);
    const byId = new Map(small.map((order) => [order.id, order]));
    return async (orderId) => {
      const order = byId.get(orderId);
      const taken = takenOf.get(orderId);
      // Large, settled or erased in the meantime: as it is now.
      if (!order || !taken || taken.items.length === 0) return renderDelivery(ctx, orderId);
      const items = taken.items.filter(({ id }) => !taken.remedied.has(id));
      const product = goods.get(order.goods_id)!;
      return composeDelivery(ctx, {
        order,
        goods: product,
        language: languages.get(order.user_id)!,
        accounts: items.map((item) => presentAccount(item)),
        format: formats.get(order.user_id),
      });
    };
  },
};

async function findOrders(db: Db, ids: readonly bigint[]): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select * from orders where id = any(${idArray(ids)}::bigint[])`.execute(db);
  return rows;
}

function composeDelivery(ctx: Ctx, { order, goods, language, accounts, format }: Delivery): MailMessage {
  const texts = deliveryTexts[language]({
    orderNo: order.order_no,
    goods: textIn(goods.name, language),
    quantity: accounts.length,
    recordUrl: `${ctx.publicUrl}/order/${order.order_no}`,
    deletedOn: order.accounts_delete_at.toISOString().slice(0, 10),
  });
  const file = deliverFile(accounts, { order, goods, language }, format);
  const lines = linesOf(accounts.slice(0, LISTED_ACCOUNTS), format);
  const instruction = goods.instruction_in_mail ? linkOutside(ctx, textIn(goods.instruction, language)) : '';
  const guide = instruction === '' ? [] : ['', texts.instruction, htmlToText(instruction)];
  return {
    subject: texts.subject,
    text: [...texts.lines, ...guide, '', ...lines, ''].join('\n'),
    html: [
      toHtml(texts.lines),
      ...(instruction === '' ? [] : [`<h3>${escapeHtml(texts.instruction)}</h3>`, instruction]),
      `<pre>${escapeHtml(lines.join('\n'))}</pre>`,
    ].join('\n'),
    attachments: [{ filename: file.name, content: file.content }],
  };
}

/** In a mail, a link to one of the shop's pages needs the shop's address. */
const linkOutside = ({ publicUrl }: Ctx, html: string): string =>
  html.replaceAll('href="/', () => `href="${escapeHtml(publicUrl)}/`);

const hasNothingToDeliver = ({ accounts_deleted_at, status }: OrderRow): boolean =>
  accounts_deleted_at !== null || status === 'refunded';

/**
 * Records that the mail server accepted the delivery e-mails, which completes the orders, or that sending was given up.
 * Does nothing for orders that were erased or fully refunded in the meantime.
 */
export async function onMailsSettled(
  ctx: Ctx,
  orderIds: readonly bigint[],
  state: 'sent' | 'failed',
): Promise<void> {
  const locked = await lockOrders(ctx.db, [...new Set(orderIds)]);
  const orders = locked.filter((order) => order.delivery_state === 'queued' && !hasNothingToDeliver(order));
  if (orders.length === 0) return;
  const statusOf = ({ status }: OrderRow) => (state === 'sent' ? nextStatus(status, 'mailed')! : status);
  await combineWrites(ctx.db, [
    settleDeliveries(
      orders.map((order) => ({ id: order.id, status: statusOf(order) })),
      state,
    ),
    newTimelineEntries(
      ctx,
      orders.map(({ id }) => id),
      state === 'sent' ? 'mailed' : 'mailFailed',
    ),
  ]);
  for (const order of orders) {
    if (statusOf(order) === 'completed' && order.status !== 'completed')
      await ctx.events.announce(ctx, 'orderCompleted', orderName(order));
    publishOrder(ctx, order);
  }
}

/** In the order of their ids. */
async function lockOrders(db: Db, ids: readonly bigint[]): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select * from orders where id = any(${idArray(ids)}::bigint[]) order by id for no key update`.execute(db);
  return rows;
}

/** The delivery state of locked orders, and the status of each. */
const settleDeliveries = (
  orders: readonly Pick<OrderRow, 'id' | 'status'>[],
  state: 'sent' | 'failed',
): Write => ({
  statement: sql`
    update orders set delivery_state = ${state}, status = settled.status
    from unnest(
      ${idArray(orders.map(({ id }) => id))}::bigint[], ${textArray(orders.map(({ status }) => status))}::text[])
      as settled (id, status)
    where orders.id = settled.id returning 1`,
  mustChange: { rows: orders.length, orElse: 'an order is gone' },
});

type Facts = {
  readonly orderNo: string;
  readonly goods: string;
  readonly quantity: number;
  readonly recordUrl: string;
  readonly deletedOn: string;
};

type Texts = {
  readonly subject: string;
  readonly lines: readonly string[];
  /** Heading of the product's instruction. */
  readonly instruction: string;
};

/** Wording of the delivery e-mail. */
const deliveryTexts: Record<Language, (facts: Facts) => Texts> = {
  en: ({ orderNo, goods, quantity, recordUrl, deletedOn }) => ({
    subject: `Your order ${orderNo}: ${quantity} × ${goods}`,
    lines: [
      `Thank you for your order ${orderNo}: ${quantity} × ${goods}.`,
      'Your accounts are in the attached file, one per line.',
      `You can also view them in your purchase history: ${recordUrl}`,
      `They will be permanently deleted on ${deletedOn}. Please save them before then.`,
    ],
    instruction: 'How to use the accounts',
  }),
  'zh-cn': ({ orderNo, goods, quantity, recordUrl, deletedOn }) => ({
    subject: `订单 ${orderNo} 已发货：${goods} × ${quantity}`,
    lines: [
      `感谢您的购买。订单 ${orderNo}：${goods} × ${quantity}。`,
      '账号见附件，每行一个。',
      `您也可以在购买记录中查看：${recordUrl}`,
      `账号数据将于 ${deletedOn} 永久删除，请提前保存。`,
    ],
    instruction: '使用说明',
  }),
  pt: ({ orderNo, goods, quantity, recordUrl, deletedOn }) => ({
    subject: `Seu pedido ${orderNo}: ${quantity} × ${goods}`,
    lines: [
      `Agradecemos seu pedido ${orderNo}: ${quantity} × ${goods}.`,
      'As contas estão no arquivo em anexo, uma por linha.',
      `Você também pode vê-las no histórico de compras: ${recordUrl}`,
      `Os dados serão excluídos em ${deletedOn}. Salve-os antes dessa data.`,
    ],
    instruction: 'Como usar as contas',
  }),
  ru: ({ orderNo, goods, quantity, recordUrl, deletedOn }) => ({
    subject: `Ваш заказ ${orderNo}: ${goods} × ${quantity}`,
    lines: [
      `Спасибо за заказ ${orderNo}: ${goods} × ${quantity}.`,
      'Аккаунты\u00a0— в приложенном файле, по одному в строке.',
      `Они есть и в истории покупок: ${recordUrl}`,
      `Данные аккаунтов будут удалены ${deletedOn}. Сохраните их заранее.`,
    ],
    instruction: 'Как пользоваться аккаунтами',
  }),
};

/** Orders whose delivery e-mail was given up since then and neither sent again nor read on the page; null for none. */
export async function countUndelivered(db: Db, since: Date): Promise<Backlog | null> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(distinct o.id)::int as count, min(entry.at) as since
    from order_timeline entry join orders o on o.id = entry.order_id
    where entry.kind = 'mailFailed' and entry.at >= ${since}
      and o.delivery_state = 'failed' and o.status = 'processing'`.execute(db);
  return toBacklog(rows[0]);
}
