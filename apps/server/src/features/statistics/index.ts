/**
 * Owns the live figures of the home page, the live event stream, and the daily totals of sales, deposits and users.
 * Owns no sale and no money: it counts what the ledger and the orders record.
 *
 * Invariant: rolled-up totals plus later movements are exact at any moment, after any crash too.
 */
export { countSoldGoods } from './count-sold-goods.sql.ts';
export { createBroadcastFiguresJob } from './broadcast-figures.job.ts';
export { LiveFiguresCache } from './live-figures-cache.ts';
export { rollUpDailyTotals } from './roll-up-daily-totals.job.ts';
export { listBestSellers } from './list-best-sellers.ts';
export { listLowStock } from './list-low-stock.ts';
export { listSales } from './list-sales.ts';
export { readAgentSales } from './read-agent-sales.ts';
export { readDashboard } from './read-dashboard.ts';
export { readIncomeTrend } from './read-income-trend.ts';
export { subscribeStatistics } from './statistics.subscriptions.ts';
export { statisticsRoutes } from './statistics.routes.ts';
export { sumInflow } from './sum-inflow.ts';
export { totalOrders } from './total-orders.ts';
