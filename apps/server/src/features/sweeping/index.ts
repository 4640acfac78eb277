/**
 * Owns what operators see of money on buyers' own addresses, and their way to the shop's own contracts. Moves nothing:
 * wallets of operators do, and anyone could, because the contracts pay to the treasury only.
 *
 * Invariant: no key is ever here, and nothing but calls of the shop's factories, deployments of its published
 * contracts and approved payouts is passed on to a node.
 */
import type { Routes } from '../../platform/http/routes.ts';
import type { FindTron } from '../../platform/tron-relay.ts';
import type { ChainFacts } from '../payment-methods/index.ts';
import { checkContracts, operatorTronRoutes, type IsPayoutCall } from './operator-calls.ts';
import { exportSweepable, exportSweeps, listSweepable, listSweeps } from './list-sweeps.ts';
import { readSweeping } from './read-sweeping.ts';

export { isOurCall, mayUseContracts } from './operator-calls.ts';
export { SWEEPABLE_COLUMNS } from './list-sweeps.ts';
export { listSweepable } from './list-sweeps.ts';

/**
 * `chains` gives the nodes that are asked, `findTron` what TRON needs besides; `isPayoutCall` knows the payouts of a
 * higher feature.
 */
export const sweepingRoutes = (
  chains: Pick<ChainFacts, 'nodesOf' | 'quorumOf'>,
  findTron: FindTron,
  isPayoutCall: IsPayoutCall,
) =>
  ({
    readSweeping: (ctx) => readSweeping(ctx, chains),
    listSweepable,
    exportSweepable,
    listSweeps,
    exportSweeps,
    checkContracts: (ctx, input) => checkContracts(ctx, input, chains),
    ...operatorTronRoutes(findTron, isPayoutCall),
  }) satisfies Partial<Routes>;
