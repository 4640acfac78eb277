/**
 * Owns the daily totals of sales, deposits, users and visits, and what is read from them. Owns no sale and no money: it
 * counts what the ledger and the orders record.
 *
 * Invariant: rolled-up totals plus later movements are exact at any moment, after any crash too.
 */
import type { Routes } from '../../platform/http/routes.ts';
import type { Live } from '../../platform/live.ts';
import { listBestSellers, exportSales, listSales } from './list-sales.ts';
import { exportReorder, listReorder } from './reorder.ts';
import { readDashboard, readIncomeTrend, readMailHealth, listLowStock, totalOrders } from './statistics.ts';
import { exportCustomers, exportOfferSales, listOfferSales, readCustomers } from './customer-sales.ts';
import { exportProfit, exportSupplierProfit, listProfit, listSupplierProfit } from './profit.ts';

export { countSoldGoods, sumInflow } from './daily-totals.sql.ts';
export { addVisits, countVisits, createCountVisitsJob } from './count-visits.ts';
export { rollUpDailyTotals } from './roll-up-daily-totals.ts';
export { listBestSellers, listSales, readAgentSales } from './list-sales.ts';
export { readDashboard, readIncomeTrend, listLowStock, totalOrders } from './statistics.ts';

/** `live` counts visitors. */
export const statisticsRoutes = (live: Live) =>
  ({
    readDashboard: (ctx) => readDashboard(ctx, () => live.countVisitors()),
    readIncomeTrend,
    listBestSellers,
    listLowStock,
    listReorder,
    exportReorder,
    readMailHealth,
    listSales,
    exportSales,
    listProfit,
    exportProfit,
    listSupplierProfit,
    exportSupplierProfit,
    listOfferSales,
    exportOfferSales,
    readCustomers,
    exportCustomers,
    totalOrders,
  }) satisfies Partial<Routes>;
