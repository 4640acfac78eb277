import type { AdminOrder, Input } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { requireAction } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { sendList, type Columns } from '../../../platform/http/send-list.ts';
import { findOrders } from './list-all-orders.ts';

const COLUMNS: Columns<AdminOrder> = {
  order_no: (order) => order.order_no,
  created_at: (order) => order.created_at,
  status: (order) => order.status,
  username: ({ buyer }) => buyer.username,
  email: ({ buyer }) => buyer.email,
  agent: ({ agent }) => agent && agent.platform_name,
  product_id: ({ goods }) => goods.id,
  product: ({ goods }) => goods.name,
  category_id: ({ goods }) => goods.category,
  gender: (order) => order.gender,
  accounts: (order) => order.quantity,
  unit_price: (order) => order.unit_price,
  total_amount: (order) => order.total_amount,
  delivery_email: ({ delivery }) => delivery.email,
  delivery_state: ({ delivery }) => delivery.state,
};

/** The orders that pass a filter as a CSV file, newest first. */
export async function exportOrders(
  ctx: Ctx,
  { query }: Input<'exportOrders'>,
  reply: FastifyReply,
): Promise<unknown> {
  requireAction(ctx.actor, 'order.export');
  return sendList(ctx, reply, {
    name: 'orders',
    action: 'order.export',
    subject: 'order',
    query,
    columns: COLUMNS,
    readPage: (page) => findOrders(ctx, { ...query, ...page }),
  });
}
