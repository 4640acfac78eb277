/**
 * Owns top-ups: what a buyer intends to pay, on which network, with which exact amount, and the outcome. Does not
 * read chains (deposits) and does not hold money (ledger).
 *
 * Invariant: from a top-up's creation until a day after its quote ended, no other has the same exact amount on
 * the same wallet and chain; and a deposit pays at most one top-up, once. Only a top-up that the shop itself has written
 * (`recharge-macs.ts`) is shown to be paid, or credited without a person's decision.
 */
export { adminRechargesRoutes } from './listing/admin-recharges.routes.ts';
export { createRecharge } from './create-recharge.ts';
export { authenticateTicket } from './tickets/authenticate-ticket.ts';
export { isPaymentAwaited } from './is-payment-awaited.sql.ts';
export { findCandidates } from './candidates/find-candidates.ts';
export { expireRecharges } from './expire-recharges.job.ts';
export { subscribeRecharges } from './recharges.subscriptions.ts';
export { findOrderIdsOfDeposits, listCreditsOf, type RechargeCredit } from './receipts.sql.ts';
export { getOwnRecharge, listRecharges } from './read-recharges.ts';
export { sealFirstRecharges } from './recharge-macs.ts';
export type { RechargeRow } from './recharges.sql.ts';
export { rechargesRoutes } from './recharges.routes.ts';
export { listRedirected } from './payment-terms/list-redirected.ts';
export { isTicketToken } from './tickets/ticket-texts.ts';
