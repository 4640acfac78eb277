import { numberToHex, type Hex } from 'viem';
import { expect, test } from 'vitest';
import { NodeError } from '../nodes/node-error.ts';
import {
  FakeChain,
  paidEvent,
  transferEvent,
  treasury,
  txOf,
  watch,
  cursorAt,
  keyOf,
  keysOf,
  pay,
  scanned,
  fakeNode,
  type FakeNode,
} from '../testing/fake-chain.ts';
import { ScanMemory } from './scan-memory.ts';
import { scan } from './scan.ts';

const addressAt = (index: number): Hex => numberToHex(0xadd000n ** 5n + BigInt(index), { size: 20 });
const addresses = Array.from({ length: 1_200 }, (_, index) => addressAt(index));

const listsOf = (node: FakeNode): number[] =>
  node.asked.flatMap(({ method, params: [filter] }) =>
    method === 'eth_getLogs' ? [(filter as { topics: [string, null, string[]] }).topics[2].length] : [],
  );

/** Refuses lists of more than `most` addresses, as `code` and in words of its own. */
function limitLists(node: FakeNode, most: number): void {
  node.faults.set('eth_getLogs', ([filter], honest) => {
    const { topics } = filter as { topics: [string, null, string[]] };
    if (topics[2].length <= most) return honest();
    throw new NodeError('rpc', { node: node.name, method: 'eth_getLogs', code: -32602 }, 'too much of it');
  });
}

function chainToAddresses(): FakeChain {
  const chain = new FakeChain(3);
  chain.mine(pay('to the treasury'), txOf('first', transferEvent(addresses[0]!, 7n)));
  chain.mine(
    txOf(
      'two in one',
      transferEvent(addresses[499]!, 1n),
      transferEvent(addressAt(5_000), 2n),
      transferEvent(addresses[1_199]!, 3n),
    ),
  );
  chain.mineEmpty(6);
  return chain;
}

const all = [keyOf('to the treasury'), keyOf('first'), keyOf('two in one'), keyOf('two in one', 2)];

test('many addresses are asked for in parts, and every transfer to one of them is found once', async () => {
  const chain = chainToAddresses();
  const node = fakeNode(chain);
  const { transfers } = scanned(await scan([node], { ...watch, addresses }, cursorAt(chain, 0)));
  expect(keysOf(transfers)).toEqual(all);
  expect(listsOf(node).slice(0, 2)).toEqual([1_000, 203]);
});

test('a node that takes fewer addresses is asked for fewer, and that is remembered; the range stays', async () => {
  const chain = chainToAddresses();
  const node = fakeNode(chain, { lag: 0 });
  limitLists(node, 130);
  const memory = new ScanMemory();
  const start = cursorAt(chain, 0);
  expect(keysOf(scanned(await scan([node], { ...watch, addresses }, start, memory)).transfers)).toEqual(all);
  node.asked.length = 0;
  expect(keysOf(scanned(await scan([node], { ...watch, addresses }, start, memory)).transfers)).toEqual(all);
  expect(listsOf(node).every((length) => length <= 130)).toBe(true);
  expect(listsOf(node).length).toBeLessThanOrEqual(Math.ceil(1_203 / 125));
});

test('a node that takes fewer blocks is asked for fewer, with as many addresses', async () => {
  const chain = chainToAddresses();
  const node = fakeNode(chain, { lag: 0 });
  node.maxRange = 4;
  const memory = new ScanMemory();
  const read = scanned(await scan([node], { ...watch, addresses }, cursorAt(chain, 0), memory));
  expect(keysOf(read.transfers)).toEqual(all);
  expect(memory.lists.lengthOf('a', 1_000)).toBe(1_000);
});

test('what a node refuses altogether is no question of lengths', async () => {
  const chain = chainToAddresses();
  const node = fakeNode(chain);
  limitLists(node, 0);
  const memory = new ScanMemory();
  const watched = { ...watch, addresses };
  expect(await scan([node], watched, cursorAt(chain, 0), memory)).toMatchObject({ kind: 'stalled' });
  expect(memory.lists.lengthOf('a', 1_000)).toBe(1_000);
});

test('addresses alone can be read, up to a block', async () => {
  const chain = chainToAddresses();
  const only = { ...watch, treasuries: [], checkouts: [], addresses };
  const some = scanned(await scan([fakeNode(chain)], { ...only, upTo: 3 }, cursorAt(chain, 0)));
  expect(keysOf(some.transfers)).toEqual([keyOf('first')]);
  expect(some).toMatchObject({ caughtUp: true, cursor: { number: 3 } });
  expect(await scan([fakeNode(chain)], { ...only, upTo: 3 }, some.cursor)).toMatchObject({ kind: 'idle' });
});

test('a checkout’s event names the payment to the wallet, never one to an own address', async () => {
  const chain = new FakeChain(2);
  chain.mine(
    txOf(
      'both',
      transferEvent(treasury, 5n),
      transferEvent(addresses[0]!, 5n),
      paidEvent(5n),
      transferEvent(addresses[1]!, 6n),
    ),
  );
  chain.mineEmpty(3);
  const read = scanned(await scan([fakeNode(chain)], { ...watch, addresses }, cursorAt(chain, 1)));
  expect(read.transfers.map(({ orderRef }) => orderRef !== null)).toEqual([true, false, false]);
});

test('a malformed transfer to an own address is quarantined', async () => {
  const chain = new FakeChain(2);
  const own = addresses[0]!;
  const dirty = transferEvent(own, 9n);
  chain.mine(
    txOf(
      'dirty',
      transferEvent(own, 5n),
      { ...dirty, topics: [dirty.topics[0]!, dirty.topics[1]!, `0xff${dirty.topics[2]!.slice(4)}`] },
      {
        ...dirty,
        topics: dirty.topics.slice(0, 2),
        data: `0x${dirty.topics[2]!.slice(2)}${'9'.padStart(64, '0')}`,
      },
    ),
  );
  chain.mineEmpty(3);
  const read = scanned(await scan([fakeNode(chain)], { ...watch, addresses }, cursorAt(chain, 1)));
  expect(read.transfers).toHaveLength(1);
  expect(read.quarantined.map(({ reason }) => reason.code)).toEqual(['logAddress', 'logTopics']);
});

test('what a giant pays to each address is put aside by itself, whoever reads which of them', async () => {
  const chain = new FakeChain(2);
  const [one, other] = [addressAt(1), addressAt(2)];
  const filling = Array.from({ length: 10_000 }, () => transferEvent(addressAt(5_000), 1n));
  chain.mine(txOf('giant', transferEvent(one, 2n), ...filling, transferEvent(other, 5_000_000n)));
  chain.mineEmpty(3);
  const read = async (...own: readonly Hex[]) =>
    scanned(await scan([fakeNode(chain)], { ...watch, addresses: own }, cursorAt(chain, 1))).quarantined;
  const [first, second] = await read(one, other);
  expect(second).toMatchObject({ reason: { code: 'logReceiptUnread', facts: { amount: '5' } } });
  expect(first!.ordinal).not.toBe(second!.ordinal);
  expect(await read(one)).toEqual([first]);
  expect(await read(other)).toEqual([second]);
});
