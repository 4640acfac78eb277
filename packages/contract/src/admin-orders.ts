import * as z from 'zod/mini';
import { UsdtAmount } from './wire/amounts.ts';
import { csvFile, endpoints } from './wire/endpoint.ts';
import { Order, OrderNo, OrderStatus } from './orders.ts';
import { Id, line, page, pageQuery, sortQuery, Time } from './wire/values.ts';

/**
 * What the timeline of an order shows; a refund of several accounts is one entry. A refund that needed a second person
 * was proposed and approved, or stopped, before.
 */
const ORDER_TIMELINE_KINDS = [
  'placed',
  'mailed',
  'mailFailed',
  'mailAgain',
  'read',
  'claimed',
  'claimRefused',
  'replaced',
  'refundProposed',
  'refundApproved',
  'refundStopped',
  'replacementProposed',
  'replacementApproved',
  'replacementStopped',
  'refunded',
  'purged',
] as const;
export type OrderTimelineKind = (typeof ORDER_TIMELINE_KINDS)[number];

export const AdminOrder = z.extend(Order, {
  buyer: z.object({ id: Id, username: z.string(), email: z.string() }),
  /** The agent who referred the buyer. */
  agent: z.nullable(z.object({ id: Id, platform_name: z.string() })),
});
export type AdminOrder = z.infer<typeof AdminOrder>;

export const OrderTimelineEntry = z.object({
  kind: z.enum(ORDER_TIMELINE_KINDS),
  at: Time,
  /** Username; null where the shop itself acted. */
  actor: z.nullable(z.string()),
  accounts: z.nullable(z.int()),
  amount: z.nullable(z.string()),
  note: z.string(),
});
export type OrderTimelineEntry = z.infer<typeof OrderTimelineEntry>;

/** An order must meet all of them. Order number and buyer may be given by their beginning. */
const orderFilter = {
  order_no: z.optional(line(40)),
  buyer: z.optional(line(254)),
  category: z.optional(Id),
  goods: z.optional(Id),
  status: z.optional(OrderStatus),
  agent: z.optional(Id),
  from: z.optional(Time),
  to: z.optional(Time),
  amount_from: z.optional(UsdtAmount),
  amount_to: z.optional(UsdtAmount),
};

export const adminOrdersEndpoints = endpoints({
  listAllOrders: {
    access: { action: 'order.read' },
    summary:
      'Orders of all buyers, newest first by default. A page may hold fewer entries than requested, or none, even if ' +
      'more follow: the list ends only when next_cursor is null',
    query: z.object({ ...pageQuery, ...sortQuery('listAllOrders'), ...orderFilter }),
    data: page(AdminOrder),
  },
  totalOrders: {
    access: { action: 'order.read' },
    summary: 'Number and total amount of the filtered orders',
    query: z.object(orderFilter),
    data: z.object({
      orders: z.int(),
      accounts: z.int(),
      amount: z.string(),
      /** Older orders than this are not counted; null where all are. */
      counted_from: z.nullable(Time),
    }),
  },
  exportOrders: {
    access: { action: 'order.export' },
    freshCode: true,
    summary: 'Filtered orders as a CSV file, newest first',
    query: z.object(orderFilter),
    ...csvFile,
  },
  mailAnyOrder: {
    access: { action: 'order.deliver' },
    perMinute: 30,
    summary: "Resend an order's delivery e-mail to the address its buyer gave",
    params: OrderNo,
    data: AdminOrder,
  },
  readAnyOrder: {
    access: { action: 'order.read' },
    summary: 'One order with its timeline',
    params: OrderNo,
    data: z.object({ order: AdminOrder, refunded_amount: z.string(), events: z.array(OrderTimelineEntry) }),
  },
});
