import { NETWORKS } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { createChainWorld } from '../../../apps/server/src/testing/chain-world.ts';
import { compileContracts } from './contracts.ts';
import type { Stage } from './scene.ts';

/** Both local chains, a shop that follows them, and the attackers' contracts. */
export async function openStages(): Promise<{ stages: Stage[]; stop(): Promise<void> }> {
  const contracts = compileContracts();
  const chains = await startDevchain();
  const world = await createChainWorld(chains);
  const stages = NETWORKS.map((network) => ({ network, chains, world, contracts }));
  return { stages, stop: () => chains.stop() };
}
