import { expect, test } from 'vitest';
import { NodeError } from '../nodes/node-error.ts';
import { MAX_TRANSACTIONS } from './read-range.ts';
import { ScanMemory } from './scan-memory.ts';
import { scan } from './scan.ts';
import {
  FakeChain,
  orderRef,
  stranger,
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
  fakeNode,
  type FakeNode,
} from '../testing/fake-chain.ts';
import type { ChainNode, ChainTransfer } from '../types.ts';

test('a final payment is read once, with its place, time and order', async () => {
  const chain = chainWithPayment();
  const node = fakeNode(chain);
  const outcome = scanned(await scan([node], watch, cursorAt(chain, 0)));
  expect(outcome).toMatchObject({
    head: 7,
    final: 5,
    cursor: cursorAt(chain, 5),
    caughtUp: true,
    quarantined: [],
  });
  expect(outcome.transfers).toMatchObject([
    { ordinal: 0, blockNumber: 3, blockHash: chain.at(3).hash, blockTime: chain.at(3).timestamp, orderRef },
  ]);
  const next = await scan([node], watch, outcome.cursor);
  expect(next).toEqual({
    kind: 'idle',
    head: 7,
    final: 5,
    pending: [],
    pendingProblem: null,
    problems: [],
  });
});

test('what is not final is only shown; moved by a reorganisation it is still the same transfer', async () => {
  const chain = new FakeChain(4);
  const node = fakeNode(chain);
  const start = cursorAt(chain, 1);
  chain.mine(pay('early'));
  const before = scanned(await scan([node], watch, start));
  expect(before).toMatchObject({ transfers: [], final: 2, pendingProblem: null });
  expect(keysOf(before.pending)).toEqual([keyOf('early')]);

  chain.rewindTo(3);
  expect(await scan([node], watch, before.cursor)).toMatchObject({ kind: 'idle', pending: [] });

  chain.mine(txOf('noise', transferEvent(stranger, 1n)), pay('other'), pay('early'));
  chain.mineEmpty(2);
  const after = scanned(await scan([node], watch, before.cursor));
  expect(keysOf(after.transfers)).toEqual([keyOf('other'), keyOf('early')]);
  expect(after.transfers[1]).toMatchObject({ blockNumber: 5, ordinal: 0 });
});

test('the same stretch read twice gives the same identities', async () => {
  const chain = chainWithPayment();
  const read = async () => scanned(await scan([fakeNode(chain)], watch, cursorAt(chain, 0))).transfers;
  expect(await read()).toEqual(await read());
});

test('any cut of the way into scans finds every transfer exactly once', async () => {
  const chain = new FakeChain();
  for (let number = 1; number <= 30; number++) {
    chain.mine(...Array.from({ length: number % 3 }, (_, index) => pay(`${number}-${index}`)));
  }
  for (const maxRange of [1, 2, 7, 100]) {
    let cursor = cursorAt(chain, 0);
    const found: ChainTransfer[] = [];
    for (;;) {
      const outcome = scanned(await scan([fakeNode(chain, { lag: 0 })], { ...watch, maxRange }, cursor));
      found.push(...outcome.transfers);
      cursor = outcome.cursor;
      if (outcome.caughtUp) break;
      expect(outcome).toMatchObject({ pending: [], pendingProblem: { code: expect.any(String) as string } });
    }
    expect(found).toHaveLength(30);
    expect(new Set(keysOf(found)).size).toBe(30);
  }
});

test('a node that takes fewer blocks is asked for fewer', async () => {
  const chain = chainWithPayment();
  const node = fakeNode(chain, { lag: 0 });
  node.maxRange = 3;
  const outcome = scanned(await scan([node], watch, cursorAt(chain, 0)));
  expect(outcome.cursor.number).toBe(7);
  const ranges = node.asked.flatMap(({ method, params: [filter] }) => {
    if (method !== 'eth_getLogs') return [];
    const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string };
    return [Number(toBlock) - Number(fromBlock) + 1];
  });
  expect(ranges).toEqual([7, 3, 3, 1]);
  node.maxRange = 0;
  chain.mineEmpty(2);
  expect(await scan([node], watch, outcome.cursor)).toMatchObject({
    kind: 'stalled',
    reasons: [
      {
        code: 'nodeRefused',
        facts: { answer: expect.stringMatching(/max block range/) as string },
      },
    ],
  });
});

test('a flood makes the step shorter and loses nothing', async () => {
  const chain = new FakeChain(1);
  chain.mine(...Array.from({ length: MAX_TRANSACTIONS + 1 }, (_, index) => pay(`flood ${index}`, 1n)));
  chain.mine(pay('true one'));
  chain.mineEmpty(6);
  const node = fakeNode(chain, { lag: 0 });
  const first = scanned(await scan([node], watch, cursorAt(chain, 0)));
  expect(first.transfers).toHaveLength(MAX_TRANSACTIONS + 1);
  expect(first.cursor.number).toBe(1);
  const second = scanned(await scan([node], watch, first.cursor));
  expect(keysOf(second.transfers)).toEqual([keyOf('true one')]);
});

test('a few transactions of many transfers each make the step shorter too', async () => {
  const chain = new FakeChain(1);
  const many = Array.from({ length: 400 }, () => transferEvent(treasury, 1n));
  for (const name of ['one', 'two', 'three']) chain.mine(txOf(name, ...many));
  chain.mineEmpty(6);
  const node = fakeNode(chain, { lag: 0 });
  const found: number[] = [];
  for (let cursor = cursorAt(chain, 0); cursor.number < chain.head;) {
    const outcome = scanned(await scan([node], watch, cursor));
    found.push(outcome.transfers.length);
    cursor = outcome.cursor;
  }
  expect(Math.max(...found)).toBe(400);
  expect(found.reduce((sum, count) => sum + count)).toBe(1_200);
});

test('the head of one node never meets the logs of another', async () => {
  const chain = chainWithPayment();
  const [a, b] = [fakeNode(chain, { name: 'a', lag: 3 }), fakeNode(chain, { name: 'b', lag: 1 })];
  await scan([a, b], watch, cursorAt(chain, 0));
  expect(a.asked.filter(({ method }) => method === 'eth_getLogs')).toEqual([]);
  expect(b.asked.filter(({ method }) => method === 'eth_getLogs')).toHaveLength(2);
});

test('a rate-limited node is passed over', async () => {
  const chain = chainWithPayment();
  const limited: ChainNode = {
    name: 'limited',
    request: (method) =>
      Promise.reject(new NodeError('rate-limited', { node: 'limited', method }, 'HTTP 429')),
  };
  expect(await scan([limited, fakeNode(chain)], watch, cursorAt(chain, 0))).toMatchObject({
    kind: 'scanned',
  });
  expect(await scan([limited], watch, cursorAt(chain, 0))).toMatchObject({
    kind: 'stalled',
    reasons: [{ facts: { node: 'limited' } }],
  });
});

test('a violated finality halts', async () => {
  const chain = chainWithPayment();
  const cursor = cursorAt(chain, 5);
  chain.rewindTo(2);
  chain.mineEmpty(6);
  expect(await scan([fakeNode(chain)], watch, cursor)).toMatchObject({
    kind: 'halted',
    reasons: [{ code: 'nodeOtherBlock', facts: { block: 5 } }],
  });
});

test('what the final block holds is no longer pending', async () => {
  const chain = new FakeChain(2);
  chain.mine(pay('final'));
  chain.mine(pay('next'));
  const outcome = scanned(await scan([fakeNode(chain, { lag: 1 })], watch, cursorAt(chain, 1)));
  expect(keysOf(outcome.transfers)).toEqual([keyOf('final')]);
  expect(keysOf(outcome.pending)).toEqual([keyOf('next')]);
});

test('a failed transaction with logs, and dust, end in quarantine', async () => {
  const chain = new FakeChain(2);
  chain.mine({ ...pay('failed'), failed: true }, txOf('dust', transferEvent(treasury, 0n)));
  chain.mineEmpty(2);
  const { transfers, quarantined } = scanned(await scan([fakeNode(chain)], watch, cursorAt(chain, 1)));
  expect(transfers).toEqual([]);
  expect(quarantined.map(({ txHash, reason }) => [txHash, reason.code])).toEqual([
    [txOf('failed').hash, 'logFailed'],
    [txOf('dust').hash, 'logZero'],
  ]);
});

test('a window too long to be shown, or unreadable, does not hold up what is final', async () => {
  const chain = chainWithPayment();
  const node = fakeNode(chain, { lag: 3 });
  const cursor = cursorAt(chain, 2);
  const long = scanned(await scan([node], { ...watch, maxRange: 2 }, cursor));
  expect(long).toMatchObject({
    caughtUp: true,
    pending: [],
    pendingProblem: { code: 'blocksNotFinal', facts: { count: 3 } },
  });
  node.faults.set('eth_getLogs', ([filter], honest) => {
    if ((filter as { toBlock: string }).toBlock === '0x7') return null;
    return honest();
  });
  const unreadable = scanned(await scan([node], watch, cursor));
  expect(unreadable).toMatchObject({
    pending: [],
    pendingProblem: { facts: { method: 'eth_getLogs' } },
  });
  expect(keysOf(unreadable.transfers)).toEqual([keyOf('paid')]);
});

test('without a treasury there is nothing to watch, which is our own mistake', async () => {
  const chain = chainWithPayment();
  const blind = { ...watch, treasuries: [] };
  await expect(scan([fakeNode(chain)], blind, cursorAt(chain, 0))).rejects.toThrow(/no treasury/);
});

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
