import * as z from 'zod/mini';
import { endpoints, tableFile, tableFormat, XLSX_TYPE } from '../wire/endpoint.ts';
import { PRICE_SOURCES } from '../wire/quote.ts';
import {
  CouponCode,
  UsdtAmount,
  Email,
  Gender,
  Id,
  line,
  linkKey,
  NamePrefix,
  OrderNoPrefix,
  page,
  pageQuery,
  pasted,
  Time,
  whole,
  selection,
  sortQuery,
  Nothing,
  period,
} from '../wire/values.ts';

export const ORDER_STATUSES = ['processing', 'completed', 'refunded', 'partially_refunded'] as const;
export const OrderStatus = z.enum(ORDER_STATUSES);
export type OrderStatus = z.infer<typeof OrderStatus>;

const PriceSource = z.enum(PRICE_SOURCES);

export const ORDER_DELIVERY_STATES = ['queued', 'sent', 'failed', 'unconfirmed'] as const;

export const Order = z.object({
  order_no: z.string(),
  goods: z.object({ id: Id, name: z.string(), description: z.string(), category: z.string() }),
  quantity: z.int(),
  gender: Gender,
  /** Of one account, before the coupon. */
  unit_price: z.string(),
  /** The product's first price of one account at that time; null in orders of before. */
  list_price: z.nullable(z.string()),
  /** What decided the price; null in orders of before. */
  price_source: z.nullable(PriceSource),
  /** What a coupon took off. */
  discount: z.string(),
  /** `unit_price` times the quantity, less the discount. Of a part, the first accounts may cost 0.000001 more. */
  total_amount: z.string(),
  status: OrderStatus,
  /** The delivery e-mail: queued, accepted by the mail server, given up, or sent without accounts to an unconfirmed address. */
  delivery: z.object({
    email: z.string(),
    state: z.enum(ORDER_DELIVERY_STATES),
    /** Why it was given up; null where it was not, or that is not known. */
    failure: z.nullable(z.enum(['refused', 'tooLarge', 'unanswered'])),
    resends_left: z.int(),
  }),
  created_at: Time,
  /** When the account data will be erased, or was. */
  accounts_deleted_at: Time,
  accounts_deleted: z.boolean(),
  /** The refunded part of the total. */
  refunded_amount: z.string(),
  /** When the warranty ends; null if the product has none. */
  claims_until: z.nullable(Time),
  /** Whether a warranty claim waits for the shop's decision. */
  has_open_claim: z.boolean(),
  /** The buyer's own name for it, as it was given. */
  reference: z.nullable(z.string()),
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
  /** The account that replaces it; null if it was refunded. */
  replaced_by: z.nullable(Id),
  /** That one's number among the order's accounts, from 1; null if it was remedied itself. */
  replaced_by_line: z.nullable(z.int()),
  /** Null if it was refunded: such an account is not handed out again. */
  text: z.nullable(z.string()),
});
export type RemediedAccount = z.infer<typeof RemediedAccount>;

/**
 * A buyer's own name for an order, kept exactly as it was given. No two orders of a buyer have the same, so it tells after
 * a time-out whether an order was placed.
 */
export const OrderReference = z
  .string()
  .check(z.minLength(1), z.maxLength(100), z.regex(/^[^\p{Cc}\p{Cs}]*$/u));

export const OrderNo = z.object({ order_no: z.string().check(z.regex(/^[0-9A-Z]{8,40}$/)) });

/** Where a program is told of this one order, by https; signed with the `callback_secret` of its key. */
export const CallbackUrl = line(500, 1);

/** What an order would cost, and why. */
export const OrderQuote = z.object({
  /** Of one account, before the coupon. */
  unit_price: z.string(),
  /** The product's first price of one account. */
  list_price: z.string(),
  discount: z.string(),
  total_amount: z.string(),
  /** What the price of an account rests on: its name and percentage where it is a level or a promotion. */
  why: z.object({
    source: PriceSource,
    name: z.string(),
    discount_percent: z.nullable(z.string()),
    min_quantity: z.int(),
  }),
  /** `notCheaper`: the price is lower without it, and the coupon is not used. */
  coupon: z.nullable(z.enum(['applied', 'notCheaper'])),
  /** When the price of an account ends. */
  until: z.nullable(Time),
});

export const ordersEndpoints = endpoints({
  placeOrder: {
    access: 'user',
    summary:
      'Buy accounts, paid from the balance. A `unit_price` is the caller’s own: the catalogue’s is refused where a level, a price list or a promotion lowers it (see `GET /api/prices/mine`)',
    idempotent: true,
    body: z.object({
      goods_id: Id,
      quantity: whole(1),
      gender: z._default(Gender, 'random'),
      email: z.optional(Email),
      /** The price of one account that the buyer saw, before a coupon: another one is refused (priceChanged). */
      unit_price: z.optional(UsdtAmount),
      coupon: z.optional(CouponCode),
      /** Of a product that only a link leads to. */
      link_key: linkKey,
      /** What the buyer saw that the order costs, with its coupon: more is refused (priceChanged). */
      total_amount: z.optional(UsdtAmount),
      reference: z.optional(OrderReference),
      /** By API key only: what happens to this order is also sent there, as to a webhook. */
      callback_url: z.optional(CallbackUrl),
    }),
    data: Order,
  },
  quoteOrder: {
    access: 'user',
    perMinute: 120,
    summary: 'What an order would cost now, and why; refuses a coupon as the order would. Reserves nothing',
    body: z.object({
      goods_id: Id,
      quantity: whole(1),
      coupon: z.optional(CouponCode),
      /** Of a product that only a link leads to. */
      link_key: linkKey,
    }),
    data: z.extend(OrderQuote, {
      /** The next quantity at which an account costs less, and what its smallest order saves. */
      next: z.nullable(z.object({ min_quantity: z.int(), price: z.string(), saved: z.string() })),
    }),
  },
  listOrders: {
    access: 'user',
    summary:
      'Own orders, newest first. `order_no` is any part of the number; `q` is that, or the whole login of one of the accounts; `reference` names one order, whatever else is asked for',
    query: z.object({
      ...pageQuery,
      order_no: z.optional(OrderNoPrefix),
      q: z.optional(pasted((text) => text)),
      category: z.optional(Id),
      from: z.optional(Time),
      to: z.optional(Time),
      reference: selection(OrderReference),
    }),
    data: page(Order),
  },
  readOrder: { access: 'user', summary: 'One own order', params: OrderNo, data: Order },
  readAccounts: {
    access: 'user',
    summary:
      'The accounts of an own order, as JSON or as a file. All of them; JSON takes `limit` for a page, and `after` for ' +
      'how many accounts, and remedied ones, come before it; where `remedied_total` is another than on the page before, ' +
      'begin again, as others have moved up. A CSV begins with the UTF-8 byte order mark',
    params: OrderNo,
    /** `own`: a file in the caller's delivery format, or `txt` if none is saved. */
    query: z.object({
      format: z._default(z.enum(['json', 'txt', 'csv', 'xlsx', 'own']), 'json'),
      limit: z.optional(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(500))),
      after: z._default(z.coerce.number<string | number>().check(z.int(), z.gte(0), z.lte(1_000_000)), 0),
    }),
    raw: {
      json: true,
      types: ['text/plain', 'text/csv', 'application/x-ndjson', XLSX_TYPE],
    },
    data: z.object({
      items: z.array(DeliveredAccount),
      /** Replaced and refunded accounts. */
      remedied_items: z.array(RemediedAccount),
      /** How many there are of each. */
      total: z.int(),
      remedied_total: z.int(),
    }),
  },
  surveyAccounts: {
    access: 'user',
    summary: 'What there is to know of the accounts of an own order before they are saved to a file',
    params: OrderNo,
    data: z.object({
      /** All columns that the accounts have, in their order. */
      columns: z.array(z.string()),
      /**
       * How many values hold the separator of the line they stand in, so that splitting it finds too many: as they were
       * imported, and in the caller's own format, where null stands for no such format.
       */
      split_values: z.object({ txt: z.int(), own: z.nullable(z.int()) }),
      /** Characters of the longest value; a cell of a spreadsheet holds 32,767. */
      longest_value: z.int(),
    }),
  },
  listAccountNames: {
    access: 'user',
    summary:
      'The good accounts of an own order by name, to choose from: the first value, cut to 120 characters',
    params: OrderNo,
    data: z.object({ items: z.array(z.object({ id: Id, name: z.string() })) }),
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

/**
 * The entries of an order's timeline; a refund of several accounts is one. If a refund needs a second person, its
 * proposal and its approval, or its end, come first.
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
  /** The agent who had brought the buyer when it was placed. */
  agent: z.nullable(z.object({ id: Id, platform_name: z.string() })),
  /** The code that made it cheaper. */
  coupon: z.nullable(z.string()),
  refunded_accounts: z.int(),
});

export type AdminOrder = z.infer<typeof AdminOrder>;

export const OrderTimelineEntry = z.object({
  kind: z.enum(ORDER_TIMELINE_KINDS),
  at: Time,
  /** Username; null if the shop itself acted. */
  actor: z.nullable(z.string()),
  accounts: z.nullable(z.int()),
  amount: z.nullable(z.string()),
  note: z.string(),
});

export type OrderTimelineEntry = z.infer<typeof OrderTimelineEntry>;

/** All given fields must match: order numbers by their beginning or end, names and addresses by their beginning. */
export const orderFilter = {
  order_no: z.optional(OrderNoPrefix),
  /** Where the order was delivered. */
  email: z.optional(NamePrefix),
  buyer: z.optional(NamePrefix),
  category: z.optional(Id),
  goods: z.optional(Id),
  status: z.optional(OrderStatus),
  /** Who had brought the buyer when the order was placed; 0: nobody. */
  agent: z.optional(Id),
  /** That the buyer had when the order was placed; 0: none. */
  level: z.optional(Id),
  delivery: z.optional(z.enum(ORDER_DELIVERY_STATES)),
  /** What decided the price; orders of before were sold at the product's price. */
  price_source: z.optional(PriceSource),
  /** The price list or promotion that decided it. */
  price_list: z.optional(Id),
  coupon: z.optional(CouponCode),
  ...period,
  amount_from: z.optional(UsdtAmount),
  amount_to: z.optional(UsdtAmount),
};

export const adminOrdersEndpoints = endpoints({
  listAllOrders: {
    summary:
      'Orders of all buyers, newest first by default. A page may hold fewer entries than requested, or none, even if ' +
      'more follow: the list ends only when next_cursor is null',
    query: z.object({ ...pageQuery, ...sortQuery('listAllOrders'), ...orderFilter }),
    data: page(AdminOrder),
  },
  exportOrders: {
    freshCode: true,
    summary: 'Filtered orders as a CSV or XLSX file, newest first',
    query: z.object({ ...orderFilter, ...tableFormat }),
    ...tableFile,
  },
  mailAnyOrder: {
    perMinute: 30,
    summary: "Resend an order's delivery e-mail to the address its buyer gave",
    params: OrderNo,
    data: AdminOrder,
  },
  readAnyOrder: {
    summary: 'One order with its timeline',
    params: OrderNo,
    data: z.object({ order: AdminOrder, refunded_amount: z.string(), events: z.array(OrderTimelineEntry) }),
  },
});

/** The format in which a buyer gets accounts: on the page, as a file and in the delivery e-mail. */
export const DeliveryFormat = z.object({
  /** Column names in the order wanted; empty, or absent, for all of a product's. Case does not matter. */
  columns: z._default(z.array(line(40, 1)).check(z.maxLength(20)), []),
  /** Between the values; exactly one character in CSV, unused in JSON lines. Not trimmed: it may be a tab. */
  separator: z.string().check(z.minLength(1), z.maxLength(8), z.regex(/^(?:[^\p{Cc}\p{Cs}"]|\t)+$/u)),
  file_type: z.enum(['txt', 'csv', 'jsonl']),
  /** Whether the first line names the columns. */
  has_header: z.boolean(),
});

export type DeliveryFormat = z.infer<typeof DeliveryFormat>;

export const deliveryFormatsEndpoints = endpoints({
  readDeliveryFormat: {
    access: 'user',
    summary: 'The own delivery format; null where accounts are delivered exactly as they were imported',
    data: z.nullable(DeliveryFormat),
  },
  replaceDeliveryFormat: {
    access: 'user',
    summary: 'Set the own delivery format, used from the next page, file and e-mail on',
    body: DeliveryFormat,
    data: DeliveryFormat,
  },
  deleteDeliveryFormat: {
    access: 'user',
    summary: 'Deliver accounts exactly as they were imported again',
    data: Nothing,
  },
});
