/**
 * Owns the followed chains and every transfer to our wallets and to buyers' own addresses: the cursor, deposits, pending
 * transfers, the quarantine, and what buyers named as payments. Does not know top-ups: the `DepositMatcher` that it is
 * given does, and listeners learn what was credited.
 *
 * Invariant: a log of a final block is recorded exactly once, with one ledger movement; a transfer that is not
 * final moves no money.
 */
import './deposit-claims/deposit-claims.sql.ts';
import type { Network } from '@portside/contract';
import type { Routes } from '../../platform/http/routes.ts';
import { claimDeposit, type ClaimedChains, listDepositClaims } from './deposit-claims/claim-deposit.ts';
import { createDepositClaimText } from './deposit-claims/create-deposit-claim-text.ts';
import { exportDeposits, listAllDeposits } from './listing/list-all-deposits.ts';
import { exportQuarantinedLogs, listQuarantinedLogs, reviewQuarantinedLog } from './quarantine.ts';
import { listChains, listDepositDelays } from './following/chains.ts';
import { listSmallPayments, findOwnPayment } from './listing/own-payments.ts';
import { exportNamedPayments, listNamedPayments, reviewNamedPayment } from './named/list-named-payments.ts';
import type { LookUpChains } from './named/name-payment.ts';
import { assignDeposit, type FindCandidates, listDepositCandidates } from './decisions/assign-deposit.ts';
import {
  rejectDeposit,
  reverseDeposit,
  type AssignmentTerms,
  type DepositTerms,
} from './decisions/decisions.ts';
import { rescanChain, type RescannedChains, resumeChain } from './following/rescan-chain.ts';
import type { Events } from '../../platform/context.ts';
import type { Credit, DepositMatcher } from './credit-deposits.ts';
import { applyAssignment, applyRejection, applyReversal } from './decisions/apply-decision.ts';
import type { Approved } from '../approvals/index.ts';
import type { AssetId, DepositRow, PendingTransferRow } from './deposits.sql.ts';

export { addUpBooks, fundsAt, sumBooks } from './books.sql.ts';
export { readCredited, readHeld, readUnmatched, type DepositMatcher, type Match } from './credit-deposits.ts';
export { createReadAddressesJob, readAddressesJobName } from './following/read-all-addresses.ts';
export {
  countUndecidedDeposits,
  type AssetId,
  type DepositRow,
  type PendingTransferRow,
  nameDeposits,
} from './deposits.sql.ts';
export type { CreditCandidate, FindCandidates } from './decisions/assign-deposit.ts';
export { listLostDeposits, listReadUntil, listStatuses } from './following/chains.sql.ts';
export type { NamedBy } from './named/named-payments.sql.ts';
export { findDepositDecisions } from './decisions/decisions.ts';
export { createFollowJob, followJobName } from './following/follow-chain.ts';
export { addressesIn } from './listing/list-all-deposits.ts';
export { findDepositsByPart, matchesHex, readHexPart } from './listing/search-deposits.sql.ts';
export { readChainHealth, readFollowedHead, presentChain, findDepositDelays } from './following/chains.ts';
export { countOpenLogs } from './quarantine.sql.ts';
export { countOpenNamedPayments } from './named/list-named-payments.ts';
export { lookAtNamedPayments, namePayment, presentNamed, type LookUpChains } from './named/name-payment.ts';

/** What top-ups know of a deposit is a higher feature's, so app.ts passes it in. */
export const depositsRoutes = (
  chains: RescannedChains & ClaimedChains & LookUpChains,
  pollNow: (network: Network) => void,
  { matcher, findCandidates }: { readonly matcher: DepositMatcher; readonly findCandidates: FindCandidates },
) =>
  ({
    createDepositClaimText: (ctx, input) => createDepositClaimText(ctx, input, chains),
    claimDeposit: (ctx, input) => claimDeposit(ctx, input, chains),
    listDepositClaims,
    listDepositDelays,
    listSmallPayments,
    findOwnPayment: (ctx, input) => findOwnPayment(ctx, input, chains),
    listNamedPayments,
    exportNamedPayments,
    reviewNamedPayment,
    listAllDeposits,
    exportDeposits,
    assignDeposit: (ctx, input) => assignDeposit(ctx, input, findCandidates),
    listDepositCandidates: (ctx, input) => listDepositCandidates(ctx, input, findCandidates),
    rejectDeposit,
    reverseDeposit,
    rescanChain: (ctx, input) => rescanChain(ctx, input, { chains, matcher }),
    listChains,
    resumeChain: (ctx, input) => resumeChain(ctx, input, { nodes: chains, pollNow }),
    listQuarantinedLogs,
    exportQuarantinedLogs,
    reviewQuarantinedLog,
  }) satisfies Partial<Routes>;

/** Subscribes deposits to approved decisions. */
export function subscribeDeposits(events: Events): void {
  events.on('depositAssignmentApproved', applyAssignment);
  events.on('depositRejectionApproved', applyRejection);
  events.on('depositReversalApproved', applyReversal);
}

declare module '../../platform/events.ts' {
  interface EventPayloads {
    depositAssignmentApproved: Approved<AssignmentTerms>;
    depositRejectionApproved: Approved<DepositTerms>;
    depositReversalApproved: Approved<DepositTerms>;
    /** A final transfer was held until two people decide on it. */
    depositHeld: { readonly deposit: DepositRow };
    /**
     * Deposits of one chain were credited to a user, each once, in the crediting transaction; as they were before. More
     * than one only where one top-up takes them together.
     */
    depositsCredited: {
      readonly deposits: readonly DepositRow[];
      readonly userId: bigint;
      readonly credit: Credit;
    };
    /** A final transfer to a wallet of the shop pays no known top-up: it waits for a claim or an admin. */
    depositUnmatched: { readonly deposit: DepositRow };
    /** Two people rejected a held or unmatched deposit; it is credited to nobody. */
    depositRejected: { readonly deposit: DepositRow };
    /** Two people reversed a credited deposit that its chain no longer holds; the user's balance was debited. */
    depositReversed: { readonly deposit: DepositRow };
    /** A scan ended; `transfers` are all current transfers above the final block. */
    transfersSeen: {
      readonly asset: AssetId;
      readonly transfers: readonly PendingTransferRow[];
    };
  }
}
