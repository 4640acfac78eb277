/**
 * Owns payouts that agents and buyers ask for: held and free commission, own top-ups that are left, requests, their
 * approval, payment and confirmation. Does not own commission itself, nor payouts that an operator records by hand
 * (agents). Sends nothing: a wallet of the operator does, and the chain tells whether it did.
 *
 * Invariant: the amount of an open request is reserved in the ledger, so it is paid, or given back, once; everybody has
 * one open request of a kind at most, and a transaction pays one request at most. A balance is never paid back beyond
 * the own top-ups that are left of it.
 */
import type { SignatureReaders } from '@portside/chain';
import type { Network } from '@portside/contract';
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
import {
  confirmPayoutWallet,
  createPayoutWalletText,
  readOwnBalancePayouts,
  requestBalancePayout,
} from './balance-payout.ts';
import { cancelPayout, readOwnPayouts, requestPayout } from './request-payout.ts';

export { confirmPayouts, isPayoutCall } from './pay-payout.ts';
export { sumApproved } from './decide-payout.ts';
export {
  countWaitingPayouts,
  findRequestNotes,
  listOpenPayouts,
  type OpenPayout,
  readApproved,
  readPaid,
  readRejected,
  readRequested,
  readWaiting,
} from './payouts.sql.ts';

/** Subscribes payouts to approvals. */
export function subscribePayouts(events: Events): void {
  events.on('payoutApproved', onPayoutApproved);
}

declare module '../../platform/events.ts' {
  interface EventPayloads {
    payoutApproved: Approved<PayoutTerms>;
  }
}

/** `chains`: the nodes of each network, to ask wallets that are contracts. */
export const balancePayoutsRoutes = (chains: Partial<Record<Network, SignatureReaders>>) =>
  ({
    readOwnBalancePayouts,
    requestBalancePayout,
    createPayoutWalletText,
    confirmPayoutWallet: (ctx, input) => confirmPayoutWallet(ctx, input, chains),
  }) satisfies Partial<Routes>;

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
