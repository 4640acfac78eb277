import { NETWORKS } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { createChainWorld } from '../../../apps/server/src/testing/chain-world.ts';
import { compileContracts } from './contracts.ts';
import type { Stage } from './scene.ts';

/** One network of each family, and one whose token has 18 decimals: on these the tests try every attack. */
export const TRIED_NETWORKS = ['TRON', 'ETH', 'BSC'] as const;

/** The same where buyers have addresses of their own. */
export async function openOwnStages(): Promise<{ stages: Stage[]; stop(): Promise<void> }> {
  const { stages, stop } = await openStages();
  for (const network of TRIED_NETWORKS) await stages[0]!.world.useOwnAddresses(network);
  return { stages: stages.map((stage) => ({ ...stage, hasOwnAddresses: true })), stop };
}

/** The local chains, a shop that follows them, and the attackers' contracts. */
export async function openStages(): Promise<{ stages: Stage[]; stop(): Promise<void> }> {
  const contracts = compileContracts();
  const chains = await startDevchain();
  const world = await createChainWorld(chains, NETWORKS);
  const stages = NETWORKS.map((network) => ({ network, chains, world, contracts }));
  return { stages, stop: () => chains.stop() };
}
