import { NETWORKS, type Network } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { createChainWorld } from '../../../apps/server/src/testing/chain-world.ts';
import { LIVES } from '../simulator/chain-model.ts';
import { FAULTS } from '../simulator/faults.ts';
import { openBooks } from '../simulator/open-books.ts';
import { inTurn } from '../target.ts';
import { compileContracts, type Stage } from './scene.ts';
import { ATTACKS, ATTACKS_ON_OWN_ADDRESSES, tryAttack, tryLyingNode } from './try-attack.ts';

type Counts = { attacks: number; nodes: number; faults: string[] };

/**
 * Tries every attack on every network, those on own addresses on one network of each family, and every fault of one of
 * two nodes; returns what was found on each network.
 */
export async function runCorpus(tell: (line: string) => void): Promise<ReadonlyMap<Network, Counts>> {
  const counts = new Map(NETWORKS.map((network): [Network, Counts] => [network, newCounts()]));
  const count = (
    network: Network,
    what: 'attacks' | 'nodes',
    name: string,
    faults: readonly string[],
  ): void => {
    const found = counts.get(network)!;
    found[what] += 1;
    found.faults.push(...faults.map((fault) => `${name}: ${fault}`));
    tell(`${faults.length === 0 ? 'ok   ' : 'FAULT'} ${name}`);
  };

  const { stages, stop } = await openStages(NETWORKS);
  for (const stage of stages)
    for (const attack of ATTACKS)
      count(stage.network, 'attacks', `${stage.network}: ${attack.name}`, await tryAttack(stage, attack));
  await stop();

  const own = await openOwnStages(TRIED_NETWORKS);
  for (const stage of own.stages) {
    const { network } = stage;
    await stage.world.follow(network);
    for (const attack of ATTACKS_ON_OWN_ADDRESSES)
      count(network, 'attacks', `${network}, own addresses: ${attack.name}`, await tryAttack(stage, attack));
  }
  await own.stop();

  const { ctx, close } = await openBooks();
  for (const life of LIVES)
    for (const fault of FAULTS) {
      const place = `${life.network}${life.hasOwnAddresses ? ', own addresses' : ''}`;
      const found = await tryLyingNode(ctx, life, fault);
      count(life.network, 'nodes', `${place}: one of two nodes ${fault.name}`, found);
    }
  await close();
  return counts;
}

const newCounts = (): Counts => ({ attacks: 0, nodes: 0, faults: [] });

/** One network of each family, and one whose token has 18 decimals. Polygon and Arbitrum run the same code. */
const TRIED_NETWORKS = ['TRON', 'ETH', 'BSC'] as const;

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
