/**
 * Owns orders: what was bought, by whom, for how much, and which stock items went with it; and what is made good
 * of it: claims, replacements, refunds. Does not own the money (ledger) or the texts of the accounts (stock).
 *
 * Invariant: an order that exists is paid, no item is in two, and of its items as many are good as were bought
 * and not paid back.
 */
export { adminOrdersRoutes } from './admin-orders.routes.ts';
export { claimsRoutes } from './claims.routes.ts';
export { countOpenClaims } from './count-open-claims.sql.ts';
export { countBadItems } from './count-bad-items.sql.ts';
export { countUndelivered } from './count-undelivered.sql.ts';
export { renderDelivery } from './delivery-mail.ts';
export { findOrderNos } from './find-order-nos.ts';
export { findGoodsInCategory } from './order-filter.sql.ts';
export { maskOrderNo } from './order-no.ts';
export { listenForOrders } from './orders.events.ts';
export { nameClaims } from './name-claims.ts';
export { ordersOfItems } from './orders-of-items.sql.ts';
export { ordersRoutes } from './orders.routes.ts';
export { countSoldSince, listLatestOrders } from './orders.sql.ts';
export { listAllOrders } from './list-all-orders.ts';
export { placeOrder } from './place-order.ts';
export { listOrders } from './read-orders.ts';
export { DELIVERY_MAIL } from './place-order-batch.ts';
export { purgeAccounts } from './purge-accounts.job.ts';
export { sumOrders, type OrdersSum } from './sum-orders.ts';
