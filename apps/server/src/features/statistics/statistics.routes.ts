import type { Routes } from '../../platform/http/routes.ts';
import type { Live } from '../../platform/live/live.ts';
import type { LiveFiguresCache } from './live-figures-cache.ts';
import { listBestSellers } from './list-best-sellers.ts';
import { listLowStock } from './list-low-stock.ts';
import { exportSales, listSales } from './list-sales.ts';
import { readDashboard } from './read-dashboard.ts';
import { readIncomeTrend } from './read-income-trend.ts';
import { readLiveFigures } from './read-live-figures.ts';
import { readMailHealth } from './read-mail-health.ts';
import { streamLive } from './stream-live.ts';
import { totalOrders } from './total-orders.ts';

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
