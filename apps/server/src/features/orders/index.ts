/**
 * Owns orders: what was bought, by whom, for how much, and which stock items went with it; and what is made good
 * of it: claims, replacements, refunds. Does not own the money (ledger) or the texts of the accounts (stock).
 *
 * Invariant: an order that exists is paid, no item is in two, and of its items as many are good as were bought
 * and not paid back.
 */
export { adminOrdersRoutes } from './listing/admin-orders.routes.ts';
export { claimsRoutes } from './after-sales/claims.routes.ts';
export { countOpenClaims } from './after-sales/count-open-claims.sql.ts';
export { countBadItems } from './after-sales/count-bad-items.sql.ts';
export { countUndelivered } from './delivery/count-undelivered.sql.ts';
export { renderDelivery } from './delivery/delivery-mail.ts';
export { findOrderNos } from './listing/find-order-nos.ts';
export { findGoodsInCategory } from './listing/order-filter.sql.ts';
export { maskOrderNo } from './order-no.ts';
export { subscribeOrders } from './orders.events.ts';
export { nameClaims } from './after-sales/name-claims.ts';
export { ordersOfItems } from './listing/orders-of-items.sql.ts';
export { ordersRoutes } from './orders.routes.ts';
export { countSoldSince, listLatestOrders } from './orders.sql.ts';
export { listAllOrders } from './listing/list-all-orders.ts';
export { placeOrder } from './placing/place-order.ts';
export { listOrders } from './listing/read-orders.ts';
export { DELIVERY_MAIL } from './placing/place-order-batch.ts';
export { purgeAccounts } from './delivery/purge-accounts.job.ts';
export { sumOrders, type OrdersSum } from './listing/sum-orders.ts';
