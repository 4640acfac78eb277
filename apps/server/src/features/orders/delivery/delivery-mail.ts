import { formatLines } from '@portside/accounts/format-accounts';
import { textIn, type DeliveryFormat, type Language } from '@portside/contract';
import { noticeTexts } from '@portside/contract/notices/notice-texts';
import type { Ctx } from '../../../platform/context.ts';
import type { EventPayloads } from '../../../platform/events.ts';
import type { BatchRenderer, MailMessage } from '../../../platform/mail/mailer.ts';
import { escapeHtml } from '../../../platform/html.ts';
import { writeLetter, type Letter, type LetterBrand } from '../../../platform/mail/write-letter.ts';
import { idArray, textArray } from '../../../platform/db/arrays.ts';
import { combineWrites, type Write } from '../../../platform/db/pipeline.ts';
import { findGoods, type GoodsRow } from '../../goods/index.ts';
import { findUnconfirmed, foldName, readLanguage, readLanguages } from '../../users/index.ts';
import { completedOrder, publishOrder } from '../orders.present.ts';
import { nextStatus } from '../order-states.ts';
import { tellDelivered, tellUndelivered } from './tell-delivered.ts';
import { newTimelineEntries, recordTimelineEntry } from '../order-timeline.sql.ts';
import { findOrder, findOrders, lockOrder, updateOrder, type OrderRow } from '../orders.sql.ts';
import { findTakenItems } from '../sold-items.sql.ts';
import { idsOf, openItems } from '../../stock/index.ts';
import { minuteIn, readLetterBrand, readSetting, writeShopLetter } from '../../settings/index.ts';
import {
  endingOf,
  nameFile,
  surveyWithin,
  writeFile,
  type FileFormat,
  type Survey,
} from './delivery-file.ts';
import { deliveryTexts } from './delivery-mail.texts.ts';
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
  /** The shop's: nobody knows the reader's. */
  readonly zone: string;
  readonly brand: LetterBrand;
  /** What was replaced since the last mail; null for an order that is delivered as it was bought. */
  readonly replaced: Replaced | null;
};

/**
 * The delivery e-mail, rendered when it is sent; null if nothing is left to deliver, erased or fully refunded, or if it
 * is for an address that is not the order's any more.
 */
export async function renderDelivery(
  ctx: Ctx,
  orderId: bigint,
  recipient?: string,
): Promise<MailMessage | null> {
  const order = await findOrder(ctx.db, orderId);
  if (!order || hasNothingToDeliver(order)) return null;
  if (recipient !== undefined && !isFor(order, recipient)) return null;
  const goods = (await findGoods(ctx.db, [order.goods_id])).get(order.goods_id)!;
  const language = await readLanguage(ctx.db, order.user_id);
  const zone = await readSetting(ctx.db, 'timeZone');
  if ((await findUnconfirmed(ctx.db, [order])).has(orderId))
    return writeUnconfirmed(ctx, order, goods, language, zone);
  return composeDelivery(ctx, {
    order,
    goods,
    language,
    accounts: await findAccounts(ctx, order),
    own: await findDeliveryFormat(ctx.db, order.user_id),
    limitMb: await readSetting(ctx.db, 'mailLimitMb'),
    zone,
    brand: (await readLetterBrand(ctx))(language),
    replaced: await findReplaced(ctx.db, orderId),
  });
}

/** That the order is there, and where: its accounts go to no address that nobody has confirmed. */
const writeUnconfirmed = (
  ctx: Ctx,
  { order_no: orderNo, quantity, accounts_delete_at: deleteAt }: OrderRow,
  goods: GoodsRow,
  language: Language,
  zone: string,
): Promise<MailMessage> =>
  writeShopLetter(ctx, language, () => {
    const recordUrl = `${ctx.publicUrl}/order/${orderNo}`;
    const deletedOn = minuteIn(zone, deleteAt);
    const facts = {
      orderNo,
      goods: textIn(goods.name, language),
      quantity,
      recordUrl,
      deletedOn,
      splitValues: 0,
    };
    const { subject, thanks, unconfirmed, view, deleted } = deliveryTexts[language](facts);
    return { subject, blocks: [thanks, unconfirmed, { button: view, url: recordUrl }, deleted] };
  });

/** The accounts that replace others, and what the shop said to it. */
type Replaced = { readonly ids: ReadonlySet<bigint>; readonly answers: readonly string[] };

/** What was replaced after the buyer had the accounts, and has not been mailed since; null for nothing. */
async function findReplaced(db: Db, orderId: bigint): Promise<Replaced | null> {
  const { rows } = await sql<{ id: bigint; note: string }>`
    with handed as (
      select coalesce(max(id) filter (where kind = 'mailed'), min(id)) as id from order_timeline
      where order_id = ${orderId} and kind in ('mailed', 'read'))
    select remedied.replaced_by as id, entry.note
    from handed join order_timeline entry on entry.order_id = ${orderId} and entry.id > handed.id
    join remedied_items remedied on remedied.order_id = ${orderId} and remedied.timeline_id = entry.id
    where entry.kind = 'replaced' and not exists (
      select from remedied_items again where again.order_id = ${orderId} and again.item_id = remedied.replaced_by)
    order by remedied.replaced_by`.execute(db);
  if (rows.length === 0) return null;
  const answers = [...new Set(rows.map(({ note }) => note))].filter((note) => note !== '');
  return { ids: new Set(rows.map(({ id }) => id)), answers };
}

/** An order of more accounts is read by itself, and so is what exceeds this sum: large ones would not fit into memory. */
const MOST_ACCOUNTS = { order: 50, together: 1_000 };

/** The same for many orders, with few statements for all small ones. */
export const deliveryMails: BatchRenderer = {
  async prepare(ctx, orderIds) {
    const small = smallOnes(await findOrders(ctx.db, orderIds));
    const userIds = [...new Set(small.map((order) => order.user_id))];
    const ids = small.map(({ id }) => id);
    const [goods, languages, formats, takenOf, limitMb, zone, brandIn, unconfirmed] = await Promise.all([
      findGoods(ctx.db, [...new Set(small.map((order) => order.goods_id))]),
      readLanguages(ctx.db, userIds),
      findDeliveryFormats(ctx.db, userIds),
      findTakenItems(ctx.db, ids),
      readSetting(ctx.db, 'mailLimitMb'),
      readSetting(ctx.db, 'timeZone'),
      readLetterBrand(ctx),
      findUnconfirmed(ctx.db, small),
    ]);
    const ranges = [...takenOf.values()].flatMap((taken) => taken.ranges);
    const items = new Map((await openItems(ctx, ranges)).map((item) => [item.id, item]));
    const byId = new Map(small.map((order) => [order.id, order]));
    return async (orderId, recipient) => {
      const order = byId.get(orderId);
      const taken = takenOf.get(orderId);
      const isOpened = taken?.ranges.flatMap(idsOf).every((id) => items.has(id)) ?? false;
      // Large, settled or erased in the meantime, with replaced accounts, or without any: as it is now.
      if (!order || !taken || !isOpened || taken.remedied.size > 0 || unconfirmed.has(orderId))
        return renderDelivery(ctx, orderId, recipient);
      if (!isFor(order, recipient)) return null;
      const product = goods.get(order.goods_id)!;
      const language = languages.get(order.user_id)!;
      return composeDelivery(ctx, {
        order,
        goods: product,
        language,
        accounts: openedAccounts(taken, items),
        own: formats.get(order.user_id),
        limitMb,
        zone,
        brand: brandIn(language),
        replaced: null,
      });
    };
  },
};

/** Whether an e-mail goes where the order's go now: only that address has been checked. */
const isFor = ({ email }: OrderRow, recipient: string): boolean => foldName(email) === foldName(recipient);

function smallOnes(orders: readonly OrderRow[]): OrderRow[] {
  let left = MOST_ACCOUNTS.together;
  return orders.filter((order) => {
    if (order.quantity > Math.min(MOST_ACCOUNTS.order, left) || hasNothingToDeliver(order)) return false;
    left -= order.quantity;
    return true;
  });
}

/** With the file attached, or, where that makes it larger than the setting, with a link in its place. */
async function composeDelivery(ctx: Ctx, delivery: Delivery): Promise<MailMessage> {
  const { accounts, own, limitMb, brand, replaced } = delivery;
  const format: FileFormat = own ?? 'txt';
  const write = (found: Survey | null, shown: readonly string[]): MailMessage => {
    const { subject, before, after } = wordDelivery(ctx, delivery, found);
    const listed = found || replaced ? [{ lines: shown }] : [];
    return writeLetter(brand, {
      subject,
      blocks: replaced ? [...before, ...listed, ...after] : [...before, ...after, ...listed],
    });
  };
  // A file in the buyer's own format may be smaller than the texts.
  const found = await surveyWithin(accounts, own, own ? Infinity : mostBytes(limitMb * 1_000_000));
  if (found === null && replaced === null) return write(null, []);
  const shown = listLines(await shownOf(accounts, replaced), own, found?.columns ?? []);
  const linked = write(null, shown);
  if (found === null) return linked;
  const whole = write(found, shown);
  const logoBytes = brand.logo?.bytes.length ?? 0;
  const most = mostBytes(
    limitMb * 1_000_000 - 3 * Buffer.byteLength(whole.text + whole.html) - 2 * logoBytes,
  );
  const content = await contentWithin(writeFile(accounts.open(), format, found.columns), most);
  if (content === null) return linked;
  const filename = `${nameFile(delivery)}.${endingOf(format)}`;
  return { ...whole, attachments: [{ filename, content }], smaller: linked };
}

/** The accounts that the e-mail itself lists: those that are new, or else the first. */
async function shownOf(
  accounts: OrderAccounts,
  replaced: Replaced | null,
): Promise<readonly OpenedAccount[]> {
  if (replaced === null) return (await firstOf(accounts.open({ limit: LISTED.accounts }))) ?? [];
  const shown: OpenedAccount[] = [];
  for await (const step of accounts.open()) {
    shown.push(...step.filter(({ id }) => replaced.ids.has(BigInt(id))));
    if (shown.length >= LISTED.accounts) break;
  }
  return shown.slice(0, LISTED.accounts);
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

async function firstOf<T>(steps: AsyncIterable<T>): Promise<T | undefined> {
  for await (const step of steps) return step;
  return undefined;
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

type Worded = {
  readonly subject: string;
  readonly before: Letter['blocks'];
  readonly after: Letter['blocks'];
};

/** What stands before the listed accounts of a replacement, and what after; of a delivery they come last. */
function wordDelivery(
  ctx: Ctx,
  { order, goods, language, accounts, own, zone, brand, replaced }: Delivery,
  /** Null: the file is not attached. */
  found: Survey | null,
): Worded {
  const hasFile = found !== null;
  const { split = { txt: 0, own: 0 } } = found ?? {};
  const recordUrl = `${ctx.publicUrl}/order/${order.order_no}`;
  const texts = deliveryTexts[language]({
    orderNo: order.order_no,
    goods: textIn(goods.name, language),
    quantity: accounts.total,
    recordUrl,
    deletedOn: minuteIn(zone, order.accounts_delete_at),
    splitValues: own ? split.own : split.txt,
  });
  const about = [
    ...(hasFile ? [replaced ? texts.attachedAll : texts.attached, texts.alsoThere] : [texts.tooLarge]),
    texts.deleted,
    ...(hasFile && own?.file_type === 'csv' ? [texts.spreadsheets] : []),
    ...(hasFile && texts.split !== null ? [texts.split] : []),
  ];
  const instruction = goods.instruction_in_mail ? linkOutside(ctx, textIn(goods.instruction, language)) : '';
  const guide = instruction === '' ? [] : [{ heading: texts.instruction }, { html: instruction }];
  if (replaced === null) return { subject: texts.subject, before: [texts.thanks, ...about], after: guide };
  const { title, lines, link } = noticeTexts[language].accountsReplaced({
    orderNo: order.order_no,
    replaced: replaced.ids.size,
    accounts: accounts.total,
    areShown: true,
  });
  return {
    subject: `${brand.name}: ${title}`,
    before: lines,
    after: [
      ...replaced.answers.map((quote) => ({ quote })),
      { button: link, url: recordUrl },
      ...about,
      ...guide,
    ],
  };
}

/** In a mail, a link to one of the shop's pages needs the shop's address. */
const linkOutside = ({ publicUrl }: Ctx, html: string): string =>
  html.replaceAll('href="/', () => `href="${escapeHtml(publicUrl)}/`);

const hasNothingToDeliver = ({ accounts_deleted_at, status }: OrderRow): boolean =>
  accounts_deleted_at !== null || status === 'refunded';

/**
 * Records that the mail server accepted the delivery e-mails, which completes the orders, unless they had no accounts
 * in them. Does nothing for orders that were erased or fully refunded in the meantime.
 */
export async function onMailsSent(ctx: Ctx, orderIds: readonly bigint[]): Promise<void> {
  const locked = await lockOrders(ctx.db, [...new Set(orderIds)]);
  const queued = locked.filter((order) => order.delivery_state === 'queued' && !hasNothingToDeliver(order));
  const unconfirmed = await findUnconfirmed(ctx.db, queued);
  for (const order of queued.filter(({ id }) => unconfirmed.has(id))) {
    await updateOrder(ctx.db, order.id, { delivery_state: 'sent', mail_unconfirmed: true });
    publishOrder(ctx, order);
  }
  const orders = queued.filter(({ id }) => !unconfirmed.has(id));
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
  const completed = orders.filter((one) => statusOf(one) === 'completed' && one.status !== 'completed');
  if (completed.length > 0)
    await ctx.events.announce(ctx, 'ordersCompleted', { orders: completed.map(completedOrder) });
  for (const order of orders) publishOrder(ctx, order);
  await tellDelivered(ctx, completed);
}

/** Records on the order that its delivery e-mail was given up, why, and what the mail server said; its buyer is told. */
export async function onMailGivenUp(
  ctx: Ctx,
  { reference, reason, answer }: EventPayloads['mailGivenUp'],
): Promise<void> {
  const order = await lockOrder(ctx.db, reference);
  if (order.delivery_state !== 'queued' || hasNothingToDeliver(order)) return;
  await updateOrder(ctx.db, order.id, { delivery_state: 'failed', delivery_failure: reason });
  const entry = await recordTimelineEntry(ctx, order, { kind: 'mailFailed', note: answer });
  await tellUndelivered(ctx, order, entry);
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

/** Orders whose delivery e-mail was given up since then and neither sent again nor read on the page; null for none. */
export async function countUndelivered(db: Db, since: Date): Promise<Backlog | null> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(distinct o.id)::int as count, min(entry.at) as since
    from order_timeline entry join orders o on o.id = entry.order_id
    where entry.kind = 'mailFailed' and entry.at >= ${since}
      and o.delivery_state = 'failed' and o.status = 'processing'`.execute(db);
  return toBacklog(rows[0]);
}
