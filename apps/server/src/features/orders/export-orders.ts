import type { AdminOrder, Input } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { sendCsv, type CsvRow } from '../../platform/http/send-csv.ts';
import { presentAdminOrders } from './admin-orders.present.ts';
import { planSearch } from './order-filter.ts';
import type { Position } from './order-time.ts';
import { searchOrders } from './search-orders.ts';

/** So many orders are in memory at a time, however long the file. */
const AT_A_TIME = 1_000;

const HEADER =
  'order_no created_at status username email agent goods_id goods category_id gender accounts unit_price ' +
  'total_amount delivery_email delivery_state';

/** The orders of a filter as a file, newest first. */
export async function exportOrders(
  ctx: Ctx,
  { query }: Input<'exportOrders'>,
  reply: FastifyReply,
): Promise<unknown> {
  requireAction(ctx.actor, 'order.export');
  const day = ctx.clock.now().toISOString().slice(0, 10);
  return sendCsv(reply, `orders-${day}.csv`, HEADER.split(' '), readRows(ctx, query));
}

async function* readRows(ctx: Ctx, filter: Input<'exportOrders'>['query']): AsyncGenerator<CsvRow> {
  const search = await planSearch(ctx.db, filter);
  if (search === null) return;
  let after: Position | null = null;
  do {
    const { orders, next } = await searchOrders(ctx.db, search, after, AT_A_TIME);
    for (const order of await presentAdminOrders(ctx.db, orders, ctx.language)) yield toRow(order);
    after = next;
  } while (after !== null);
}

const toRow = ({ goods, buyer, agent, delivery, ...order }: AdminOrder): CsvRow => [
  order.order_no,
  order.created_at,
  order.status,
  buyer.username,
  buyer.email,
  agent?.platform_name ?? '',
  goods.id,
  goods.name,
  goods.category,
  order.gender,
  order.quantity,
  order.unit_price,
  order.total_amount,
  delivery.email,
  delivery.state,
];
