import { NETWORKS } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { createChainWorld } from '../../../apps/server/src/testing/chain-world.ts';
import { compileContracts } from './contracts.ts';
import type { Stage } from './scene.ts';

/** The networks on which every attack is tried at buyers' own addresses, too. */
export const OWN_NETWORKS = ['TRON', 'ETH', 'BSC'] as const;

/** The same where buyers have addresses of their own. */
export async function openOwnStages(): Promise<{ stages: Stage[]; stop(): Promise<void> }> {
  const { stages, stop } = await openStages();
  for (const network of OWN_NETWORKS) await stages[0]!.world.useOwnAddresses(network);
  return { stages: stages.map((stage) => ({ ...stage, hasOwnAddresses: true })), stop };
}

/** The local chains, a shop that follows them, and the attackers' contracts. */
export async function openStages(): Promise<{ stages: Stage[]; stop(): Promise<void> }> {
  const contracts = compileContracts();
  const chains = await startDevchain();
  const world = await createChainWorld(chains);
  const stages = NETWORKS.map((network) => ({ network, chains, world, contracts }));
  return { stages, stop: () => chains.stop() };
}
