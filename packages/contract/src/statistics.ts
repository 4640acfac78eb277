import * as z from 'zod/mini';
import { orderFilter } from './orders/orders.ts';
import { tableFile, tableFormat, endpoints } from './wire/endpoint.ts';
import { PRICE_SOURCES } from './wire/quote.ts';
import { Day, Id, Network, page, sortQuery, Time, wholeListQuery } from './wire/values.ts';

/** Refunds count on the day they are made. `income` is sales less refunds and commission. */
const salesSums = {
  orders: z.int(),
  accounts: z.int(),
  amount: z.string(),
  refunds: z.int(),
  refunded: z.string(),
  commission: z.string(),
  income: z.string(),
};
export const SalesSums = z.object(salesSums);
export type SalesSums = z.infer<typeof SalesSums>;

export const PeriodFigures = z.object({
  from: Day,
  to: Day,
  ...salesSums,
  /** Deposits less reversed ones. */
  deposits: z.array(z.object({ network: Network, deposits: z.int(), amount: z.string() })),
  new_users: z.int(),
  /** The share, 0 to 1, of ended top-ups that were credited; null if none has ended. */
  top_up_success: z.nullable(z.number()),
  /** The share, 0 to 1, of orders whose delivery e-mail was not given up; null without orders. */
  delivery_success: z.nullable(z.number()),
  /** Of as many days just before; null for today, which is not over. */
  before: z.nullable(z.object({ ...salesSums, deposited: z.string(), new_users: z.int() })),
});
export type PeriodFigures = z.infer<typeof PeriodFigures>;

export const TrendDay = z.object({ day: Day, ...salesSums, deposited: z.string(), new_users: z.int() });
export type TrendDay = z.infer<typeof TrendDay>;

export const SALES_BY = ['day', 'goods', 'category', 'agent', 'level'] as const;

export const SalesRow = z.object({
  /**
   * The day, or the id of the product, category, agent or level; 0 for buyers without one, `unknown` for sales from
   * before the shop recorded levels.
   */
  key: z.string(),
  /** Its name in the reader's language; empty for a day and for none. */
  name: z.string(),
  ...salesSums,
});
export type SalesRow = z.infer<typeof SalesRow>;

/**
 * What was earned: `profit` is revenue less refunds, cost, commission and bonus. An account that is refunded loses its
 * revenue and keeps its cost; what replaces one costs what it cost itself (`replacement_cost`, part of `cost`).
 */
const profitSums = {
  accounts: z.int(),
  revenue: z.string(),
  refunded: z.string(),
  cost: z.string(),
  replacement_cost: z.string(),
  commission: z.string(),
  /** On top-ups, so of no product and no supplier. */
  bonus: z.string(),
  /** What coupons took off; revenue is without it. */
  discount: z.string(),
  profit: z.string(),
  /** Accounts, sold or given as replacements, of imports that nobody has said the cost of. They count as nothing. */
  unknown_accounts: z.int(),
  /** The revenue of those. */
  unknown_revenue: z.string(),
};
export const ProfitSums = z.object(profitSums);
export type ProfitSums = z.infer<typeof ProfitSums>;

export const PROFIT_BY = ['day', 'goods', 'category', 'supplier', 'agent'] as const;

export const ProfitRow = z.object({
  /** The day, or an id; 0 for what has no agent or supplier, `bonus` for what no product and no supplier has earned. */
  key: z.string(),
  /** Empty for a day, 0 and `bonus`. */
  name: z.string(),
  ...profitSums,
});
export type ProfitRow = z.infer<typeof ProfitRow>;

const profitQuery = { by: z._default(z.enum(PROFIT_BY), 'day'), from: z.optional(Day), to: z.optional(Day) };

const SUPPLIED_BY = ['supplier', 'goods', 'batch'] as const;
const suppliedQuery = { by: z._default(z.enum(SUPPLIED_BY), 'supplier') };

/**
 * What became of everything that was ever imported from a supplier (id 0 for imports that name none), for a product, or
 * at once.
 */
export const SupplierSales = z.object({
  id: Id,
  /** Of an import its note, or its file's. */
  name: z.string(),
  imported: z.int(),
  sold: z.int(),
  /** The share, 0 to 1, of the accounts sold that buyers claimed; null if none was sold. */
  claim_rate: z.nullable(z.number()),
  /** What the accounts cost that replaced others. */
  replacement_cost: z.string(),
  /** From the import to the sale, on average; null if none was sold. */
  days_to_sell: z.nullable(z.number()),
});
export type SupplierSales = z.infer<typeof SupplierSales>;

export const OfferSales = z.object({
  /** The price that won; `level` is a discount or a list of one. A coupon counts beside the price. */
  kind: z.enum([...PRICE_SOURCES, 'coupon']),
  /** The promotion's or the coupon's. */
  id: z.nullable(Id),
  /** Of a promotion, or the coupon's code; empty for the others, and where it was deleted. */
  name: z.string(),
  orders: z.int(),
  accounts: z.int(),
  amount: z.string(),
  /** What the orders would have cost more without it: at the product's first price, or without the coupon. */
  taken_off: z.string(),
});
export type OfferSales = z.infer<typeof OfferSales>;

export const CustomerCounts = z.object({
  /** Pages that browsers opened, without the back office. */
  visits: z.int(),
  /** Who signed up on these days; then how many of them have topped up, ordered, and ordered again, up to now. */
  signed_up: z.int(),
  topped_up: z.int(),
  ordered: z.int(),
  ordered_again: z.int(),
  /** Who ordered on these days; and how many of them had ordered before. */
  buyers: z.int(),
  returning_buyers: z.int(),
});
export type CustomerCounts = z.infer<typeof CustomerCounts>;

const period = { from: z.optional(Day), to: z.optional(Day) };

const days = (longest: number, initial: number) =>
  z._default(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(longest)), initial);

/** Both days are included; the last 30 days if absent. */
const salesQuery = { by: z._default(z.enum(SALES_BY), 'day'), from: z.optional(Day), to: z.optional(Day) };

const reorderQuery = { within: days(90, 14), idle: days(365, 30) };

/** `out`: sold out; `soon`: is within the days asked for, at the pace of the last 14 days. */
export const REORDER_REASONS = ['out', 'soon', 'idle', 'never', 'price'] as const;

const ReorderRow = z.object({
  goods: z.object({ id: Id, name: z.string() }),
  reason: z.enum(REORDER_REASONS),
  stock: z.int(),
  sold_per_day: z.number(),
  /** Null if nothing was sold. */
  days_left: z.nullable(z.number()),
  /** Null if nothing was ever sold. */
  last_sold_at: z.nullable(Time),
  /** What is missing to sell for 30 days at this pace. */
  suggested: z.int(),
  /** Of its last import: who it came from, and what an account cost, in USDT. */
  supplier: z.nullable(z.object({ id: Id, name: z.string() })),
  cost: z.nullable(z.string()),
  /** From import to sale, on average. */
  days_to_sell: z.nullable(z.number()),
  /** Stock at that cost. */
  worth: z.nullable(z.string()),
});
export type ReorderRow = z.infer<typeof ReorderRow>;

export const statisticsEndpoints = endpoints({
  readDashboard: {
    summary: 'Figures of today and of the last 7 and 30 days, including today',
    data: z.object({
      time_zone: z.string(),
      today: PeriodFigures,
      last_7_days: PeriodFigures,
      last_30_days: PeriodFigures,
      /** Of the same day last week, up to this time of day. */
      last_week_so_far: z.object({ orders: z.int(), accounts: z.int(), amount: z.string() }),
      online_users: z.int(),
    }),
  },
  readIncomeTrend: {
    summary: 'Sales, income and deposits by day up to today',
    query: z.object({ days: days(366, 30) }),
    data: z.object({ time_zone: z.string(), days: z.array(TrendDay) }),
  },
  listBestSellers: {
    summary: 'Products by accounts sold, best-selling first',
    query: z.object({ ...wholeListQuery, days: days(366, 7) }),
    data: page(SalesRow),
  },
  listLowStock: {
    summary: 'Products on sale by how long their stock will last, shortest first',
    query: z.object({ ...wholeListQuery, days: days(90, 7) }),
    data: page(
      z.object({
        goods: z.object({ id: Id, name: z.string() }),
        stock: z.int(),
        sold_per_day: z.number(),
        /** Null if nothing was sold. */
        days_left: z.nullable(z.number()),
        /** There is stock, and nothing of it was sold in the last 30 days. */
        is_dead: z.boolean(),
      }),
    ),
  },
  listReorder: {
    summary:
      'Products on sale to buy again, with how much of them from whom, and those that do not sell: nothing for ' +
      '`idle` days, never, or not since they were last changed',
    query: z.object({ ...wholeListQuery, ...reorderQuery }),
    data: page(ReorderRow),
  },
  exportReorder: {
    summary: 'The same as a CSV or XLSX file',
    query: z.object({ ...reorderQuery, ...tableFormat }),
    ...tableFile,
    perMinute: 20,
  },
  readMailHealth: {
    summary: 'State of e-mail delivery',
    data: z.object({
      waiting: z.int(),
      /** How many of those failed at least once. */
      failing: z.int(),
      waits_since: z.nullable(Time),
      last_sent_at: z.nullable(Time),
    }),
  },
  totalOrders: {
    summary: 'Number and total amount of the filtered orders',
    query: z.object(orderFilter),
    data: z.object({
      orders: z.int(),
      accounts: z.int(),
      amount: z.string(),
      /** Older orders are not counted; null if all are. */
      counted_from: z.nullable(Time),
    }),
  },
  listSales: {
    summary: 'Sales by day, product, category, agent or level, with the same number of days before',
    query: z.object({ ...wholeListQuery, ...sortQuery('listSales'), ...salesQuery }),
    data: z.extend(page(SalesRow), {
      time_zone: z.string(),
      from: Day,
      to: Day,
      sum: SalesSums,
      /** Of as many days just before. */
      before: SalesSums,
    }),
  },
  listProfit: {
    summary: 'Profit by day, product, category, supplier or agent, with the same number of days before',
    query: z.object({ ...wholeListQuery, ...sortQuery('listProfit'), ...profitQuery }),
    data: z.extend(page(ProfitRow), {
      time_zone: z.string(),
      from: Day,
      to: Day,
      sum: ProfitSums,
      /** Of as many days just before. */
      before: ProfitSums,
    }),
  },
  exportProfit: {
    summary: 'Profit by day, product, category, supplier or agent as a CSV or XLSX file',
    query: z.object({ ...profitQuery, ...tableFormat }),
    ...tableFile,
    perMinute: 20,
  },
  listSupplierProfit: {
    summary: 'What became of the accounts that were imported, by supplier, product or import',
    query: z.object({ ...wholeListQuery, ...suppliedQuery }),
    data: page(SupplierSales),
  },
  exportSupplierProfit: {
    summary: 'The same as a CSV or XLSX file',
    query: z.object({ ...suppliedQuery, ...tableFormat }),
    ...tableFile,
    perMinute: 20,
  },
  listOfferSales: {
    summary: 'Sales by the price they were sold at and by coupon, with what it took off; at most 366 days',
    query: z.object({ ...wholeListQuery, ...period }),
    data: z.extend(page(OfferSales), { time_zone: z.string(), from: Day, to: Day }),
    perMinute: 60,
  },
  exportOfferSales: {
    summary: 'The same as a CSV or XLSX file',
    query: z.object({ ...period, ...tableFormat }),
    ...tableFile,
    perMinute: 20,
  },
  readCustomers: {
    summary: 'From visit to order, and returning buyers, with as many days before; at most 366 days',
    query: z.object(period),
    perMinute: 60,
    data: z.object({
      time_zone: z.string(),
      from: Day,
      to: Day,
      sum: CustomerCounts,
      /** Of as many days just before. */
      before: CustomerCounts,
    }),
  },
  exportCustomers: {
    summary: 'The same as a CSV or XLSX file, a count a row',
    query: z.object({ ...period, ...tableFormat }),
    ...tableFile,
    perMinute: 20,
  },
  exportSales: {
    summary: 'Sales by day, product, category, agent or level as a CSV or XLSX file',
    query: z.object({ ...salesQuery, ...tableFormat }),
    ...tableFile,
    perMinute: 20,
  },
});
