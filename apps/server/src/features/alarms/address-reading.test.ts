import { NodeError, type ChainNode } from '@portside/chain';
import { parseMicro } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClock, MINUTE_MS } from '../../platform/clock.ts';
import { createChainWorld, nodeOf, type ChainWorld, type TestChains } from '../../testing/chain-world.ts';
import { createOwner } from '../../testing/people.ts';
import { createReadAddressesJob } from '../deposits/index.ts';
import { listChains } from '../deposits/following/chain-health.ts';
import { evaluateAlarms } from './evaluate-alarms.ts';
import { depositMatcher } from '../recharges/index.ts';

let chains: TestChains;
let world: ChainWorld;
beforeAll(async () => {
  chains = await startDevchain();
});
beforeEach(async () => {
  world = await createChainWorld(chains, ['ETH']);
});
afterAll(() => chains.stop());

/** A node that answers so many calls for logs and receipts between two calls of `refill`, and then limits the rate. */
function limit(node: ChainNode, most: number): ChainNode & { refill(): void } {
  let left = most;
  return {
    name: node.name,
    refill: () => void (left = most),
    request(method, params) {
      if (['eth_getLogs', 'eth_getTransactionReceipt'].includes(method) && (left -= 1) < 0)
        throw new NodeError('rate-limited', { node: node.name, method, status: 429 }, 'slow down');
      return node.request(method, params);
    },
  };
}

/** A buyer whose address nobody looks at has been paid so often, each time in a block of its own. */
async function payCold(times: number) {
  const { buyer, address } = await world.createAddressOwner('ETH');
  await world.makeAddressesCold();
  for (let paid = 0; paid < times; paid += 1) await world.pay('ETH', '20', address);
  await world.settle('ETH');
  return { buyer, address };
}

const readingOf = (node: ChainNode, laterMs = () => 0) => {
  const clock = { now: () => createClock(laterMs()).now() };
  return createReadAddressesJob(
    { ...world.ctx, clock },
    { network: 'ETH', nodes: [node], quorum: 1 },
    depositMatcher,
  );
};

test('a node that limits the rate is asked for fewer blocks, until it answers', async () => {
  const { buyer } = await payCold(24);
  const node = limit(nodeOf(chains, 'ETH'), 15);
  let minutes = 0;
  const job = readingOf(node, () => minutes * MINUTE_MS);
  for (; minutes < 30; minutes += 1) {
    node.refill();
    await job.run();
  }
  expect(await buyer.balance()).toBe(24n * parseMicro('20'));
});

test('a reading of the addresses that does not get on is an alarm, and shown under Networks with its cause', async () => {
  const { buyer } = await payCold(1);
  const find = async () => (await evaluateAlarms(world.ctx)).filter(({ kind }) => kind === 'chainLate');
  const reasons = async () => {
    const { actor } = await createOwner(world.ctx);
    const { items } = await listChains({ ...world.ctx, actor });
    return items.find(({ type }) => type === 'ETH')!.reasons.map(({ code }) => code);
  };
  await readingOf(limit(nodeOf(chains, 'ETH'), 0)).run();
  expect(await find()).toEqual([]);
  expect(await reasons()).toEqual([]);
  await sql`update address_cursors set block_time = block_time - interval '4 hours'`.execute(world.ctx.db);
  expect(await find()).toContainEqual({
    kind: 'chainLate',
    network: 'ETH',
    about: 'addresses',
    findings: [
      expect.objectContaining({ code: 'addressesLate' }),
      expect.objectContaining({ code: 'nodeLimited' }),
    ],
  });
  expect(await reasons()).toEqual(['addressesLate', 'nodeLimited']);
  await readingOf(nodeOf(chains, 'ETH')).run();
  expect((await find()).filter(({ network }) => network === 'ETH')).toEqual([]);
  expect(await buyer.balance()).toBe(parseMicro('20'));
});

test('after a long pause the addresses are read as soon as the chain is, not an hour later', async () => {
  const { buyer, address } = await payCold(0);
  let laterMs = 0;
  const job = readingOf(nodeOf(chains, 'ETH'), () => laterMs);
  await job.run();
  await world.payFinally('ETH', '20', address);
  laterMs = MINUTE_MS;
  await job.run();
  expect(await buyer.balance()).toBe(0n);
  await sql`update address_cursors set block_time = block_time - interval '4 hours'`.execute(world.ctx.db);
  await job.run();
  expect(await buyer.balance()).toBe(parseMicro('20'));
});
