/**
 * Owns the daily totals of sales, deposits and users, and what is read from them. Owns no sale and no money: it counts
 * what the ledger and the orders record.
 *
 * Invariant: rolled-up totals plus later movements are exact at any moment, after any crash too.
 */
import type { Routes } from '../../platform/http/routes.ts';
import type { Live } from '../../platform/live.ts';
import { listBestSellers, exportSales, listSales } from './list-sales.ts';
import { listLowStock } from './list-low-stock.ts';
import { readDashboard, readIncomeTrend, readMailHealth } from './dashboard.ts';
import { totalOrders } from './total-orders.ts';

export { countSoldGoods, sumInflow } from './daily-totals.sql.ts';
export { rollUpDailyTotals } from './roll-up-daily-totals.ts';
export { listBestSellers, listSales, readAgentSales } from './list-sales.ts';
export { listLowStock } from './list-low-stock.ts';
export { readDashboard, readIncomeTrend } from './dashboard.ts';
export { totalOrders } from './total-orders.ts';

/** `live` counts visitors. */
export const statisticsRoutes = (live: Live) =>
  ({
    readDashboard: (ctx) => readDashboard(ctx, () => live.countVisitors()),
    readIncomeTrend,
    listBestSellers,
    listLowStock,
    readMailHealth,
    listSales,
    exportSales,
    totalOrders,
  }) satisfies Partial<Routes>;
