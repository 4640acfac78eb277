/**
 * Owns orders: what was bought, by whom, for how much, and which stock items went with it.
 * Does not own the money (ledger) or the texts of the accounts (stock).
 *
 * Invariant: an order that exists is paid, has exactly as many items as were bought, and no item is in two.
 */
export { renderDelivery } from './delivery-mail.ts';
export { maskOrderNo } from './order-no.ts';
export { listenForOrders } from './orders.events.ts';
export { ordersRoutes } from './orders.routes.ts';
export { countSoldSince, listLatestOrders } from './orders.sql.ts';
export { placeOrder } from './place-order.ts';
export { DELIVERY_MAIL } from './place-order-batch.ts';
export { purgeAccounts } from './purge-accounts.job.ts';
