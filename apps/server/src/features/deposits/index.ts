/**
 * Owns the followed chains and every transfer to our wallets and to buyers' own addresses: the cursor, deposits,
 * pending transfers and the quarantine. Does not know top-ups: a port matches deposits to them, and listeners learn what
 * was credited.
 *
 * Invariant: a log of a final block is recorded exactly once, with one ledger movement; a transfer that is not
 * final moves no money.
 */
import './deposit-claims/deposit-claims.sql.ts';
import type { Network } from '@portside/contract';
import type { Routes } from '../../platform/http/routes.ts';
import { claimDeposit, type ClaimedChains } from './deposit-claims/claim-deposit.ts';
import { createDepositClaimText } from './deposit-claims/create-deposit-claim-text.ts';
import { exportDeposits, listAllDeposits } from './listing/list-all-deposits.ts';
import { exportQuarantinedLogs, listQuarantinedLogs, reviewQuarantinedLog } from './review-quarantine.ts';
import { listChains, listDepositDelays } from './following/chain-health.ts';
import { listDepositClaims } from './deposit-claims/list-deposit-claims.ts';
import { listSmallPayments, findOwnPayment } from './listing/own-payments.ts';
import { assignDeposit, type FindCandidates, listDepositCandidates } from './decisions/assign-deposit.ts';
import {
  rejectDeposit,
  reverseDeposit,
  type AssignmentTerms,
  type DepositTerms,
} from './decisions/propose-decision.ts';
import { rescanChain, type RescannedChains, resumeChain } from './following/rescan-chain.ts';
import type { Events } from '../../platform/context.ts';
import type { Credit, DepositMatcher } from './credit-deposits.ts';
import { applyAssignment, applyRejection, applyReversal } from './decisions/apply-decision.ts';
import type { Approved } from '../approvals/index.ts';
import type { AssetId, DepositRow, PendingTransferRow } from './deposits.sql.ts';

export { addUpBooks } from './books.sql.ts';
export { fundsAt, sumBooks } from './books.sql.ts';
export type { DepositMatcher, Match } from './credit-deposits.ts';
export { createReadAddressesJob, readAddressesJobName } from './following/read-all-addresses.ts';
export { countUndecidedDeposits } from './deposits.sql.ts';
export type { CreditCandidate, FindCandidates } from './decisions/assign-deposit.ts';
export { listReadUntil, listStatuses } from './following/chains.sql.ts';
export type { AssetId, DepositRow, PendingTransferRow } from './deposits.sql.ts';
export { findDepositDecisions } from './decisions/propose-decision.ts';
export { createFollowJob, followJobName } from './following/follow-chain.ts';
export { nameDeposits } from './deposits.sql.ts';
export { parseAnyAddress } from './listing/list-all-deposits.ts';
export { readChainHealth, readFollowedHead } from './following/chain-health.ts';
export { presentChain } from './following/chain-health.ts';
export { countOpenLogs } from './quarantine.sql.ts';
export { findDepositDelays } from './following/chain-health.ts';

/** What top-ups know of a deposit is a higher feature's, so app.ts passes it in. */
export const depositsRoutes = (
  chains: RescannedChains & ClaimedChains,
  pollNow: (network: Network) => void,
  { matcher, findCandidates }: { readonly matcher: DepositMatcher; readonly findCandidates: FindCandidates },
) =>
  ({
    createDepositClaimText,
    claimDeposit: (ctx, input) => claimDeposit(ctx, input, chains),
    listDepositClaims,
    listDepositDelays,
    listSmallPayments,
    findOwnPayment,
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
