import { NETWORKS, type Network } from '@portside/contract';
import { LIVES } from '../simulator/chain-model.ts';
import { FAULTS } from '../simulator/faults.ts';
import { openBooks } from '../simulator/open-books.ts';
import { openOwnStages, openStages, TRIED_NETWORKS } from './open-stages.ts';
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
