/**
 * Owns what operators see of money on buyers' own addresses, and their way to the shop's own contracts. Moves nothing:
 * wallets of operators do, and anyone could, because the contracts pay to the treasury only.
 *
 * Invariant: no key is ever here, and nothing but calls of the shop's factories and deployments of its published
 * contracts is passed on to a node.
 */
import type { Routes } from '../../platform/http/routes.ts';
import type { TronPorts } from '../../platform/tron-relay.ts';
import type { ChainFacts } from '../payment-methods/index.ts';
import { checkContracts, operatorTronRoutes } from './operator-calls.ts';
import { exportSweepable, exportSweeps, listSweepable, listSweeps } from './sweeping-lists.ts';
import { readSweeping } from './read-sweeping.ts';

export { isOurCall, mayUseContracts } from './operator-calls.ts';
export { SWEEPABLE_COLUMNS } from './sweeping-lists.ts';
export { listSweepable } from './sweeping-lists.ts';

/** `chains` gives the nodes that are asked, `ports` what TRON needs besides. */
export const sweepingRoutes = (chains: Pick<ChainFacts, 'nodesOf' | 'quorumOf'>, ports: TronPorts) =>
  ({
    readSweeping: (ctx) => readSweeping(ctx, chains),
    listSweepable,
    exportSweepable,
    listSweeps,
    exportSweeps,
    checkContracts: (ctx, input) => checkContracts(ctx, input, chains),
    ...operatorTronRoutes(ports),
  }) satisfies Partial<Routes>;
