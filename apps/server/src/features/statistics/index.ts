/**
 * Owns the live figures of the home page, the page's event stream, and the sums by day of sales, deposits
 * and users. Owns no sale and no money: it counts what the ledger and the orders tell.
 *
 * Invariant: a folded sum and what came after it are the sum of everything, at any moment and after any kill.
 */
export { createBroadcastFiguresJob } from './broadcast-figures.job.ts';
export { FiguresBoard } from './figures-board.ts';
export { foldFigures } from './fold-figures.job.ts';
export { listBestSellers } from './list-best-sellers.ts';
export { listLowStock } from './list-low-stock.ts';
export { listSales } from './list-sales.ts';
export { readAgentSales } from './read-agent-sales.ts';
export { readDashboard } from './read-dashboard.ts';
export { readIncomeTrend } from './read-income-trend.ts';
export { subscribeStatistics } from './statistics.events.ts';
export { statisticsRoutes } from './statistics.routes.ts';
export { totalOrders } from './total-orders.ts';
