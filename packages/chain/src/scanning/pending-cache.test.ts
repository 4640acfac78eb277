import { expect, test } from 'vitest';
import { ScanMemory } from './scan-memory.ts';
import { scan } from './scan.ts';
import { FakeChain, watch, cursorAt, keyOf, keysOf, pay } from '../testing/fake-chain.ts';
import { fakeNode, type FakeNode } from '../testing/fake-node.ts';

function counted(node: FakeNode): Record<string, number> {
  const asked = Object.groupBy(node.asked.splice(0), ({ method }) => method);
  return Object.fromEntries(Object.entries(asked).map(([method, all]) => [method, all!.length]));
}

test('a payment on its way is asked for once, and its confirmations go on', async () => {
  const chain = new FakeChain(3);
  chain.mine(pay('one'), pay('other'));
  chain.mine();
  const node = fakeNode(chain, { lag: 3 });
  const [cache, cursor] = [new ScanMemory(), cursorAt(chain, 1)];
  const look = async () => {
    const outcome = await scan([node], watch, cursor, cache);
    return 'pending' in outcome ? keysOf(outcome.pending) : JSON.stringify(outcome.reasons);
  };
  const both = [keyOf('one'), keyOf('other')];
  expect(await look()).toEqual(both);
  expect(counted(node)).toMatchObject({ eth_getTransactionReceipt: 2, eth_getBlockByNumber: 3 });
  expect(await look()).toEqual(both);
  expect(counted(node)).toEqual({ eth_getBlockByNumber: 2, eth_getLogs: 1 });
});

test('moved by a reorganisation it is read anew', async () => {
  const chain = new FakeChain(3);
  chain.mine(pay('one', 5n));
  const node = fakeNode(chain, { lag: 3 });
  const [cache, cursor] = [new ScanMemory(), cursorAt(chain, 0)];
  await scan([node], watch, cursor, cache);
  chain.rewindTo(2);
  chain.mine(pay('one', 5n));
  node.asked.length = 0;
  expect(await scan([node], watch, cursor, cache)).toMatchObject({
    pending: [{ blockNumber: 4, blockHash: chain.at(4).hash }],
  });
  expect(counted(node)).toMatchObject({ eth_getTransactionReceipt: 1 });
});

test('what is final is always read anew', async () => {
  const chain = new FakeChain(3);
  chain.mine(pay('one'));
  const node = fakeNode(chain, { lag: 3 });
  const [cache, cursor] = [new ScanMemory(), cursorAt(chain, 0)];
  await scan([node], watch, cursor, cache);
  chain.mineEmpty(3);
  node.asked.length = 0;
  expect(await scan([node], watch, cursor, cache)).toMatchObject({ kind: 'scanned', transfers: [{}] });
  expect(counted(node)).toMatchObject({ eth_getTransactionReceipt: 1 });
});
