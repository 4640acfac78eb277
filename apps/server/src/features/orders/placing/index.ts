/**
 * Placing: from a buyer's request to a committed order. `place-order.ts` is the verb; requests meet in an
 * `OrderQueue`, and whatever arrives while one batch is being committed makes up the next (`place-order-batch.ts`).
 * The decision itself is pure (`decide-orders.ts`): charge, ledger movements, items, order and delivery e-mail are
 * committed together, or nothing is.
 */
export { countWaitingOrders, placeOrder } from './place-order.ts';
