import type { Network } from '@portside/contract';
import type { Routes } from '../../platform/http/routes.ts';
import { claimDeposit } from './claim-deposit.ts';
import { createClaimText } from './create-claim-text.ts';
import { exportDeposits } from './export-deposits.ts';
import { exportQuarantinedLogs } from './export-quarantined-logs.ts';
import { listAllDeposits } from './list-all-deposits.ts';
import { listChains } from './list-chains.ts';
import { listDepositClaims } from './list-deposit-claims.ts';
import { listDepositDelays } from './list-deposit-delays.ts';
import { proposeAssignment, proposeRejection, proposeReversal } from './propose-decision.ts';
import { rescanChain, type RescannedChains } from './rescan-chain.ts';
import { resumeChain } from './resume-chain.ts';
import { listQuarantinedLogs, reviewQuarantinedLog } from './review-quarantine.ts';

export const depositsRoutes = (chains: RescannedChains, lookSooner: (network: Network) => void) =>
  ({
    createClaimText,
    claimDeposit,
    listDepositClaims,
    listDepositDelays,
    listAllDeposits,
    exportDeposits,
    assignDeposit: proposeAssignment,
    rejectDeposit: proposeRejection,
    reverseDeposit: proposeReversal,
    rescanChain: (ctx, input) => rescanChain(ctx, input, chains),
    listChains,
    resumeChain: (ctx, input) => resumeChain(ctx, input, { nodes: chains, lookSooner }),
    listQuarantinedLogs,
    exportQuarantinedLogs,
    reviewQuarantinedLog,
  }) satisfies Partial<Routes>;
