import * as z from 'zod/mini';
import { orderFilter } from './orders/orders.ts';
import { tableFile, tableFormat, endpoints } from './wire/endpoint.ts';
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
  ...salesSums,
  /** Deposits less reversed ones. */
  deposits: z.array(z.object({ network: Network, deposits: z.int(), amount: z.string() })),
  new_users: z.int(),
  /** The share, 0 to 1, of ended top-ups that were credited; null if none has ended. */
  top_up_success: z.nullable(z.number()),
  /** The share, 0 to 1, of orders whose delivery e-mail was not given up; null without orders. */
  delivery_success: z.nullable(z.number()),
});
export type PeriodFigures = z.infer<typeof PeriodFigures>;

export const TrendDay = z.object({ day: Day, ...salesSums, deposited: z.string(), new_users: z.int() });
export type TrendDay = z.infer<typeof TrendDay>;

export const SALES_BY = ['day', 'goods', 'category', 'agent'] as const;

export const SalesRow = z.object({
  /** The day, or the id of the product, category or agent; 0 for buyers without an agent. */
  key: z.string(),
  /** Its name in the reader's language; empty for a day and for no agent. */
  name: z.string(),
  ...salesSums,
});
export type SalesRow = z.infer<typeof SalesRow>;

const days = (longest: number, initial: number) =>
  z._default(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(longest)), initial);

/** Both days are included; the last 30 days if absent. */
const salesQuery = { by: z._default(z.enum(SALES_BY), 'day'), from: z.optional(Day), to: z.optional(Day) };

export const statisticsEndpoints = endpoints({
  readDashboard: {
    summary: 'Figures of today and of the last 7 and 30 days, including today',
    data: z.object({
      time_zone: z.string(),
      today: PeriodFigures,
      last_7_days: PeriodFigures,
      last_30_days: PeriodFigures,
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
      }),
    ),
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
    summary: 'Sales by day, product, category or agent',
    query: z.object({ ...wholeListQuery, ...sortQuery('listSales'), ...salesQuery }),
    data: z.extend(page(SalesRow), { time_zone: z.string(), from: Day, to: Day, sum: SalesSums }),
  },
  exportSales: {
    summary: 'Sales by day, product, category or agent as a CSV or XLSX file',
    query: z.object({ ...salesQuery, ...tableFormat }),
    ...tableFile,
    perMinute: 20,
  },
});
