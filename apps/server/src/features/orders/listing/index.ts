/**
 * Listing: reading and searching orders, a buyer's own (`read-orders.ts`) and everybody's (`list-all-orders.ts`), one
 * with its timeline (`read-any-order.ts`), sums, the CSV file, and the orders that other records belong to. A search
 * is planned first (`plan-search.ts`: which index, which conditions) and then read page by page in bounded time.
 */
export { findOrderNos } from './find-order-nos.sql.ts';
export { findOrderNosOfItems } from './find-order-nos-of-items.sql.ts';
export { listAllOrders } from './list-all-orders.ts';
export { findGoodsInCategory } from './plan-search.sql.ts';
export { listOrders } from './read-orders.ts';
export { sumOrders, type OrdersSum } from './sum-orders.ts';
