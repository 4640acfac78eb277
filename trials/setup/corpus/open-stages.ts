import type { Network } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { createChainWorld } from '../../../apps/server/src/testing/chain-world.ts';
import { compileContracts, type Stage } from './scene.ts';
import { inTurn } from '../target.ts';

/** One network of each family, and one whose token has 18 decimals. Polygon and Arbitrum run the same code. */
export const TRIED_NETWORKS = ['TRON', 'ETH', 'BSC'] as const;

/**
 * The networks on which a test run tries every attack: TRON, and in turn Ethereum or BNB Smart Chain; the other one
 * for own addresses.
 */
export const networksOf = (way: 'exact amounts' | 'own addresses'): readonly Network[] => [
  'TRON',
  inTurn(['ETH', 'BSC'], way === 'exact amounts' ? 0 : 1),
];

/** Like `openStages`, with addresses of the buyers' own on these networks. */
export async function openOwnStages(
  networks: readonly Network[],
): Promise<{ stages: Stage[]; stop(): Promise<void> }> {
  const { stages, stop } = await openStages(networks);
  for (const network of networks) await stages[0]!.world.useOwnAddresses(network);
  return { stages: stages.map((stage) => ({ ...stage, hasOwnAddresses: true })), stop };
}

/** The local chains, a shop that follows these networks, and the attackers' contracts. */
export async function openStages(
  networks: readonly Network[],
): Promise<{ stages: Stage[]; stop(): Promise<void> }> {
  const contracts = compileContracts();
  const chains = await startDevchain();
  const world = await createChainWorld(chains, networks);
  const stages = networks.map((network) => ({ network, chains, world, contracts }));
  return { stages, stop: () => chains.stop() };
}
