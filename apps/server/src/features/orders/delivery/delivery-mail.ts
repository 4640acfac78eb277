import { formatLines } from '@portside/accounts/format-accounts';
import { textIn, type DeliveryFormat, type Language } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import type { EventPayloads } from '../../../platform/events.ts';
import type { BatchRenderer, MailMessage } from '../../../platform/mail/mailer.ts';
import { htmlToText, escapeHtml, toHtml } from '../../../platform/html.ts';
import { idArray, textArray } from '../../../platform/db/arrays.ts';
import { combineWrites, type Write } from '../../../platform/db/pipeline.ts';
import { findGoods, type GoodsRow } from '../../goods/index.ts';
import { readLanguage, readLanguages } from '../../users/index.ts';
import { orderName, publishOrder } from '../orders.present.ts';
import { nextStatus } from '../order-states.ts';
import { newTimelineEntries, recordTimelineEntry } from '../order-timeline.sql.ts';
import { findOrder, lockOrder, updateOrder, type OrderRow } from '../orders.sql.ts';
import { findTakenItems } from '../sold-items.sql.ts';
import { idsOf, openItems } from '../../stock/index.ts';
import { readSetting } from '../../settings/index.ts';
import { endingOf, nameFile, survey, writeFile, type FileFormat, type Survey } from './delivery-file.ts';
import { findDeliveryFormat, findDeliveryFormats } from './delivery-format.ts';
import { findAccounts, openedAccounts, type OpenedAccount, type OrderAccounts } from './open-accounts.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { toBacklog, type Backlog } from '../../../platform/backlog.ts';

/** What the e-mail itself lists at most: accounts, and characters. The attached file holds all of them. */
const LISTED = { accounts: 50, characters: 40_000 };

/** What a delivery e-mail is made of: `accounts` are those neither replaced nor refunded. */
type Delivery = {
  readonly order: OrderRow;
  readonly goods: GoodsRow;
  readonly language: Language;
  readonly accounts: OrderAccounts;
  readonly own: DeliveryFormat | undefined;
  readonly limitMb: number;
};

/** The delivery e-mail, rendered when it is sent; null if nothing is left to deliver: erased, or fully refunded. */
export async function renderDelivery(ctx: Ctx, orderId: bigint): Promise<MailMessage | null> {
  const order = await findOrder(ctx.db, orderId);
  if (!order || hasNothingToDeliver(order)) return null;
  const goods = (await findGoods(ctx.db, [order.goods_id])).get(order.goods_id)!;
  return composeDelivery(ctx, {
    order,
    goods,
    language: await readLanguage(ctx.db, order.user_id),
    accounts: await findAccounts(ctx, order),
    own: await findDeliveryFormat(ctx.db, order.user_id),
    limitMb: await readSetting(ctx.db, 'mailLimitMb'),
  });
}

/** An order of more accounts is read by itself, and so is what exceeds this sum: large ones would not fit into memory. */
const MOST_ACCOUNTS = { order: 50, together: 1_000 };

/** The same for many orders, with few statements for all small ones. */
export const deliveryMails: BatchRenderer = {
  async prepare(ctx, orderIds) {
    const small = smallOnes(await findOrders(ctx.db, orderIds));
    const userIds = [...new Set(small.map((order) => order.user_id))];
    const ids = small.map(({ id }) => id);
    const [goods, languages, formats, takenOf, limitMb] = await Promise.all([
      findGoods(ctx.db, [...new Set(small.map((order) => order.goods_id))]),
      readLanguages(ctx.db, userIds),
      findDeliveryFormats(ctx.db, userIds),
      findTakenItems(ctx.db, ids),
      readSetting(ctx.db, 'mailLimitMb'),
    ]);
    const ranges = [...takenOf.values()].flatMap((taken) => taken.ranges);
    const items = new Map((await openItems(ctx, ranges)).map((item) => [item.id, item]));
    const byId = new Map(small.map((order) => [order.id, order]));
    return async (orderId) => {
      const order = byId.get(orderId);
      const taken = takenOf.get(orderId);
      const isOpened = taken?.ranges.flatMap(idsOf).every((id) => items.has(id)) ?? false;
      // Large, settled or erased in the meantime: as it is now.
      if (!order || !taken || !isOpened) return renderDelivery(ctx, orderId);
      const product = goods.get(order.goods_id)!;
      return composeDelivery(ctx, {
        order,
        goods: product,
        language: languages.get(order.user_id)!,
        accounts: openedAccounts(taken, items),
        own: formats.get(order.user_id),
        limitMb,
      });
    };
  },
};

function smallOnes(orders: readonly OrderRow[]): OrderRow[] {
  let left = MOST_ACCOUNTS.together;
  return orders.filter((order) => {
    if (order.quantity > Math.min(MOST_ACCOUNTS.order, left) || hasNothingToDeliver(order)) return false;
    left -= order.quantity;
    return true;
  });
}

async function findOrders(db: Db, ids: readonly bigint[]): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select * from orders where id = any(${idArray(ids)}::bigint[])`.execute(db);
  return rows;
}

/** With the file attached, or, where that makes it larger than the setting, with a link in its place. */
async function composeDelivery(ctx: Ctx, delivery: Delivery): Promise<MailMessage> {
  const { order, goods, language, accounts, own, limitMb } = delivery;
  const format: FileFormat = own ?? 'txt';
  const found = await survey(accounts, own);
  const word = (hasFile: boolean): MailMessage => wordDelivery(ctx, delivery, found, hasFile);
  const linked = word(false);
  const [first = []] = await firstOf(accounts.open({ limit: LISTED.accounts }));
  const whole = withLines(word(true), listLines(first, own, found.columns));
  const most = mostBytes(limitMb * 1_000_000 - 3 * Buffer.byteLength(whole.text + whole.html));
  const content = await contentWithin(writeFile(accounts.open(), format, found.columns), most);
  if (content === null) return linked;
  const filename = `${nameFile(goods, order, language)}.${endingOf(format)}`;
  return { ...whole, attachments: [{ filename, content }], smaller: linked };
}

/** Of a file that becomes that many bytes in a mail: 57 are a line of 78. */
const mostBytes = (encoded: number): number => Math.floor((encoded * 57) / 78);

/** The file's text; null where it has more bytes, of which no more are read then. */
async function contentWithin(texts: AsyncIterable<string>, most: number): Promise<string | null> {
  const kept: string[] = [];
  let bytes = 0;
  for await (const text of texts) {
    bytes += Buffer.byteLength(text);
    if (bytes > most) return null;
    kept.push(text);
  }
  return kept.join('');
}

async function firstOf<T>(steps: AsyncIterable<T>): Promise<T[]> {
  for await (const step of steps) return [step];
  return [];
}

function listLines(
  accounts: readonly OpenedAccount[],
  own: DeliveryFormat | undefined,
  columns: readonly string[],
): string[] {
  const { head, lineOf } = own
    ? formatLines(columns, own)
    : { head: [], lineOf: ({ text }: OpenedAccount) => text };
  const lines = [...head];
  let characters = 0;
  for (const account of accounts) {
    const line = lineOf(account);
    characters += line.length;
    if (characters > LISTED.characters) break;
    lines.push(line);
  }
  return lines;
}

const withLines = ({ subject, text, html }: MailMessage, lines: readonly string[]): MailMessage => ({
  subject,
  text: [text, ...lines, ''].join('\n'),
  html: `${html}\n<pre>${escapeHtml(lines.join('\n'))}</pre>`,
});

function wordDelivery(
  ctx: Ctx,
  { order, goods, language, accounts, own }: Delivery,
  { split }: Survey,
  hasFile: boolean,
): MailMessage {
  const texts = deliveryTexts[language]({
    orderNo: order.order_no,
    goods: textIn(goods.name, language),
    quantity: accounts.total,
    recordUrl: `${ctx.publicUrl}/order/${order.order_no}`,
    deletedOn: order.accounts_delete_at.toISOString().slice(0, 10),
    splitValues: own ? split.own : split.txt,
  });
  const lines = [
    texts.thanks,
    ...(hasFile ? [texts.attached, texts.alsoThere] : [texts.tooLarge]),
    texts.deleted,
    ...(hasFile && own?.file_type === 'csv' ? [texts.spreadsheets] : []),
    ...(hasFile && texts.split !== null ? [texts.split] : []),
  ];
  const instruction = goods.instruction_in_mail ? linkOutside(ctx, textIn(goods.instruction, language)) : '';
  const guide = instruction === '' ? [] : ['', texts.instruction, htmlToText(instruction)];
  return {
    subject: texts.subject,
    text: [...lines, ...guide, ''].join('\n'),
    html: [
      toHtml(lines),
      ...(instruction === '' ? [] : [`<h3>${escapeHtml(texts.instruction)}</h3>`, instruction]),
    ].join('\n'),
  };
}

/** In a mail, a link to one of the shop's pages needs the shop's address. */
const linkOutside = ({ publicUrl }: Ctx, html: string): string =>
  html.replaceAll('href="/', () => `href="${escapeHtml(publicUrl)}/`);

const hasNothingToDeliver = ({ accounts_deleted_at, status }: OrderRow): boolean =>
  accounts_deleted_at !== null || status === 'refunded';

/**
 * Records that the mail server accepted the delivery e-mails, which completes the orders. Does nothing for orders that
 * were erased or fully refunded in the meantime.
 */
export async function onMailsSent(ctx: Ctx, orderIds: readonly bigint[]): Promise<void> {
  const locked = await lockOrders(ctx.db, [...new Set(orderIds)]);
  const orders = locked.filter((order) => order.delivery_state === 'queued' && !hasNothingToDeliver(order));
  if (orders.length === 0) return;
  const statusOf = ({ status }: OrderRow) => nextStatus(status, 'mailed')!;
  await combineWrites(ctx.db, [
    settleSent(orders.map((order) => ({ id: order.id, status: statusOf(order) }))),
    newTimelineEntries(
      ctx,
      orders.map(({ id }) => id),
      'mailed',
    ),
  ]);
  for (const order of orders) {
    if (statusOf(order) === 'completed' && order.status !== 'completed')
      await ctx.events.announce(ctx, 'orderCompleted', orderName(order));
    publishOrder(ctx, order);
  }
}

/** Records on the order that its delivery e-mail was given up, why, and what the mail server said. */
export async function onMailGivenUp(
  ctx: Ctx,
  { reference, reason, answer }: EventPayloads['mailGivenUp'],
): Promise<void> {
  const order = await lockOrder(ctx.db, reference);
  if (order.delivery_state !== 'queued' || hasNothingToDeliver(order)) return;
  await updateOrder(ctx.db, order.id, { delivery_state: 'failed', delivery_failure: reason });
  await recordTimelineEntry(ctx, order, { kind: 'mailFailed', note: answer });
  publishOrder(ctx, order);
}

/** In the order of their ids. */
async function lockOrders(db: Db, ids: readonly bigint[]): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select * from orders where id = any(${idArray(ids)}::bigint[]) order by id for no key update`.execute(db);
  return rows;
}

/** That locked orders were delivered, and the status of each. */
const settleSent = (orders: readonly Pick<OrderRow, 'id' | 'status'>[]): Write => ({
  statement: sql`
    update orders set delivery_state = 'sent', status = settled.status
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
  readonly splitValues: number;
};

type Texts = {
  readonly subject: string;
  readonly thanks: string;
  readonly attached: string;
  readonly alsoThere: string;
  /** In the place of both where the file is not attached. */
  readonly tooLarge: string;
  readonly deleted: string;
  /** Of a CSV file. */
  readonly spreadsheets: string;
  /** Of values that hold what separates them; null where none does. */
  readonly split: string | null;
  /** Heading of the product's instruction. */
  readonly instruction: string;
};

/** Wording of the delivery e-mail. */
const deliveryTexts: Record<Language, (facts: Facts) => Texts> = {
  en: ({ orderNo, goods, quantity, recordUrl, deletedOn, splitValues }) => ({
    subject: `Your order ${orderNo}: ${quantity} × ${goods}`,
    thanks: `Thank you for your order ${orderNo}: ${quantity} × ${goods}.`,
    attached: 'Your accounts are in the attached file, one per line.',
    alsoThere: `You can also view them in your purchase history: ${recordUrl}`,
    tooLarge: `The file with your accounts is too large for an e-mail. View and download them here: ${recordUrl}`,
    deleted: `They will be permanently deleted on ${deletedOn}. Please save them before then.`,
    spreadsheets:
      'Spreadsheets change long numbers and leading zeros in a CSV file. Your order has an XLSX file that keeps them.',
    split:
      splitValues === 0
        ? null
        : `${splitValues} ${splitValues === 1 ? 'value contains' : 'values contain'} the separator. CSV and JSON lines keep ` +
          'such values whole: choose one of them under “My format”.',
    instruction: 'How to use the accounts',
  }),
  'zh-cn': ({ orderNo, goods, quantity, recordUrl, deletedOn, splitValues }) => ({
    subject: `订单 ${orderNo} 已发货：${goods} × ${quantity}`,
    thanks: `感谢您的购买。订单 ${orderNo}：${goods} × ${quantity}。`,
    attached: '账号见附件，每行一个。',
    alsoThere: `您也可以在购买记录中查看：${recordUrl}`,
    tooLarge: `账号文件过大，无法通过邮件发送。请在此查看并下载：${recordUrl}`,
    deleted: `账号数据将于 ${deletedOn} 永久删除，请提前保存。`,
    spreadsheets: '电子表格软件会改动 CSV 文件中的长数字和开头的零。订单页面提供的 XLSX 文件可保持原样。',
    split:
      splitValues === 0
        ? null
        : `有 ${splitValues} 个值包含分隔符。CSV 和 JSON 行可保持这些值完整，可在“我的格式”中选择。`,
    instruction: '使用说明',
  }),
  pt: ({ orderNo, goods, quantity, recordUrl, deletedOn, splitValues }) => ({
    subject: `Seu pedido ${orderNo}: ${quantity} × ${goods}`,
    thanks: `Agradecemos seu pedido ${orderNo}: ${quantity} × ${goods}.`,
    attached: 'As contas estão no arquivo em anexo, uma por linha.',
    alsoThere: `Você também pode vê-las no histórico de compras: ${recordUrl}`,
    tooLarge: `O arquivo com as contas é grande demais para um e-mail. Veja e baixe as contas aqui: ${recordUrl}`,
    deleted: `Os dados serão excluídos em ${deletedOn}. Salve-os antes dessa data.`,
    spreadsheets:
      'Planilhas alteram números longos e zeros à esquerda em arquivos CSV. O arquivo XLSX, na página do pedido, mantém tudo.',
    split:
      splitValues === 0
        ? null
        : `${splitValues} ${splitValues === 1 ? 'valor contém' : 'valores contêm'} o separador. CSV e linhas JSON mantêm ` +
          'esses valores inteiros: escolha um deles em “Meu formato”.',
    instruction: 'Como usar as contas',
  }),
  ru: ({ orderNo, goods, quantity, recordUrl, deletedOn, splitValues }) => ({
    subject: `Ваш заказ ${orderNo}: ${goods} × ${quantity}`,
    thanks: `Спасибо за заказ ${orderNo}: ${goods} × ${quantity}.`,
    attached: 'Аккаунты\u00a0— в приложенном файле, по одному в строке.',
    alsoThere: `Они есть и в истории покупок: ${recordUrl}`,
    tooLarge: `Файл с аккаунтами слишком велик для письма. Посмотреть и скачать их можно здесь: ${recordUrl}`,
    deleted: `Данные аккаунтов будут удалены ${deletedOn}. Сохраните их заранее.`,
    spreadsheets:
      'Таблицы меняют длинные числа и ведущие нули в CSV. На странице заказа есть файл XLSX, в котором они сохраняются.',
    split:
      splitValues === 0
        ? null
        : `Значений, внутри которых есть разделитель: ${splitValues}. CSV и строки JSON сохраняют их целыми: выберите ` +
          'один из этих видов в разделе «Мой формат».',
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
