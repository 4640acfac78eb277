/**
 * Is anyone credited for money that did not arrive? `node trials/corpus.ts` runs every known attack on
 * the crediting of deposits through a chain or a node, on every network, each together with a true payment; those on
 * buyers' own addresses on one network of each kind.
 * Exits with 1 if a false one is credited or a true one is not.
 */
import { NETWORKS } from '@portside/contract';
import { openOwnStages, openStages, TRIED_NETWORKS } from './setup/corpus/open-stages.ts';
import { ATTACKS, ATTACKS_ON_OWN_ADDRESSES, tryAttack, tryLyingNode } from './setup/corpus/try-attack.ts';
import { LIVES } from './setup/simulator/chain-model.ts';
import { FAULTS } from './setup/simulator/faults.ts';
import { openBooks } from './setup/simulator/open-books.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

const counts = new Map(NETWORKS.map((network) => [network, { attacks: 0, nodes: 0, faults: 0 }]));
const tell = (name: string, faults: readonly string[]): void => {
  say(`${faults.length === 0 ? 'ok   ' : 'FAULT'} ${name}`);
  for (const fault of faults) say(`        ${fault}`);
};

const { stages, stop } = await openStages(NETWORKS);
for (const stage of stages) {
  const count = counts.get(stage.network)!;
  for (const attack of ATTACKS) {
    const faults = await tryAttack(stage, attack);
    tell(`${stage.network}: ${attack.name}`, faults);
    count.attacks += 1;
    count.faults += faults.length;
  }
}
await stop();

const own = await openOwnStages(TRIED_NETWORKS);
for (const stage of own.stages) {
  const count = counts.get(stage.network)!;
  await stage.world.follow(stage.network);
  for (const attack of ATTACKS_ON_OWN_ADDRESSES) {
    const faults = await tryAttack(stage, attack);
    tell(`${stage.network}, own addresses: ${attack.name}`, faults);
    count.attacks += 1;
    count.faults += faults.length;
  }
}
await own.stop();

const { ctx, close } = await openBooks();
for (const life of LIVES) {
  const { network, hasOwnAddresses } = life;
  const count = counts.get(network)!;
  for (const fault of FAULTS) {
    const faults = await tryLyingNode(ctx, life, fault);
    tell(`${network}${hasOwnAddresses ? ', own addresses' : ''}: one of two nodes ${fault.name}`, faults);
    count.nodes += 1;
    count.faults += faults.length;
  }
}
await close();

say('');
for (const [network, { attacks, nodes, faults }] of counts)
  say(`${network}: ${attacks} attacks on the chain, ${nodes} kinds of failing nodes, ${faults} faults`);
// The test database cannot be closed.
process.exit([...counts.values()].every(({ faults }) => faults === 0) ? 0 : 1);
