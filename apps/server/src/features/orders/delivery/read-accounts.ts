import {
  type DeliveredAccount,
  type Input,
  type Language,
  type RemediedAccount,
  textIn,
  type Data,
} from '@portside/contract';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { sendFile } from '../../../platform/http/send-file.ts';
import { refuse } from '../../../platform/refusal.ts';
import { findGoods, type GoodsRow } from '../../goods/index.ts';
import { idsOf, openItems, type OpenedItem } from '../../stock/index.ts';
import { getOwnOrder } from '../listing/own-orders.ts';
import { nextStatus, type OrderTransition } from '../order-states.ts';
import { recordTimelineEntry } from '../order-timeline.sql.ts';
import { orderName, presentAccount, presentRemediedAccount, publishOrder } from '../orders.present.ts';
import { findOrder, type OrderRow, lockOrder, updateOrder } from '../orders.sql.ts';
import { findTakenItems, type TakenItems } from '../sold-items.sql.ts';
import { deliverFile, nameFile, type DeliveryFile, findDeliveryFormat } from './delivery-format.ts';

/**
 * The good accounts of an own order: as JSON together with the replaced and refunded ones, or as a file: TXT, CSV or
 * the caller's delivery format.
 * The first reading completes the order. Refuses once the account data is erased (accountsDeleted).
 */
export async function readAccounts(
  ctx: Ctx,
  { params, query }: Input<'readAccounts'>,
  reply: FastifyReply,
): Promise<unknown> {
  const order = await getOwnOrder(ctx, params.order_no);
  const goods = (await findGoods(ctx.db, [order.goods_id])).get(order.goods_id)!;
  const { good, remedied } = await openAll(ctx, order);
  // Only the first reading changes the order; later ones need no lock.
  if (nextStatus(order.status, 'read') !== order.status) {
    await inTransaction(ctx, async (inner) => {
      if (await advanceOrder(inner, order.id, 'read'))
        await recordTimelineEntry(inner, order, { kind: 'read' });
    });
  }
  if (query.format === 'json')
    return { code: 200, message: 'ok', data: { items: good, remedied_items: remedied } };
  const file = await fileOf(ctx, good, { order, goods, language: ctx.language }, query.format);
  return sendFile(reply, { ...file, type: `${file.type}; charset=utf-8` });
}

type Sold = { readonly order: OrderRow; readonly goods: GoodsRow; readonly language: Language };

async function fileOf(
  ctx: Ctx,
  accounts: readonly DeliveredAccount[],
  sold: Sold,
  format: 'txt' | 'csv' | 'own',
): Promise<DeliveryFile> {
  if (format === 'csv')
    return {
      name: `${nameFile(sold.goods, sold.order, sold.language)}.csv`,
      type: 'text/csv',
      content: toCsv(accounts),
    };
  const own = format === 'own' ? await findDeliveryFormat(ctx.db, sold.order.user_id) : undefined;
  return deliverFile(accounts, sold, own);
}

/** The accounts that were neither replaced nor refunded. Refuses once the data is erased (accountsDeleted). */
export const openAccounts = async (ctx: Ctx, order: OrderRow): Promise<DeliveredAccount[]> =>
  (await openAll(ctx, order)).good;

type Accounts = { readonly good: DeliveredAccount[]; readonly remedied: RemediedAccount[] };

async function openAll(ctx: Ctx, order: OrderRow): Promise<Accounts> {
  if (order.accounts_deleted_at !== null) refuse('accountsDeleted');
  const taken = (await openTaken(ctx, [order.id])).get(order.id);
  if (taken === undefined) {
    // Erased since the order was read.
    if ((await findOrder(ctx.db, order.id))?.accounts_deleted_at) refuse('accountsDeleted');
    throw new Error(`order ${order.order_no} lacks items`);
  }
  const { items, remedied } = taken;
  const isGood = ({ id }: { readonly id: bigint }): boolean => !remedied.has(id);
  return {
    good: items.filter(isGood).map((item) => presentAccount(item)),
    remedied: items
      .filter((item) => !isGood(item))
      .map((item) => presentRemediedAccount(item, remedied.get(item.id)!)),
  };
}

type OpenedTaken = Pick<TakenItems, 'remedied'> & {
  /** Good and remedied ones, by id. */
  readonly items: readonly OpenedItem[];
};

/** Every item that orders ever took, opened, by order; an order with an erased one is absent. */
export async function openTaken(ctx: Ctx, orderIds: readonly bigint[]): Promise<Map<bigint, OpenedTaken>> {
  const taken = await findTakenItems(ctx.db, orderIds);
  const ranges = [...taken.values()].flatMap((one) => one.ranges);
  const opened = new Map((await openItems(ctx, ranges)).map((item) => [item.id, item]));
  const found = new Map<bigint, OpenedTaken>();
  for (const orderId of orderIds) {
    const { ranges: own, remedied } = taken.get(orderId) ?? { ranges: [], remedied: new Map() };
    const items = own.flatMap(idsOf).map((id) => opened.get(id));
    if (items.every((item) => item !== undefined)) found.set(orderId, { items, remedied });
  }
  return found;
}

/** Fields are not escaped against spreadsheet formulas: that would change passwords. */
function toCsv(accounts: readonly DeliveredAccount[]): string {
  const header = [...new Set(accounts.flatMap(({ fields }) => fields.map(({ name }) => name)))];
  const rows = accounts.map(({ fields }) =>
    header.map((column) => fields.find(({ name }) => name === column)?.value ?? ''),
  );
  return stringify([header, ...rows], { record_delimiter: 'windows', quoted: true });
}

/** Applies a transition to an order inside the caller's transaction; returns whether its status changed. */
export async function advanceOrder(ctx: Ctx, id: bigint, transition: OrderTransition): Promise<boolean> {
  const { db } = ctx;
  const order = await lockOrder(db, id);
  const status = nextStatus(order.status, transition);
  if (status === null || status === order.status) return false;
  await updateOrder(db, id, { status });
  if (status === 'completed') await ctx.events.announce(ctx, 'orderCompleted', orderName(order));
  publishOrder(ctx, order);
  return true;
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
