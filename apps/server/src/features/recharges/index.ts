/**
 * Owns top-ups: what a buyer means to pay, on which network, with which exact amount, and what came of it.
 * Does not read chains (deposits) and does not hold money (ledger).
 *
 * Invariant: an exact amount on a wallet and chain names one top-up at most from its asking until a day after
 * its quote ended, and a deposit pays one top-up once.
 */
export { adminRechargesRoutes } from './listing/admin-recharges.routes.ts';
export { authenticateTicket } from './tickets/authenticate-ticket.ts';
export { expireRecharges } from './expire-recharges.job.ts';
export { subscribeRecharges } from './recharges.events.ts';
export { rechargesRoutes } from './recharges.routes.ts';
export { isTicketToken } from './tickets/ticket-texts.ts';
export type { TronPort } from './wallets/tron-wallets.ts';
