import type { Input, Order, Recharge } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../platform/context.ts';
import { sendOwnList, type Columns } from '../../platform/http/send-list.ts';
import { listOrders } from '../orders/index.ts';
import { listRecharges } from '../recharges/index.ts';

const ORDER_COLUMNS: Columns<Order> = {
  order_no: (order) => order.order_no,
  created_at: (order) => order.created_at,
  status: (order) => order.status,
  product_id: ({ goods }) => goods.id,
  product: ({ goods }) => goods.name,
  gender: (order) => order.gender,
  accounts: { number: (order) => order.quantity },
  unit_price: { number: (order) => order.unit_price },
  total_amount: { number: (order) => order.total_amount },
  refunded_amount: { number: (order) => order.refunded_amount },
  delivery_email: ({ delivery }) => delivery.email,
  warranty_until: (order) => order.claims_until,
  discount: { number: (order) => order.discount },
  price_source: (order) => order.price_source,
};

/** The caller's orders as a file, newest first, without account data. */
export const exportOwnOrders = (
  ctx: Ctx,
  { query: { format } }: Input<'exportOwnOrders'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendOwnList(ctx, reply, {
    format,
    name: 'orders',
    columns: ORDER_COLUMNS,
    readPage: (query) => listOrders(ctx, { query }),
  });

const RECHARGE_COLUMNS: Columns<Recharge> = {
  order_id: (recharge) => recharge.order_id,
  created_at: (recharge) => recharge.created_at,
  status: (recharge) => recharge.status,
  network: (recharge) => recharge.type,
  amount: { number: (recharge) => recharge.amount },
  pay_amount: { number: (recharge) => recharge.pay_amount },
  credited_amount: { number: (recharge) => recharge.credited_amount },
  sender_address: (recharge) => recharge.sender_address,
  receiver_address: (recharge) => recharge.receiver_address,
  tx_hash: (recharge) => recharge.tx_hash,
};

/** The caller's top-ups as a file, newest first. */
export const exportOwnRecharges = (
  ctx: Ctx,
  { query: { format } }: Input<'exportOwnRecharges'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendOwnList(ctx, reply, {
    format,
    name: 'top-ups',
    columns: RECHARGE_COLUMNS,
    readPage: (query) => listRecharges(ctx, { query }),
  });
