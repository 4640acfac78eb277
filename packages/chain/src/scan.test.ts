import { expect, test } from 'vitest';
import { readFinalCursor } from './final-cursor.ts';
import { NodeError } from './node-error.ts';
import { MAX_TRANSACTIONS } from './read-range.ts';
import { scan } from './scan.ts';
import {
  FakeChain,
  orderRef,
  paidEvent,
  transferEvent,
  treasury,
  txOf,
  stranger,
  token,
  toWire,
  watch,
} from './testing/fake-chain.ts';
import { fakeNode } from './testing/fake-node.ts';
import type { ChainNode, ChainTransfer, Cursor, ScanOutcome } from './types.ts';

const cursorAt = (chain: FakeChain, number: number): Cursor => {
  const block = chain.at(number);
  return { number, hash: block.hash, time: block.timestamp };
};
const pay = (name: string, amount = 5_000_000n) => txOf(name, transferEvent(treasury, amount));
const keys = (transfers: readonly ChainTransfer[]) =>
  transfers.map(({ txHash, ordinal }) => `${txHash}:${ordinal}`);
const keyOf = (name: string, ordinal = 0) => `${txOf(name).hash}:${ordinal}`;

function scanned(outcome: ScanOutcome) {
  if (outcome.kind !== 'scanned') throw new Error(`It ${outcome.kind}: ${JSON.stringify(outcome)}`);
  return outcome;
}

/** Block 3 holds a payment through the checkout behind a stranger's transfer; the final block is 5. */
function chainWithPayment(): FakeChain {
  const chain = new FakeChain(3);
  chain.mine(
    txOf('noise', transferEvent(stranger, 1n), transferEvent(stranger, 2n)),
    txOf('paid', transferEvent(treasury, 5_000_000n), paidEvent(5_000_000n)),
  );
  chain.mineEmpty(4);
  return chain;
}

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
  expect(next).toEqual({ kind: 'idle', head: 7, final: 5, pending: [], pendingProblem: null });
});

test('what is not final is only shown; moved by a reorganisation it is still the same transfer', async () => {
  const chain = new FakeChain(4);
  const node = fakeNode(chain);
  const start = cursorAt(chain, 1);
  chain.mine(pay('early'));
  const before = scanned(await scan([node], watch, start));
  expect(before).toMatchObject({ transfers: [], final: 2, pendingProblem: null });
  expect(keys(before.pending)).toEqual([keyOf('early')]);

  chain.rewindTo(3);
  expect(await scan([node], watch, before.cursor)).toMatchObject({ kind: 'idle', pending: [] });

  chain.mine(txOf('noise', transferEvent(stranger, 1n)), pay('other'), pay('early'));
  chain.mineEmpty(2);
  const after = scanned(await scan([node], watch, before.cursor));
  expect(keys(after.transfers)).toEqual([keyOf('other'), keyOf('early')]);
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
      expect(outcome).toMatchObject({ pending: [], pendingProblem: expect.any(String) as string });
    }
    expect(found).toHaveLength(30);
    expect(new Set(keys(found)).size).toBe(30);
  }
});

test('a node that takes fewer blocks is asked for fewer', async () => {
  const chain = chainWithPayment();
  const node = fakeNode(chain, { lag: 0 });
  node.maxRange = 3;
  const outcome = scanned(await scan([node], watch, cursorAt(chain, 0)));
  expect(outcome.cursor.number).toBe(2);
  node.maxRange = 0;
  expect(await scan([node], watch, outcome.cursor)).toMatchObject({
    kind: 'stalled',
    reason: /max block range/,
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
  expect(keys(second.transfers)).toEqual([keyOf('true one')]);
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
    reason: /limited/,
  });
});

test('a violated finality halts', async () => {
  const chain = chainWithPayment();
  const cursor = cursorAt(chain, 5);
  chain.rewindTo(2);
  chain.mineEmpty(6);
  expect(await scan([fakeNode(chain)], watch, cursor)).toMatchObject({ kind: 'halted', reason: /block 5/ });
});

test('two nodes that tell the same are believed', async () => {
  const chain = chainWithPayment();
  const nodes = [fakeNode(chain, { name: 'a' }), fakeNode(chain, { name: 'b', lag: 3 })];
  const outcome = scanned(await scan(nodes, { ...watch, quorum: 2 }, cursorAt(chain, 0)));
  expect(outcome).toMatchObject({ final: 4, cursor: cursorAt(chain, 4) });
  expect(keys(outcome.transfers)).toEqual([keyOf('paid')]);
});

test('a node without a log index, which answers nothing, is found out by the other', async () => {
  const chain = chainWithPayment();
  const silent = fakeNode(chain, { name: 'silent' });
  silent.faults.set('eth_getLogs', () => []);
  const nodes = [silent, fakeNode(chain, { name: 'b' })];
  expect(await scan(nodes, { ...watch, quorum: 2 }, cursorAt(chain, 0))).toEqual({
    kind: 'halted',
    reason: 'Nodes silent and b disagree on the transfers of the final blocks 1 to 5',
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
  expect(outcome).toMatchObject({ kind: 'halted', reason: /disagree on block 5/ });
});

test('a node that invents a transfer is found out by the other', async () => {
  const [honest, forged] = [new FakeChain(3), new FakeChain(3)];
  honest.mine(txOf('same', transferEvent(treasury, 5_000_000n)));
  forged.mine(txOf('same', transferEvent(treasury, 9_000_000n)));
  honest.mineEmpty(3);
  forged.mineEmpty(3);
  const nodes = [fakeNode(honest, { name: 'a' }), fakeNode(forged, { name: 'b' })];
  const outcome = await scan(nodes, { ...watch, quorum: 2 }, cursorAt(honest, 1));
  expect(outcome).toMatchObject({ kind: 'halted', reason: /disagree on the transfers/ });
});

type Wire = Record<string, unknown>;
type WireReceipt = Wire & { logs: Wire[] };

async function scanWithLie<T>(method: string, lie: (honest: T) => unknown) {
  const chain = chainWithPayment();
  const node = fakeNode(chain);
  node.faults.set(method, (_, honest) => lie(honest() as T));
  return scan([node], watch, cursorAt(chain, 0));
}

test.each<[string, (log: Wire) => unknown]>([
  ['of other contracts', (log) => [{ ...log, address: stranger }]],
  ['of other recipients', (log) => [{ ...log, topics: transferEvent(stranger, 1n).topics }]],
  ['of blocks that were not asked for', (log) => [{ ...log, blockNumber: '0x6' }]],
  ['of another block than it says', (log) => [{ ...log, blockNumber: '0x2' }]],
  ['of a forked block', (log) => [{ ...log, blockHash: `0x${'99'.repeat(32)}` }]],
  ['that were removed', (log) => [{ ...log, removed: true }]],
  ['with another amount', (log) => [{ ...log, data: transferEvent(token, 9n).data }]],
  ['twice', (log) => [log, log]],
  ['as null', () => null],
  ['as nothing', () => undefined],
])('nothing is decided with a node that gives logs %s', async (_, lie) => {
  const outcome = await scanWithLie('eth_getLogs', ([log]: Wire[]) => lie(log ?? {}));
  expect(outcome).toMatchObject({
    kind: 'stalled',
    reason: expect.stringMatching(/^Node a, eth_/) as string,
  });
});

test.each<[string, (receipt: WireReceipt) => unknown]>([
  ['loses it', () => null],
  ['gives another', (receipt) => ({ ...receipt, transactionHash: txOf('x').hash })],
  ['moves it to another block', (receipt) => ({ ...receipt, blockHash: `0x${'99'.repeat(32)}` })],
  ['moves it to another height', (receipt) => ({ ...receipt, blockNumber: '0x4' })],
  ['cuts it', (receipt) => ({ ...receipt, logs: receipt.logs.slice(1) })],
  ['empties it', (receipt) => ({ ...receipt, logs: [] })],
  ['shuffles it', (receipt) => ({ ...receipt, logs: receipt.logs.toReversed() })],
  ['doubles its logs', (receipt) => ({ ...receipt, logs: [...receipt.logs, ...receipt.logs] })],
  ['gives no status', (receipt) => ({ ...receipt, status: undefined })],
])('nothing is decided with a node that is asked for a receipt and %s', async (_, lie) => {
  const outcome = await scanWithLie('eth_getTransactionReceipt', lie);
  expect(outcome).toMatchObject({ kind: 'stalled', reason: expect.stringMatching(/Receipt/) as string });
});

test.each<[string, string, (answer: Wire) => unknown]>([
  ['gives the head for any block', 'eth_getBlockByNumber', (block) => ({ ...block, number: '0x7' })],
  ['has no blocks', 'eth_getBlockByNumber', () => null],
  ['tells no number', 'eth_getBlockByNumber', (block) => ({ ...block, number: '0x' })],
  ['tells the time in words', 'eth_getBlockByNumber', (block) => ({ ...block, timestamp: 'now' })],
  ['tells no chain', 'eth_chainId', () => ({})],
])('nothing is decided with a node that %s', async (_, method, lie) => {
  expect(await scanWithLie(method, lie)).toMatchObject({ kind: 'stalled' });
});

test.each<[string, string, number]>([
  ['from', 'fromBlock', 4],
  ['to', 'toBlock', 1],
])('nothing is decided with a node that ignores where the range goes %s', async (_, field, start) => {
  const chain = chainWithPayment();
  const node = fakeNode(chain);
  node.faults.set('eth_getLogs', async ([filter]) => {
    const wide = { ...(filter as Wire), [field]: field === 'toBlock' ? '0x7' : '0x0' };
    return fakeNode(chain).request('eth_getLogs', [wide]);
  });
  const outcome = await scan([node], { ...watch, maxRange: 1 }, cursorAt(chain, start));
  expect(outcome).toMatchObject({ kind: 'stalled', reason: /outside the range/ });
});

test('nothing is decided with a node whose logs and receipts are of another fork than its blocks', async () => {
  const chain = chainWithPayment();
  const node = fakeNode(chain);
  const elsewhere = `0x${'99'.repeat(32)}`;
  node.faults.set('eth_getLogs', (_, honest) =>
    (honest() as Wire[]).map((log) => ({ ...log, blockHash: elsewhere })),
  );
  node.faults.set('eth_getTransactionReceipt', (_, honest) => ({
    ...(honest() as Wire),
    blockHash: elsewhere,
  }));
  const outcome = await scan([node], watch, cursorAt(chain, 0));
  expect(outcome).toMatchObject({ kind: 'stalled', reason: /another block 3/ });
});

test('nothing is decided with a node that gives another end', async () => {
  const chain = chainWithPayment();
  const node = fakeNode(chain);
  node.faults.set('eth_getBlockByNumber', ([tag], honest) =>
    tag === '0x5' ? toWire(chain.at(4)) : honest(),
  );
  const outcome = await scan([node], watch, cursorAt(chain, 0));
  expect(outcome).toMatchObject({ kind: 'stalled', reason: /block 4 instead of 5/ });
});

test('the order in which a node lists its logs is no disagreement', async () => {
  const chain = chainWithPayment();
  chain.mine(txOf('two', transferEvent(treasury, 1n), transferEvent(treasury, 2n)), pay('after'));
  chain.mineEmpty(2);
  const nodes = [fakeNode(chain, { name: 'a' }), fakeNode(chain, { name: 'b' })];
  nodes[0]?.faults.set('eth_getLogs', (_, honest) => (honest() as Wire[]).toReversed());
  const outcome = scanned(await scan(nodes, { ...watch, quorum: 2 }, cursorAt(chain, 0)));
  expect(keys(outcome.transfers)).toEqual([keyOf('paid'), keyOf('two'), keyOf('two', 1), keyOf('after')]);
});

test('what the final block holds is no longer pending', async () => {
  const chain = new FakeChain(2);
  chain.mine(pay('final'));
  chain.mine(pay('next'));
  const outcome = scanned(await scan([fakeNode(chain, { lag: 1 })], watch, cursorAt(chain, 1)));
  expect(keys(outcome.transfers)).toEqual([keyOf('final')]);
  expect(keys(outcome.pending)).toEqual([keyOf('next')]);
});

test('a failed transaction with logs, and dust, end in quarantine', async () => {
  const chain = new FakeChain(2);
  chain.mine({ ...pay('failed'), failed: true }, txOf('dust', transferEvent(treasury, 0n)));
  chain.mineEmpty(2);
  const { transfers, quarantined } = scanned(await scan([fakeNode(chain)], watch, cursorAt(chain, 1)));
  expect(transfers).toEqual([]);
  expect(quarantined.map(({ txHash, reason }) => [txHash, reason])).toEqual([
    [txOf('failed').hash, 'the transaction failed'],
    [txOf('dust').hash, 'the amount is zero'],
  ]);
});

test('a window too long to be shown, or unreadable, does not hold up what is final', async () => {
  const chain = chainWithPayment();
  const node = fakeNode(chain, { lag: 3 });
  const cursor = cursorAt(chain, 2);
  const long = scanned(await scan([node], { ...watch, maxRange: 2 }, cursor));
  expect(long).toMatchObject({ caughtUp: true, pending: [], pendingProblem: '3 blocks are not final' });
  node.faults.set('eth_getLogs', ([filter], honest) => {
    if ((filter as { toBlock: string }).toBlock === '0x7') return null;
    return honest();
  });
  const unreadable = scanned(await scan([node], watch, cursor));
  expect(unreadable).toMatchObject({
    pending: [],
    pendingProblem: expect.stringMatching(/eth_getLogs/) as string,
  });
  expect(keys(unreadable.transfers)).toEqual([keyOf('paid')]);
});

test('without a treasury there is nothing to watch, which is our own mistake', async () => {
  const chain = chainWithPayment();
  const blind = { ...watch, treasuries: [] };
  await expect(scan([fakeNode(chain)], blind, cursorAt(chain, 0))).rejects.toThrow(/no treasury/);
});

test('a fresh installation starts at the block that all call final', async () => {
  const chain = chainWithPayment();
  const nodes = [fakeNode(chain, { lag: 1 }), fakeNode(chain, { lag: 3 })];
  expect(await readFinalCursor(nodes, { ...watch, quorum: 2 })).toEqual(cursorAt(chain, 4));
  expect(await readFinalCursor(nodes, watch)).toEqual(cursorAt(chain, 6));
});

test('it has no start while nodes are missing, foreign or at odds', async () => {
  const chain = chainWithPayment();
  const fork = new FakeChain(2);
  fork.mine(txOf('fork'));
  fork.mineEmpty(5);
  const both = { ...watch, quorum: 2 };
  expect(await readFinalCursor([fakeNode(chain)], both)).toBeNull();
  expect(await readFinalCursor([fakeNode(chain), fakeNode(chain, { chainId: 5 })], both)).toBeNull();
  expect(await readFinalCursor([fakeNode(chain), fakeNode(fork)], both)).toBeNull();
});
