import * as z from 'zod/mini';
import { endpoints } from './wire/endpoint.ts';
import { UsdtAmount } from './wire/amounts.ts';
import { Email, Gender, Id, line, page, pageQuery, Time, whole } from './wire/values.ts';

export const ORDER_STATUSES = ['processing', 'completed', 'refunded', 'partially_refunded'] as const;
export const OrderStatus = z.enum(ORDER_STATUSES);
export type OrderStatus = z.infer<typeof OrderStatus>;

export const Order = z.object({
  order_no: z.string(),
  goods: z.object({ id: Id, name: z.string(), description: z.string(), category: z.string() }),
  quantity: z.int(),
  gender: Gender,
  unit_price: z.string(),
  total_amount: z.string(),
  status: OrderStatus,
  /** The delivery e-mail: queued, accepted by the mail server, or given up. */
  delivery: z.object({
    email: z.string(),
    state: z.enum(['queued', 'sent', 'failed']),
    resends_left: z.int(),
  }),
  created_at: Time,
  /** When the account data is due to be erased, or was. */
  accounts_deleted_at: Time,
  accounts_deleted: z.boolean(),
  /** How much of the total was refunded. */
  refunded_amount: z.string(),
  /** When the warranty ends; null where the product has none. */
  claims_until: z.nullable(Time),
});
export type Order = z.infer<typeof Order>;

export const DeliveredAccount = z.object({
  id: Id,
  account: z.string(),
  password: z.string(),
  /** The line exactly as it was imported. */
  text: z.string(),
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type DeliveredAccount = z.infer<typeof DeliveredAccount>;

/** An account that was replaced or refunded. */
export const RemediedAccount = z.object({
  id: Id,
  /** The account that replaces it; null where it was refunded. */
  replaced_by: z.nullable(Id),
  /** Null where it was refunded: such an account is not handed out again. */
  text: z.nullable(z.string()),
});
export type RemediedAccount = z.infer<typeof RemediedAccount>;

export const OrderNo = z.object({ order_no: z.string().check(z.regex(/^[0-9A-Z]{8,40}$/)) });

export const ordersEndpoints = endpoints({
  placeOrder: {
    access: 'user',
    summary: 'Buy accounts, paid from the balance',
    idempotent: true,
    body: z.object({
      goods_id: Id,
      quantity: whole(1),
      gender: z._default(Gender, 'random'),
      email: z.optional(Email),
      unit_price: z.optional(UsdtAmount),
    }),
    data: Order,
  },
  listOrders: {
    access: 'user',
    summary: 'Own orders, newest first',
    query: z.object({
      ...pageQuery,
      order_no: z.optional(line(40)),
      category: z.optional(Id),
      from: z.optional(Time),
      to: z.optional(Time),
    }),
    data: page(Order),
  },
  readOrder: { access: 'user', summary: 'One own order', params: OrderNo, data: Order },
  readAccounts: {
    access: 'user',
    summary: 'The accounts of an own order, as JSON or as a file',
    params: OrderNo,
    /** `own`: a file in the caller's delivery format; as `txt` where none is saved. */
    query: z.object({ format: z._default(z.enum(['json', 'txt', 'csv', 'own']), 'json') }),
    raw: { json: true, types: ['text/plain', 'text/csv', 'application/x-ndjson'] },
    data: z.object({
      items: z.array(DeliveredAccount),
      /** Replaced and refunded accounts. */
      remedied_items: z.array(RemediedAccount),
    }),
  },
  readInstruction: {
    access: 'user',
    summary: "The instruction of an own order's product: sanitised HTML, empty where there is none",
    params: OrderNo,
    data: z.object({ instruction: z.string() }),
  },
  mailAccounts: {
    access: 'user',
    summary: 'Send the delivery e-mail again',
    params: OrderNo,
    body: z.object({ email: z.optional(Email) }),
    data: Order,
  },
});
