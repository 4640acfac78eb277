import { textIn, XLSX_TYPE, type Data, type Input, type RemediedAccount } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { sendFile, type File, createXlsx, LONGEST_CELL } from '../../../platform/http/send-file.ts';
import { refuseField } from '../../../platform/refusal.ts';
import { findGoods, type GoodsRow } from '../../goods/index.ts';
import { readSetting } from '../../settings/index.ts';
import { getOwnOrder } from '../listing/own-orders.ts';
import { nextStatus, type OrderTransition } from '../order-states.ts';
import { recordTimelineEntry } from '../order-timeline.sql.ts';
import { completedOrder, publishOrder } from '../orders.present.ts';
import { lockOrder, updateOrder, type OrderRow } from '../orders.sql.ts';
import { cellsOf, endingOf, nameFile, survey, typeOf, writeFile } from './delivery-file.ts';
import { findDeliveryFormat } from './delivery-format.ts';
import { findAccounts, type OpenedAccount, type OrderAccounts } from './open-accounts.ts';

/**
 * The good accounts of an own order: as JSON together with the replaced and refunded ones, or as a file: TXT, CSV, XLSX
 * or the caller's delivery format. Whole, or the page that `limit` and `after` name; opened while it is sent.
 * The first reading completes the order. Refuses once the account data is erased (accountsDeleted), and a spreadsheet
 * that cannot hold a value (parameterError).
 */
export async function readAccounts(
  ctx: Ctx,
  { params, query }: Input<'readAccounts'>,
  reply: FastifyReply,
): Promise<unknown> {
  const order = await getOwnOrder(ctx, params.order_no);
  const goods = (await findGoods(ctx.db, [order.goods_id])).get(order.goods_id)!;
  const accounts = await findAccounts(ctx, order);
  const part = { after: query.after, ...(query.limit !== undefined && { limit: query.limit }) };
  const steps = await begin(accounts.open(part));
  const file =
    query.format === 'json'
      ? {
          name: null,
          type: 'application/json',
          content: toStream(writeJson(accounts, steps, await begin(accounts.openRemedied(part)))),
        }
      : await fileOf(ctx, { order, goods, accounts, steps }, query.format);
  await completeByReading(ctx, order);
  return file.name === null
    ? reply.type(`${file.type}; charset=utf-8`).send(file.content)
    : sendFile(reply, file);
}

/** Only the first reading changes the order; later ones need no lock. */
export async function completeByReading(ctx: Ctx, order: OrderRow): Promise<void> {
  if (nextStatus(order.status, 'read') === order.status) return;
  await inTransaction(ctx, async (inner) => {
    if (await advanceOrder(inner, order.id, 'read'))
      await recordTimelineEntry(inner, order, { kind: 'read' });
  });
}

/**
 * The lines of an order's good accounts, which it is not completed by; null where they have more than `most` characters
 * with the ends of the lines. Refuses once they are erased (accountsDeleted).
 */
export async function openAccountLines(ctx: Ctx, order: OrderRow, most: number): Promise<string[] | null> {
  const lines: string[] = [];
  let left = most;
  for await (const step of (await findAccounts(ctx, order)).open())
    for (const { text } of step) {
      left -= text.length + 1;
      if (left < 0) return null;
      lines.push(text);
    }
  return lines;
}

/** Opens the first step at once: what refuses it is the answer, and changes nothing. Later, it breaks the answer off. */
async function begin<T>(steps: AsyncGenerator<T>): Promise<AsyncIterable<T>> {
  const first = await steps.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* steps;
  })();
}

/** One step ahead of the reader: memory does not grow with the order. */
const toStream = (texts: AsyncIterable<string>): Readable => Readable.from(texts, { highWaterMark: 1 });

/** Those of a delivered account, also inside of it: nothing else leaves. */
const FIELDS = ['id', 'account', 'password', 'text', 'fields', 'name', 'value'];

async function* writeJson(
  { total, remediedTotal }: OrderAccounts,
  steps: AsyncIterable<readonly OpenedAccount[]>,
  remedied: AsyncIterable<readonly RemediedAccount[]>,
): AsyncGenerator<string> {
  yield '{"code":200,"message":"ok","data":{"items":[';
  let comma = '';
  for await (const step of steps) {
    yield comma + step.map((account) => JSON.stringify(account, FIELDS)).join(',');
    comma = ',';
  }
  yield '],"remedied_items":[';
  comma = '';
  for await (const step of remedied) {
    yield comma + step.map((account) => JSON.stringify(account)).join(',');
    comma = ',';
  }
  yield `],"total":${total},"remedied_total":${remediedTotal}}}`;
}

type Sold = {
  readonly order: OrderRow;
  readonly goods: GoodsRow;
  readonly accounts: OrderAccounts;
  readonly steps: AsyncIterable<readonly OpenedAccount[]>;
};

async function fileOf(
  ctx: Ctx,
  { order, goods, accounts, steps }: Sold,
  wanted: 'txt' | 'csv' | 'xlsx' | 'own',
): Promise<File> {
  const zone = await readSetting(ctx.db, 'timeZone');
  const name = nameFile({ goods, order, language: ctx.language, zone });
  const own = wanted === 'own' ? await findDeliveryFormat(ctx.db, order.user_id) : undefined;
  const format = wanted === 'own' ? (own ?? 'txt') : wanted;
  const { columns, longestValue } =
    format === 'txt' ? { columns: [], longestValue: 0 } : await survey(accounts, undefined);
  if (format !== 'xlsx')
    return {
      name: `${name}.${endingOf(format)}`,
      type: `${typeOf(format)}; charset=utf-8`,
      content: toStream(writeFile(steps, format, columns)),
    };
  if (longestValue > LONGEST_CELL) refuseField('parameterError', 'format', 'long', LONGEST_CELL);
  return {
    name: `${name}.xlsx`,
    type: XLSX_TYPE,
    content: createXlsx(
      columns.map((column) => ({ name: column })),
      rowsOf(steps, columns),
    ),
  };
}

async function* rowsOf(
  steps: AsyncIterable<readonly OpenedAccount[]>,
  columns: readonly string[],
): AsyncGenerator<string[]> {
  for await (const step of steps) for (const account of step) yield cellsOf(account, columns);
}

/** Applies a transition to an order inside the caller's transaction; returns whether its status changed. */
export async function advanceOrder(ctx: Ctx, id: bigint, transition: OrderTransition): Promise<boolean> {
  const { db } = ctx;
  const order = await lockOrder(db, id);
  const status = nextStatus(order.status, transition);
  if (status === null || status === order.status) return false;
  await updateOrder(db, id, { status });
  if (status === 'completed')
    await ctx.events.announce(ctx, 'ordersCompleted', { orders: [completedOrder(order)] });
  publishOrder(ctx, order);
  return true;
}

/** Longer ones are not told apart by more. */
const LONGEST_NAME = 120;

/** Refuses once the account data is erased (accountsDeleted). */
export async function listAccountNames(
  ctx: Ctx,
  { params }: Input<'listAccountNames'>,
): Promise<Data<'listAccountNames'>> {
  const order = await getOwnOrder(ctx, params.order_no);
  const items: Data<'listAccountNames'>['items'] = [];
  for await (const step of (await findAccounts(ctx, order)).open())
    for (const { id, account } of step)
      items.push({ id, name: account.slice(0, LONGEST_NAME).toWellFormed() });
  return { items };
}

/** What the buyer of an own order is told to do with its accounts, as the product has it now. */
export async function readInstruction(
  ctx: Ctx,
  { params }: Input<'readInstruction'>,
): Promise<Data<'readInstruction'>> {
  const order = await getOwnOrder(ctx, params.order_no);
  const goods = (await findGoods(ctx.db, [order.goods_id])).get(order.goods_id)!;
  return { instruction: textIn(goods.instruction, ctx.language) };
}
