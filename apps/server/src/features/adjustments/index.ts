/**
 * Owns manual balance adjustments: proposed with a reason, approved by a second person, limited within 24
 * hours. The ledger moves the money.
 */
export { subscribeAdjustments } from './adjustments.subscriptions.ts';
export { findAdjustmentDecisions } from './find-decisions.ts';
export { adjustmentsRoutes } from './adjustments.routes.ts';
