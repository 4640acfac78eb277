/**
 * Owns the followed chains and every transfer to our wallets and to buyers' own addresses: the cursor, deposits,
 * pending transfers and the quarantine. Does not know top-ups: it announces recorded deposits, and listeners credit
 * those they match.
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
import { applyAssignment, applyRejection, applyReversal } from './decisions/apply-decision.ts';
import type { Approved } from '../approvals/index.ts';
import type { AssetId, DepositRow, PendingTransferRow } from './deposits.sql.ts';

export { addUpBooks } from './books.sql.ts';
export { fundsAt, sumBooks } from './books.sql.ts';
export { creditMatchedDeposit } from './credit-deposit.ts';
export { keepSmallDeposit } from './credit-deposit.ts';
export { lockSmallDeposits, sumSmallDeposits } from './small-deposits.sql.ts';
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
  findCandidates: FindCandidates,
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
    rescanChain: (ctx, input) => rescanChain(ctx, input, chains),
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
  }
}

declare module '../../platform/events.ts' {
  interface EventPayloads {
    /**
     * Final transfers of one chain to our wallets were recorded. A listener that knows a deposit's owner credits
     * it with `creditMatchedDeposit`; the others become unmatched. With those below the minimum that were in doubt and
     * were read again: they may be enough now.
     */
    depositsRecorded: { readonly deposits: readonly DepositRow[] };
    /** A final transfer was held until two people decide on it. */
    depositHeld: { readonly deposit: DepositRow };
    /**
     * A deposit was credited to a user's balance: matched to a top-up, claimed with the sender's signature, or
     * assigned by two people. Once per deposit, in the crediting transaction; `deposit` is as after the credit.
     */
    depositCredited: { readonly deposit: DepositRow; readonly userId: bigint };
    /**
     * Admins credited a deposit that was unmatched or held; announced after `depositCredited`. `deposit` is as before;
     * `orderId` is the top-up that they named, if any.
     */
    depositAssigned: {
      readonly deposit: DepositRow;
      readonly userId: bigint;
      readonly orderId: string | null;
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
