/**
 * Owns balances put right by hand: proposed with a reason, approved by a second person, limited within a
 * day. The money itself moves in the ledger.
 */
export { listenForAdjustments } from './adjustments.events.ts';
export { findAdjustmentDecisions } from './find-decisions.ts';
export { adjustmentsRoutes } from './adjustments.routes.ts';
