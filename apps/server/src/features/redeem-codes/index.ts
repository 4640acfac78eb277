/**
 * Owns redeem codes: batches of them, which admins make, and their redemption by buyers. Does not hold the money
 * (ledger).
 *
 * Invariant: a code is redeemed at most once, with one movement of its batch's value; only its keyed hash is stored, and
 * no batch has codes that its creator could not make alone and nobody approved.
 */
import type { Events } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/routes.ts';
import {
  approveBatch,
  createRedeemBatch,
  issueRedeemCodes,
  listRedeemBatches,
  voidRedeemBatch,
} from './redeem-batches.ts';
import { redeemCode } from './redeem-code.ts';

export { readRedeemed } from './redeem-code.ts';
export { findRedemptionDecisions, nameRedeemBatches } from './redeem-codes.sql.ts';

/** Subscribes redeem codes to batches that a second person approved. */
export function subscribeRedeemCodes(events: Events): void {
  events.on('redeemBatchApproved', approveBatch);
}

export const redeemCodesRoutes = {
  redeemCode,
  listRedeemBatches,
  createRedeemBatch,
  issueRedeemCodes,
  voidRedeemBatch,
} satisfies Partial<Routes>;
