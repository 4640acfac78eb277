import type { Routes } from '../../platform/http/routes.ts';
import { claimDeposit } from './claim-deposit.ts';
import { createClaimText } from './create-claim-text.ts';
import { listAllDeposits } from './list-all-deposits.ts';
import { listDepositClaims } from './list-deposit-claims.ts';
import { listDepositDelays } from './list-deposit-delays.ts';
import { rescanChain, type RescannedChains } from './rescan-chain.ts';
import { proposeAssignment, proposeRejection, proposeReversal } from './propose-decision.ts';

export const depositsRoutes = (chains: RescannedChains) =>
  ({
    createClaimText,
    claimDeposit,
    listDepositClaims,
    listDepositDelays,
    listAllDeposits,
    assignDeposit: proposeAssignment,
    rejectDeposit: proposeRejection,
    reverseDeposit: proposeReversal,
    rescanChain: (ctx, input) => rescanChain(ctx, input, chains),
  }) satisfies Partial<Routes>;
