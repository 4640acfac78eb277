import { expect, test } from 'vitest';
import { ScanMemory } from './scan-memory.ts';
import { scan } from './scan.ts';
import {
  FakeChain,
  transferEvent,
  treasury,
  txOf,
  watch,
  chainWithPayment,
  cursorAt,
  keyOf,
  keysOf,
  pay,
  scanned,
} from '../testing/fake-chain.ts';
import { fakeNode } from '../testing/fake-node.ts';

test('two nodes that tell the same are believed', async () => {
  const chain = chainWithPayment();
  const nodes = [fakeNode(chain, { name: 'a' }), fakeNode(chain, { name: 'b', lag: 3 })];
  const outcome = scanned(await scan(nodes, { ...watch, quorum: 2 }, cursorAt(chain, 0)));
  expect(outcome).toMatchObject({ final: 4, cursor: cursorAt(chain, 4) });
  expect(keysOf(outcome.transfers)).toEqual([keyOf('paid')]);
});

test('a node without a log index, which answers nothing, is found out by the other', async () => {
  const chain = chainWithPayment();
  const silent = fakeNode(chain, { name: 'silent' });
  silent.faults.set('eth_getLogs', () => []);
  const nodes = [silent, fakeNode(chain, { name: 'b' })];
  expect(await scan(nodes, { ...watch, quorum: 2 }, cursorAt(chain, 0))).toMatchObject({
    kind: 'disagreeing',
    reasons: [{ code: 'nodesDisagreeOnTransfers', facts: { nodes: 'silent, b', from: 1, to: 5 } }],
  });
});

test('a node on another fork after the cursor is found out by its end block', async () => {
  const chain = new FakeChain(3);
  const fork = new FakeChain(3);
  chain.mineEmpty(5);
  fork.mine(txOf('fork'));
  fork.mineEmpty(4);
  const nodes = [fakeNode(chain, { name: 'a' }), fakeNode(fork, { name: 'b' })];
  const outcome = await scan(nodes, { ...watch, quorum: 2 }, cursorAt(chain, 2));
  expect(outcome).toMatchObject({
    kind: 'disagreeing',
    reasons: [{ code: 'nodesDisagreeOnBlock', facts: { block: 5 } }],
  });
});

test('a node that invents a transfer is found out by the other', async () => {
  const [honest, forged] = [new FakeChain(3), new FakeChain(3)];
  honest.mine(txOf('same', transferEvent(treasury, 5_000_000n)));
  forged.mine(txOf('same', transferEvent(treasury, 9_000_000n)));
  honest.mineEmpty(3);
  forged.mineEmpty(3);
  const nodes = [fakeNode(honest, { name: 'a' }), fakeNode(forged, { name: 'b' })];
  const outcome = await scan(nodes, { ...watch, quorum: 2 }, cursorAt(honest, 1));
  expect(outcome).toMatchObject({ kind: 'disagreeing', reasons: [{ code: 'nodesDisagreeOnTransfers' }] });
});

test('the order in which a node lists its logs is no disagreement', async () => {
  const chain = chainWithPayment();
  chain.mine(txOf('two', transferEvent(treasury, 1n), transferEvent(treasury, 2n)), pay('after'));
  chain.mineEmpty(2);
  const nodes = [fakeNode(chain, { name: 'a' }), fakeNode(chain, { name: 'b' })];
  nodes[0]?.faults.set('eth_getLogs', (_, honest) => (honest() as unknown[]).toReversed());
  const outcome = scanned(await scan(nodes, { ...watch, quorum: 2 }, cursorAt(chain, 0)));
  expect(keysOf(outcome.transfers)).toEqual([keyOf('paid'), keyOf('two'), keyOf('two', 1), keyOf('after')]);
});

test('a node that fails at logs only is passed over while others are enough', async () => {
  const chain = chainWithPayment();
  const [a, b, c] = [
    fakeNode(chain, { name: 'a' }),
    fakeNode(chain, { name: 'b' }),
    fakeNode(chain, { name: 'c' }),
  ];
  a.faults.set('eth_getLogs', () => null);
  const outcome = scanned(await scan([a, b, c], { ...watch, quorum: 2 }, cursorAt(chain, 0)));
  expect(keysOf(outcome.transfers)).toEqual([keyOf('paid')]);
  expect(await scan([a, b], { ...watch, quorum: 2 }, cursorAt(chain, 0))).toMatchObject({
    kind: 'stalled',
    reasons: [{ facts: { node: 'a', method: 'eth_getLogs' } }],
  });
});

test('a node that was on another chain for a while is believed again as soon as it is back', async () => {
  const chain = new FakeChain(6);
  const [a, b] = [fakeNode(chain, { name: 'a' }), fakeNode(chain, { name: 'b' })];
  const [memory, both] = [new ScanMemory(), { ...watch, quorum: 2 }];
  b.faults.set('eth_chainId', () => '0x5');
  const stalled = { kind: 'stalled', reasons: [{ code: 'nodeOtherChain', facts: { found: 5 } }] };
  expect(await scan([a, b], both, cursorAt(chain, 2), memory)).toMatchObject(stalled);
  b.faults.clear();
  expect(await scan([a, b], both, cursorAt(chain, 2), memory)).toMatchObject({ kind: 'scanned' });
  // And away again, to other blocks: what it was known for does not count.
  const foreign = new FakeChain(3);
  foreign.mine(txOf('elsewhere'));
  foreign.mineEmpty(6);
  const gone = fakeNode(foreign, { name: 'b', chainId: 5 });
  expect(await scan([a, gone], both, cursorAt(chain, 3), memory)).toMatchObject(stalled);
});
