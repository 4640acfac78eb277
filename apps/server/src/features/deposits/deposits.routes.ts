import type { Network } from '@portside/contract';
import type { Routes } from '../../platform/http/routes.ts';
import { claimDeposit, type ClaimedChains } from './deposit-claims/claim-deposit.ts';
import { createDepositClaimText } from './deposit-claims/create-deposit-claim-text.ts';
import { exportDeposits } from './listing/export-deposits.ts';
import { exportQuarantinedLogs } from './quarantine/export-quarantined-logs.ts';
import { listAllDeposits } from './listing/list-all-deposits.ts';
import { listChains } from './following/list-chains.ts';
import { listDepositClaims } from './deposit-claims/list-deposit-claims.ts';
import { listSmallPayments } from './listing/list-small-payments.ts';
import { findOwnPayment } from './listing/find-own-payment.ts';
import { listDepositDelays } from './following/list-deposit-delays.ts';
import { assignDeposit } from './decisions/assign-deposit.ts';
import type { FindCandidates } from './decisions/candidates.ts';
import { listDepositCandidates } from './decisions/list-deposit-candidates.ts';
import { rejectDeposit, reverseDeposit } from './decisions/propose-decision.ts';
import { rescanChain, type RescannedChains } from './following/rescan-chain.ts';
import { resumeChain } from './following/resume-chain.ts';
import { listQuarantinedLogs, reviewQuarantinedLog } from './quarantine/review-quarantine.ts';

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
