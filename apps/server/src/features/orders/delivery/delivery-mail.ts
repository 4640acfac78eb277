import { textIn } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import type { MailMessage } from '../../../platform/mail/mail-message.ts';
import { htmlToText } from '../../../platform/mail/html-to-text.ts';
import { escapeHtml, toHtml } from '../../../platform/mail/to-html.ts';
import { findGoods } from '../../goods/index.ts';
import { readLanguage } from '../../users/index.ts';
import { advanceOrder } from '../advance-order.ts';
import { recordTimelineEntry } from '../order-timeline.sql.ts';
import { findOrder, lockOrder, updateOrder, type OrderRow } from '../orders.sql.ts';
import { deliveryTexts } from './delivery-mail.texts.ts';
import { deliverFile, linesOf } from './deliver-file.ts';
import { findDeliveryFormat } from './delivery-formats.sql.ts';
import { openAccounts } from './read-accounts.ts';

/** How many accounts the e-mail itself lists at most; the attached file holds all of them. */
const LISTED_ACCOUNTS = 50;

/** The delivery e-mail, rendered when it is sent; null where nothing is left to deliver: erased, or fully refunded. */
export async function renderDelivery(ctx: Ctx, orderId: bigint): Promise<MailMessage | null> {
  const order = await findOrder(ctx.db, orderId);
  if (!order || hasNothingToDeliver(order)) return null;
  const goods = (await findGoods(ctx.db, [order.goods_id])).get(order.goods_id)!;
  const language = await readLanguage(ctx.db, order.user_id);
  const accounts = await openAccounts(ctx, order, goods);
  const texts = deliveryTexts[language]({
    orderNo: order.order_no,
    goods: textIn(goods.name, language),
    quantity: accounts.length,
    recordUrl: `${ctx.publicUrl}/order/${order.order_no}`,
    deletedOn: order.accounts_delete_at.toISOString().slice(0, 10),
  });
  const format = await findDeliveryFormat(ctx.db, order.user_id);
  const file = deliverFile(accounts, { order, goods, language }, format);
  const lines = linesOf(accounts.slice(0, LISTED_ACCOUNTS), format);
  const instruction = linkOutside(ctx, textIn(goods.instruction, language));
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
 * Records that the mail server accepted the delivery e-mail, which completes the order, or that sending was given up.
 * Does nothing for an order that was erased or fully refunded in the meantime.
 */
export async function onMailSettled(ctx: Ctx, orderId: bigint, state: 'sent' | 'failed'): Promise<void> {
  const order = await lockOrder(ctx.db, orderId);
  if (order.delivery_state !== 'queued' || hasNothingToDeliver(order)) return;
  await updateOrder(ctx.db, orderId, { delivery_state: state });
  await recordTimelineEntry(ctx, order, { kind: state === 'sent' ? 'mailed' : 'mailFailed' });
  ctx.live.publish({ to: order.user_id, name: 'order', data: { order_no: order.order_no } });
  if (state === 'sent') await advanceOrder(ctx, orderId, 'mailed');
}
