import type { DeliveredAccount, Input } from '@portside/contract';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { findGoods, type GoodsRow } from '../goods/index.ts';
import { openItems } from '../stock/index.ts';
import { advanceOrder } from './advance-order.ts';
import { nextStatus } from './order-states.ts';
import { presentAccount } from './orders.present.ts';
import { findOrderItems, type OrderRow } from './orders.sql.ts';
import { getOwnOrder } from './read-orders.ts';

/** The accounts of an own order: as JSON, or as a TXT or CSV file. Reading them completes the order. */
export async function readAccounts(
  ctx: Ctx,
  { params, query }: Input<'readAccounts'>,
  reply: FastifyReply,
): Promise<unknown> {
  const order = await getOwnOrder(ctx, params.order_no);
  const goods = (await findGoods(ctx.db, [order.goods_id])).get(order.goods_id)!;
  const accounts = await openAccounts(ctx, order, goods);
  // Only the first reading changes anything; later ones need no lock.
  if (nextStatus(order.status, 'read') !== order.status) {
    await inTransaction(ctx, (inner) => advanceOrder(inner, order.id, 'read'));
  }
  if (query.format === 'json') return { code: 200, message: 'ok', data: { items: accounts } };
  const [type, content] =
    query.format === 'txt' ? ['text/plain', toTxt(accounts)] : ['text/csv', toCsv(accounts, goods)];
  return reply
    .type(`${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${order.order_no}.${query.format}"`)
    .send(content);
}

/** Refuses once the texts are erased; until then an order has exactly as many as were bought. */
export async function openAccounts(ctx: Ctx, order: OrderRow, goods: GoodsRow): Promise<DeliveredAccount[]> {
  if (order.accounts_deleted_at !== null) refuse('accountsDeleted');
  const items = await openItems(ctx, await findOrderItems(ctx.db, [order.id]));
  if (items.length !== order.quantity) throw new Error(`order ${order.order_no} lacks items`);
  return items.map((item) => presentAccount(item, goods));
}

/** One account a line, exactly as imported: buyers paste it into their tools. */
export const toTxt = (accounts: readonly DeliveredAccount[]): string =>
  accounts.map((account) => `${account.text}\n`).join('');

/** Fields are exact here too: a guard against spreadsheet formulas would change passwords. */
function toCsv(accounts: readonly DeliveredAccount[], goods: GoodsRow): string {
  const width = Math.max(goods.columns.length, ...accounts.map((account) => account.fields.length));
  const header = Array.from({ length: width }, (_, index) => goods.columns[index] ?? `field ${index + 1}`);
  const rows = accounts.map((account) => header.map((_, index) => account.fields[index]?.value ?? ''));
  return stringify([header, ...rows], { record_delimiter: 'windows', quoted: true });
}
