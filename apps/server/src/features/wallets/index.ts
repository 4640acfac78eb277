/**
 * Owns the lists of wallets whose deposits are held: the operator's own, and sanctions lists. Does not hold
 * anything itself: who records deposits asks.
 */
export { findBlock, readSanctionsDate } from './wallets.sql.ts';
export { walletsRoutes } from './wallets.routes.ts';
