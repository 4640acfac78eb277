/**
 * Owns orders: what was bought, by whom, for how much and with which stock items, and the after-sales of it: warranty
 * claims, replacements, refunds. Does not own the money (ledger) or the account data (stock).
 *
 * Invariant: an order that exists is paid for, no item is in two orders, and as many of an order's items are good as
 * were bought and not refunded.
 *
 * Rooms, each with an index.ts that says what it is for: `placing`, `delivery`, `after-sales`, `listing`. Beside them
 * lies what several rooms use: the tables and their SQL, the states, the timeline, order numbers and times.
 */
export * from './placing/index.ts';
export * from './delivery/index.ts';
export * from './after-sales/index.ts';
export * from './listing/index.ts';
export { adminOrdersRoutes } from './admin-orders.routes.ts';
export { maskOrderNo } from './order-no.ts';
export { subscribeOrders } from './orders.subscriptions.ts';
export { ordersRoutes } from './orders.routes.ts';
export { countSoldSince, listLatestOrders } from './orders.sql.ts';
