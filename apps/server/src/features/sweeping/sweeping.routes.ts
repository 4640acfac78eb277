import type { Routes } from '../../platform/http/routes.ts';
import type { TronPorts } from '../../platform/tron-relay.ts';
import type { ChainFacts } from '../payment-methods/index.ts';
import { checkContracts } from './check-contracts.ts';
import { exportSweepable, exportSweeps } from './export-sweeping.ts';
import { listSweepable } from './list-sweepable.ts';
import { listSweeps } from './list-sweeps.ts';
import { readSweeping } from './read-sweeping.ts';
import { operatorTronRoutes } from './operator-tron.ts';

/** `chains` gives the nodes that are asked, `ports` what TRON needs besides. */
export const sweepingRoutes = (chains: Pick<ChainFacts, 'nodesOf' | 'quorumOf'>, ports: TronPorts) =>
  ({
    readSweeping: (ctx) => readSweeping(ctx, chains),
    listSweepable,
    exportSweepable,
    listSweeps,
    exportSweeps,
    checkContracts: (ctx, input) => checkContracts(ctx, chains, input),
    ...operatorTronRoutes(ports),
  }) satisfies Partial<Routes>;
