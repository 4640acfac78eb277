/**
 * Owns payouts that agents ask for: held and free commission, requests, their approval, payment and confirmation. Does
 * not own commission itself, nor payouts that an operator records by hand (agents). Sends nothing: a wallet of the
 * operator does, and the chain tells whether it did.
 *
 * Invariant: the amount of an open request is reserved in the ledger, so it is paid, or given back, once; an agent has
 * one open request at most, and a transaction pays one request at most.
 */
import type { Events } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/routes.ts';
import type { Approved } from '../approvals/index.ts';
import {
  approvePayout,
  listPayouts,
  onPayoutApproved,
  readAgentCommission,
  rejectPayout,
  type PayoutTerms,
} from './decide-payout.ts';
import { recordPayoutTransaction, startPayout } from './pay-payout.ts';
import { cancelPayout, readOwnPayouts, requestPayout } from './request-payout.ts';

export { confirmPayouts, isPayoutCall } from './pay-payout.ts';
export { countWaitingPayouts, findRequestNotes } from './payouts.sql.ts';

/** Subscribes payouts to approvals. */
export function subscribePayouts(events: Events): void {
  events.on('payoutApproved', onPayoutApproved);
}

declare module '../../platform/events.ts' {
  interface EventPayloads {
    payoutApproved: Approved<PayoutTerms>;
  }
}

export const payoutsRoutes = {
  readOwnPayouts,
  requestPayout,
  cancelPayout,
  listPayouts,
  readAgentCommission,
  approvePayout,
  rejectPayout,
  startPayout,
  recordPayoutTransaction,
} satisfies Partial<Routes>;
