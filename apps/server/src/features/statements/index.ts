/**
 * What buyers need for their books: statements of their balance, receipts of top-ups, and their history as files. Owns
 * no data: the ledger, recharges and orders do.
 */
export { statementsRoutes } from './statements.routes.ts';
