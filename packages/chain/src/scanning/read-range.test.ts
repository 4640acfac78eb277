import type { Hex } from 'viem';
import { expect, test } from 'vitest';
import { NodeError, TIMED_OUT, TOO_LARGE } from '../nodes/node-error.ts';
import {
  type Event,
  FakeChain,
  type FakeNode,
  stranger,
  token,
  toWire,
  transferEvent,
  treasury,
  txOf,
  watch,
  chainWithPayment,
  cursorAt,
  scanned,
  fakeNode,
  keyOf,
  keysOf,
  pay,
} from '../testing/fake-chain.ts';
import { scan } from './scan.ts';
import type { Quarantined } from '../types.ts';
import { ScanMemory } from './scan-memory.ts';

type Wire = Record<string, unknown>;

type WireReceipt = Wire & { logs: Wire[] };

async function scanWithLie(method: string, lie: (honest: never) => unknown) {
  const chain = chainWithPayment();
  const node = fakeNode(chain);
  node.faults.set(method, (_, honest) => lie(honest() as never));
  return scan([node], watch, cursorAt(chain, 0));
}

const answers = (detail: RegExp) => ({
  code: 'nodeWrong',
  facts: { answer: expect.stringMatching(detail) as string },
});

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
    reasons: [{ facts: { node: 'a', method: expect.stringMatching(/^eth_/) as string } }],
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
  expect(outcome).toMatchObject({
    kind: 'stalled',
    reasons: [{ code: 'nodeWrong', facts: { method: 'eth_getTransactionReceipt' } }],
  });
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
  expect(outcome).toMatchObject({ kind: 'stalled', reasons: [answers(/outside the range/)] });
});

test('nothing is decided with a node whose logs and receipts are of another fork than its blocks', async () => {
  const chain = chainWithPayment();
  const node = fakeNode(chain);
  const elsewhere = `0x${'99'.repeat(32)}`;
  node.faults.set('eth_getLogs', (_, honest) =>
    (honest() as Wire[]).map((log) => Object.assign(log, { blockHash: elsewhere })),
  );
  node.faults.set('eth_getTransactionReceipt', (_, honest) => ({
    ...(honest() as Wire),
    blockHash: elsewhere,
  }));
  const outcome = await scan([node], watch, cursorAt(chain, 0));
  expect(outcome).toMatchObject({ kind: 'stalled', reasons: [answers(/another block 3/)] });
});

test('a malformed log beside a payment is put aside and holds nothing up', async () => {
  const chain = new FakeChain(2);
  const payment = transferEvent(treasury, 5n);
  const [event = '0x', from = '0x'] = payment.topics;
  const dirty = { ...payment, topics: [event, from, `0x${'ff'.repeat(12)}${treasury.slice(2)}` as const] };
  chain.mine(txOf('both', dirty, payment));
  chain.mineEmpty(2);
  const outcome = scanned(await scan([fakeNode(chain)], watch, cursorAt(chain, 1)));
  expect(outcome).toMatchObject({ caughtUp: true, transfers: [{ ordinal: 1, amountMicro: 5n }] });
  expect(outcome.quarantined).toMatchObject([{ ordinal: 0, reason: { code: 'logAddress' } }]);
});

test('nothing is decided with a node that gives another end', async () => {
  const chain = chainWithPayment();
  const node = fakeNode(chain);
  node.faults.set('eth_getBlockByNumber', ([tag], honest) =>
    tag === '0x4' ? toWire(chain.at(3)) : honest(),
  );
  // The final block itself is known from the view; the end of a shorter range is asked for.
  const outcome = await scan([node], { ...watch, maxRange: 4 }, cursorAt(chain, 0));
  expect(outcome).toMatchObject({ kind: 'stalled', reasons: [answers(/block 3 instead of 4/)] });
});

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

const RECEIPT = 'eth_getTransactionReceipt';
const failures = {
  late: ['unreachable', {}, TIMED_OUT],
  large: ['bad-answer', { status: 200 }, TOO_LARGE],
  refused: ['rpc', { code: -32_000 }, 'response size exceeded'],
  down: ['unreachable', { status: 503 }, 'HTTP 503'],
  limited: ['rate-limited', { status: 429 }, 'HTTP 429'],
} as const;

/** The node fails to give the receipts of these transactions, of all where there are none. */
function failAt(node: FakeNode, failure: keyof typeof failures | 'lost', ...hashes: readonly Hex[]): void {
  node.faults.set(RECEIPT, ([hash], honest) => {
    if (hashes.length > 0 && !hashes.includes(hash as Hex)) return honest();
    if (failure === 'lost') return null;
    const [kind, about, detail] = failures[failure];
    throw new NodeError(kind, { node: node.name, method: RECEIPT, ...about }, detail);
  });
}

/** Block 3 holds a payment beside one whose receipt is as large as `logs` make it; block 5 holds another payment. */
function chainWithGiant(logs = 0) {
  const chain = new FakeChain(3);
  const empty: Event = { address: stranger, topics: [], data: '0x' };
  const filling = Array.from({ length: logs }, () => empty);
  chain.mine(pay('beside'), txOf('giant', ...filling, transferEvent(treasury, 1n)));
  chain.mine();
  chain.mine(pay('after'));
  chain.mineEmpty(3);
  const nodes = ['a', 'b', 'c'].map((name) => fakeNode(chain, { name }));
  return { chain, nodes, giant: txOf('giant').hash };
}

/** Scans every 20 seconds until the final block is read, or for an hour. */
async function follow(chain: FakeChain, nodes: readonly FakeNode[]) {
  let now = 0;
  const memory = new ScanMemory(() => now);
  const found = { transfers: [] as string[], quarantined: [] as Quarantined[], kinds: [] as string[] };
  let cursor = cursorAt(chain, 0);
  for (; now < 3_600_000; now += 20_000) {
    const outcome = await scan(nodes, { ...watch, quorum: 2 }, cursor, memory);
    found.kinds.push(outcome.kind);
    if (outcome.kind !== 'scanned') continue;
    found.transfers.push(...keysOf(outcome.transfers));
    found.quarantined.push(...outcome.quarantined);
    cursor = outcome.cursor;
    if (outcome.caughtUp) break;
  }
  return { ...found, readTo: cursor.number, minutes: now / 60_000 };
}

const countAsked = ({ asked }: FakeNode, hash: Hex): number =>
  asked.filter(({ method, params }) => method === RECEIPT && params[0] === hash).length;

/** `before`: the logs before it in its block. */
const aside = (hash: Hex, before: number) => ({
  txHash: hash,
  ordinal: -1 - before,
  blockNumber: 3,
  reason: { code: 'logReceiptUnread', facts: { amount: '0.000001' } },
});

test('a payment among thousands of logs is put aside at once, whether a node can send them or not', async () => {
  const { chain, nodes, giant } = chainWithGiant(10_000);
  failAt(nodes[1]!, 'large', giant);
  const { kinds, transfers, quarantined } = await follow(chain, nodes.slice(0, 2));
  expect(kinds).toEqual(['scanned']);
  expect(transfers).toEqual([keyOf('beside'), keyOf('after')]);
  expect(quarantined).toEqual([aside(giant, 10_001)]);
});

test('a payment among some hundreds of logs is a payment', async () => {
  const { chain, nodes } = chainWithGiant(900);
  const { transfers, quarantined } = await follow(chain, nodes);
  expect(transfers).toEqual([keyOf('beside'), keyOf('giant', 900), keyOf('after')]);
  expect(quarantined).toEqual([]);
});

test.each(['late', 'refused', 'down'] as const)(
  'a receipt for which two nodes are %s is put aside after a while; blocks before it are read at once',
  async (failure) => {
    const { chain, nodes, giant } = chainWithGiant();
    for (const node of nodes.slice(0, 2)) failAt(node, failure, giant);
    failAt(nodes[2]!, 'down');
    const { kinds, transfers, quarantined, minutes } = await follow(chain, nodes);
    expect(kinds.slice(0, 3)).toEqual(['scanned', 'stalled', 'stalled']);
    expect(transfers).toEqual([keyOf('beside'), keyOf('after')]);
    expect(quarantined).toEqual([aside(giant, 1)]);
    expect(minutes).toBeGreaterThanOrEqual(1);
    expect(minutes).toBeLessThan(3);
    // Once in each scan: a longer range does not wait for it again.
    expect(countAsked(nodes[0]!, giant)).toBeLessThanOrEqual(kinds.length);
  },
);

test.each(['late', 'refused', 'down', 'limited', 'lost'] as const)(
  'nodes that are %s for all receipts put none aside',
  async (failure) => {
    const { chain, nodes } = chainWithGiant();
    for (const node of nodes) failAt(node, failure);
    const { transfers, quarantined, readTo } = await follow(chain, nodes);
    expect([transfers, quarantined, readTo <= 2]).toEqual([[], [], true]);
    for (const node of nodes) node.faults.clear();
    expect((await follow(chain, nodes)).transfers).toHaveLength(3);
  },
);

test.each(['limited', 'lost'] as const)('a receipt that is %s at all nodes waits', async (failure) => {
  const { chain, nodes, giant } = chainWithGiant();
  for (const node of nodes) failAt(node, failure, giant);
  const { transfers, quarantined } = await follow(chain, nodes);
  expect([transfers, quarantined]).toEqual([[], []]);
});

test.each(['late', 'large', 'refused', 'down'] as const)(
  'a single node that is %s for a receipt puts nothing aside',
  async (failure) => {
    const { chain, nodes, giant } = chainWithGiant();
    failAt(nodes[0]!, failure, giant);
    const { transfers, quarantined } = await follow(chain, nodes);
    expect(transfers).toEqual([keyOf('beside'), keyOf('giant'), keyOf('after')]);
    expect(quarantined).toEqual([]);
    // The other one does not have it: with too few nodes it waits.
    const { quarantined: none, kinds } = await follow(chain, nodes.slice(0, 2));
    expect(none).toEqual([]);
    expect(kinds).not.toContain('idle');
  },
);

test('a receipt that is too large is not asked for again while it is pending', async () => {
  const { chain, giant } = chainWithGiant();
  const node = fakeNode(chain, { lag: 6 });
  failAt(node, 'large', giant);
  const memory = new ScanMemory();
  for (let scans = 0; scans < 3; scans++)
    expect(await scan([node], watch, cursorAt(chain, 1), memory)).toMatchObject({
      pendingProblem: null,
      pending: [{ txHash: txOf('beside').hash }, { txHash: txOf('after').hash }],
    });
  expect(countAsked(node, giant)).toBe(1);
});

test.each(['0x80000000', '0xffffffffffffff'])('a node at the height %s is wrong', async (number) => {
  const lie = (answer: Wire) => ({ ...answer, number, blockNumber: number });
  for (const method of ['eth_getBlockByNumber', RECEIPT])
    expect(await scanWithLie(method, lie)).toMatchObject({
      kind: 'stalled',
      reasons: [{ code: 'nodeWrong' }],
    });
  expect(await scanWithLie('eth_getLogs', (logs: Wire[]) => logs.map(lie))).toMatchObject({
    reasons: [answers(/unreadable 0.blockNumber/)],
  });
});

test('a node whose blocks are of no year that can be stored is wrong', async () => {
  const late = (block: Wire) => ({ ...block, timestamp: '0x3afff44181' });
  expect(await scanWithLie('eth_getBlockByNumber', late)).toMatchObject({
    reasons: [answers(/unreadable timestamp/)],
  });
});
