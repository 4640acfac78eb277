import { NodeError, type ChainNode } from '@portside/chain';
import { parseMicro } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createChainWorld,
  nodeOf,
  openOwnAddress,
  type ChainWorld,
  type TestChains,
} from '../../../testing/chain-world.ts';
import { readAddressCursor } from './address-cursors.sql.ts';
import { createFollowJob } from './follow-chain.ts';
import { depositMatcher } from '../../recharges/index.ts';

let chains: TestChains;
let world: ChainWorld;
beforeAll(async () => {
  chains = await startDevchain();
});
beforeEach(async () => {
  world = await createChainWorld(chains, ['ETH']);
});
afterAll(() => chains.stop());

/** Blocks that the node gives at once; twenty times as many are read as one range. */
const AT_ONCE = 2;
const RANGE = 20 * AT_ONCE;

/** A node that gives few blocks at once, and notes which blocks it gave logs of. */
function limit(node: ChainNode): ChainNode & { readonly given: Set<number> } {
  const given = new Set<number>();
  return {
    name: node.name,
    given,
    async request(method, params) {
      if (method !== 'eth_getLogs') return node.request(method, params);
      const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string };
      const [from, to] = [Number(fromBlock), Number(toBlock)];
      if (to - from >= AT_ONCE)
        throw new NodeError('rpc', { node: node.name, method, status: 200 }, 'too many blocks');
      const answer = await node.request(method, params);
      for (let block = from; block <= to; block += 1) given.add(block);
      return answer;
    },
  };
}

/**
 * A buyer whose cold address was paid so often, with many blocks after each; the chain is read, the addresses are not.
 */
async function payCold(times: number) {
  const { buyer, address } = await world.createAddressOwner('ETH');
  await world.readAllAddresses('ETH');
  await world.makeAddressesCold();
  for (let paid = 0; paid < times; paid += 1) {
    await world.pay('ETH', '20', address);
    await chains.controls.mine('ETH', 2 * RANGE);
  }
  await world.settle('ETH');
  return { buyer, address };
}

const makeHot = () => world.ctx.db.updateTable('deposit_addresses').set({ opened_at: new Date() }).execute();
const addressCursor = () => readAddressCursor(world.ctx.db, BigInt(chains.chains.ETH.chainId));

test('however much an address has to catch up, the chain is read between, and nothing is left out', async () => {
  const { buyer } = await payCold(3);
  await makeHot();
  const node = limit(nodeOf(chains, 'ETH'));
  const job = createFollowJob(
    world.ctx,
    { network: 'ETH', nodes: [node], quorum: 1, everyMs: 1 },
    depositMatcher,
  );
  const before = await addressCursor();
  const other = await world.createBuyer();
  const { address: newer } = await openOwnAddress(other, 'ETH');
  await world.pay('ETH', '30', newer);
  await world.makeFinal('ETH');

  expect(await job.run()).toEqual({ more: true });
  expect(await other.balance()).toBe(parseMicro('30'));
  expect(node.given.size).toBeLessThan(6 * RANGE);
  expect(await buyer.balance()).toBeLessThan(3n * parseMicro('20'));

  let passes = 1;
  while ((await job.run()).more && passes < 20) passes += 1;
  expect(await buyer.balance()).toBe(3n * parseMicro('20'));
  expect(passes).toBeLessThan(20);
  // Reading some addresses does not move the cursor of all.
  expect(await addressCursor()).toEqual(before);
});
