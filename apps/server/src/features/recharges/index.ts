/**
 * Owns top-ups: what a buyer intends to pay, on which network, with which exact amount, and the outcome. Does not
 * read chains (deposits) and does not hold money (ledger).
 *
 * Invariant: from a top-up's creation until a day after its quote ended, no other has the same exact amount on
 * the same wallet and chain; and a deposit pays at most one top-up, once. Only a top-up that the shop itself has written
 * (`recharge-macs.ts`) is shown to be paid, or credited without a person's decision.
 */
import type { Network } from '@portside/contract';
import type { Routes } from '../../platform/http/routes.ts';
import type { LookUpChains } from '../deposits/index.ts';
import type { FindTron } from '../../platform/tron-relay.ts';
import type { LookFirst } from '../treasury/index.ts';
import { readAllowanceCaps, createAuthorization } from './authorizations.ts';
import { cancelRecharge, listRecharges, readRecharge, submitTxHash } from './own-recharges.ts';
import { createRecharge } from './create-recharge.ts';
import { createTicket, openTicket } from './tickets.ts';
import { tronWalletRoutes } from './tron-wallets.ts';
import { exportRecharges, listAllRecharges } from './listing/list-all-recharges.ts';
import { readAnyRecharge } from './listing/read-any-recharge.ts';
import type { Events } from '../../platform/context.ts';
import {
  onDepositHeld,
  onDepositRejected,
  onDepositReversed,
  onDepositsCredited,
} from './crediting/on-deposits.ts';
import { showPendingPayments } from './crediting/show-pending-payments.ts';

export { createRecharge } from './create-recharge.ts';
export { authenticateTicket } from './tickets.ts';
export { isPaymentAwaited } from './receipts.sql.ts';
export { depositMatcher } from './crediting/match-deposits.ts';
export { findCandidates } from './crediting/find-candidates.ts';
export { expireRecharges } from './expire-recharges.ts';
export { findOrderIdsOfDeposits, listCreditsOf, type RechargeCredit } from './receipts.sql.ts';
export { getOwnRecharge, listRecharges } from './own-recharges.ts';
export type { RechargeRow } from './recharges.sql.ts';
export { listRedirected } from './list-redirected.ts';
export { findRechargesByEnd, findRechargesByPart } from './listing/search-recharges.sql.ts';
export { isTicketToken } from './tickets.ts';

type Chains = {
  readonly pollNow: (network: Network) => void;
  readonly lookedUp: LookUpChains;
  readonly tron: FindTron;
  readonly lookFirst: LookFirst;
};

/** `chains` looks at payments sooner than their job would. */
export const rechargesRoutes = (chains: Chains) =>
  ({
    createRecharge: (ctx, input) => createRecharge(ctx, input, chains.lookFirst),
    listRecharges,
    readRecharge,
    submitTxHash: (ctx, input) => submitTxHash(ctx, input, chains.pollNow, chains.lookedUp),
    cancelRecharge,
    createTicket,
    openTicket,
    readAllowanceCaps,
    createAuthorization,
    ...tronWalletRoutes(chains.tron),
  }) satisfies Partial<Routes>;

export const adminRechargesRoutes = {
  listAllRecharges,
  exportRecharges,
  readAnyRecharge,
} satisfies Partial<Routes>;

/** Subscribes recharges to what becomes of deposits, and to pending transfers. */
export function subscribeRecharges(events: Events): void {
  events.on('depositHeld', (ctx, { deposit }) => onDepositHeld(ctx, deposit));
  events.on('depositsCredited', onDepositsCredited);
  events.on('depositRejected', (ctx, { deposit }) => onDepositRejected(ctx, deposit));
  events.on('depositReversed', (ctx, { deposit }) => onDepositReversed(ctx, deposit));
  events.on('transfersSeen', (ctx, { asset, transfers }) => showPendingPayments(ctx, asset, transfers));
}
