/**
 * Owns the live figures of the home page, the live event stream, and the daily totals of sales, deposits and users.
 * Owns no sale and no money: it counts what the ledger and the orders record.
 *
 * Invariant: rolled-up totals plus later movements are exact at any moment, after any crash too.
 */
import type { Events } from '../../platform/context.ts';
import { type LiveFiguresCache, readLiveFigures, streamLive } from './live-figures.ts';
import type { Routes } from '../../platform/http/routes.ts';
import type { Live } from '../../platform/live.ts';
import { listBestSellers, exportSales, listSales } from './list-sales.ts';
import { listLowStock } from './list-low-stock.ts';
import { readDashboard, readIncomeTrend, readMailHealth } from './dashboard.ts';
import { totalOrders } from './total-orders.ts';

export { countSoldGoods, sumInflow } from './daily-totals.sql.ts';
export { createBroadcastFiguresJob, LiveFiguresCache } from './live-figures.ts';
export { rollUpDailyTotals } from './roll-up-daily-totals.ts';
export { listBestSellers, listSales, readAgentSales } from './list-sales.ts';
export { listLowStock } from './list-low-stock.ts';
export { readDashboard, readIncomeTrend } from './dashboard.ts';
export { totalOrders } from './total-orders.ts';

/** Keeps the live figures up to date with each sale. */
export function subscribeStatistics(events: Events, cache: LiveFiguresCache): void {
  events.on('ordersPlaced', async () => cache.recordSale());
}

/** `live` counts visitors and holds the streams; `cache` the figures of the home page. */
export const statisticsRoutes = (live: Live, cache: LiveFiguresCache) =>
  ({
    readLiveFigures: (ctx) => readLiveFigures(ctx, cache),
    streamLive: (ctx, { query, address }, reply) =>
      streamLive(ctx, { live, cache }, { visitorId: query.visitor, address }, reply),
    readDashboard: (ctx) => readDashboard(ctx, () => live.countVisitors()),
    readIncomeTrend,
    listBestSellers,
    listLowStock,
    readMailHealth,
    listSales,
    exportSales,
    totalOrders,
  }) satisfies Partial<Routes>;
