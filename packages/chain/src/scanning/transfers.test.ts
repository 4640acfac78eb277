import * as fc from 'fast-check';
import type { Hex } from 'viem';
import { expect, test } from 'vitest';
import {
  checkout,
  type Event,
  orderRef,
  otherToken,
  paidEvent,
  payer,
  receiptOf,
  retiredTreasury,
  stranger,
  token,
  transferEvent,
  treasury,
  txOf,
  watch,
  word,
} from '../testing/fake-chain.ts';
import { addressToTopic, PAID_TOPIC, TRANSFER_TOPIC } from './topics.ts';
import { isBenign, isSentToCheckout, MAX_TRANSFER_MICRO, readTransfers } from './transfers.ts';

const block = { number: 7, hash: `0x${'b7'.repeat(32)}` as const };
const read = (...events: Event[]) => readTransfers(receiptOf(txOf('one', ...events), block), watch);
const good = transferEvent(treasury, 5_000_000n);
const approval: Event = {
  ...good,
  topics: ['0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925', ...good.topics.slice(1)],
};

test('a transfer to a treasury is read as it stands', () => {
  expect(read(good)).toEqual({
    transfers: [
      {
        txHash: txOf('one').hash,
        ordinal: 0,
        blockNumber: 7,
        blockHash: block.hash,
        from: payer,
        to: treasury,
        amountUnits: 5_000_000n,
        amountMicro: 5_000_000n,
        orderRef: null,
      },
    ],
    quarantined: [],
  });
});

test('what is sent to the checkout contract itself is put aside with its amount, and is no deposit', () => {
  const { transfers, quarantined } = read(transferEvent(checkout, 12_500_000n), transferEvent(checkout, 0n));
  expect(transfers).toEqual([]);
  expect(quarantined).toMatchObject([
    { ordinal: 0, reason: { code: 'logToCheckout', facts: { amount: '12.5', from: payer } } },
  ]);
  expect(quarantined.map(isSentToCheckout)).toEqual([true]);
  expect(quarantined.map(isBenign)).toEqual([false]);
});

test('a retired treasury still receives', () => {
  expect(read(transferEvent(retiredTreasury, 1n)).transfers).toMatchObject([
    { to: retiredTreasury, amountMicro: 1n },
  ]);
});

test.each<[string, Event]>([
  ['another token', transferEvent(treasury, 1n, payer, otherToken)],
  ['another recipient', transferEvent(stranger, 1n)],
  ['money we send', transferEvent(stranger, 1n, treasury)],
  ['an approval', approval],
  ['a log without topics', { ...good, topics: [] }],
  ['a Transfer that another contract forges', { ...good, address: checkout }],
])('%s does not concern us', (_, event) => {
  expect(read(event)).toEqual({ transfers: [], quarantined: [] });
});

const dirty = (address: Hex): Hex => `0x${'0'.repeat(23)}1${address.slice(2)}`;
test.each<[string, Event, string]>([
  ['a token id as fourth topic', { ...good, topics: [...good.topics, `0x${word(1n)}`] }, 'logTopics'],
  [
    'a recipient in the data',
    { ...good, topics: good.topics.slice(0, 2), data: addressToTopic(treasury) },
    'logTopics',
  ],
  [
    'everything in the data',
    {
      address: token,
      topics: [TRANSFER_TOPIC],
      data: `${addressToTopic(payer)}${word(BigInt(treasury))}${word(1n)}`,
    },
    'logTopics',
  ],
  [
    'a recipient with bytes before it',
    { ...good, topics: good.topics.with(2, dirty(treasury)) },
    'logAddress',
  ],
  ['a sender with bytes before it', { ...good, topics: good.topics.with(1, dirty(payer)) }, 'logAddress'],
  [
    'a recipient that stands elsewhere',
    { ...good, topics: good.topics.with(2, `${treasury}${'0'.repeat(24)}`) },
    'logAddress',
  ],
  ['no amount', { ...good, data: '0x' }, 'logAmount'],
  ['31 bytes', { ...good, data: `0x${word(1n).slice(2)}` }, 'logAmount'],
  ['33 bytes', { ...good, data: `0x${word(1n)}00` }, 'logAmount'],
  ['64 bytes', { ...good, data: `0x${word(1n)}${word(1n)}` }, 'logAmount'],
  ['half a byte too few', { ...good, data: `0x${word(1n).slice(1)}` }, 'logAmount'],
  ['zero', transferEvent(treasury, 0n), 'logZero'],
  ['one above the cap', transferEvent(treasury, MAX_TRANSFER_MICRO + 1n), 'logTooLarge'],
  ['the largest number', transferEvent(treasury, 2n ** 256n - 1n), 'logTooLarge'],
  ['a transfer to itself', transferEvent(treasury, 1n, treasury), 'logOwn'],
  ['one treasury to the other', transferEvent(treasury, 1n, retiredTreasury), 'logOwn'],
])('%s goes to quarantine', (_, event, code) => {
  const { transfers, quarantined } = read(good, event);
  expect(transfers).toHaveLength(1);
  expect(quarantined).toEqual([
    { txHash: txOf('one').hash, ordinal: 1, blockNumber: 7, reason: { code, facts: {} } },
  ]);
});

test('the cap itself is still money', () => {
  expect(read(transferEvent(treasury, MAX_TRANSFER_MICRO)).transfers).toHaveLength(1);
});

test('a token of 18 decimals keeps its units and is worth what they are in micro-USDT, rounded down', () => {
  const units = 5_000_001_999_999_999_999n;
  const dust = 999_999_999_999n;
  const tx = txOf('fine', transferEvent(treasury, units), paidEvent(units), transferEvent(treasury, dust));
  expect(readTransfers(receiptOf(tx, block), { ...watch, decimals: 18 })).toMatchObject({
    transfers: [
      { amountUnits: units, amountMicro: 5_000_001n, orderRef },
      { amountUnits: dust, amountMicro: 0n, orderRef: null },
    ],
    quarantined: [],
  });
});

test('the cap is the same whatever the decimals', () => {
  const cap = MAX_TRANSFER_MICRO * 10n ** 12n;
  const tx = txOf('large', transferEvent(treasury, cap), transferEvent(treasury, cap + 10n ** 12n));
  const { transfers, quarantined } = readTransfers(receiptOf(tx, block), { ...watch, decimals: 18 });
  expect(transfers).toMatchObject([{ amountMicro: MAX_TRANSFER_MICRO }]);
  expect(quarantined).toMatchObject([{ reason: { code: 'logTooLarge' } }]);
});

test('a failed transaction moves nothing, whatever logs are shown', () => {
  const receipt = receiptOf({ ...txOf('one', good), failed: true }, block);
  expect(readTransfers(receipt, watch)).toMatchObject({
    transfers: [],
    quarantined: [{ reason: { code: 'logFailed' } }],
  });
});

test('two transfers of one transaction are two, however equal', () => {
  const { transfers } = read(good, transferEvent(stranger, 9n), good);
  expect(transfers.map(({ ordinal }) => ordinal)).toEqual([0, 2]);
});

const anyEvent = fc.oneof(
  fc.record({
    address: fc.constantFrom(token, otherToken, checkout),
    topics: fc.array(
      fc.constantFrom<Hex>(
        TRANSFER_TOPIC,
        PAID_TOPIC,
        orderRef,
        ...[payer, stranger, treasury].flatMap((one) => [addressToTopic(one), dirty(one)]),
      ),
      { maxLength: 4 },
    ),
    data: fc.constantFrom<Hex>(
      '0x',
      '0x0',
      ...[0n, 5n, MAX_TRANSFER_MICRO + 1n].map((n): Hex => `0x${word(n)}`),
    ),
  }),
  fc.bigInt({ min: 0n, max: 8n }).map((amount) => transferEvent(treasury, amount)),
  fc.bigInt({ min: 0n, max: 8n }).map((amount) => paidEvent(amount)),
);
const anyEvents = fc.array(anyEvent, { maxLength: 12 });

test('the place of the transaction in its block changes nothing but the block', () => {
  fc.assert(
    fc.property(anyEvents, fc.nat(5_000), (events, before) => {
      const tx = txOf('moved', ...events);
      expect(readTransfers(receiptOf(tx, block, before), watch)).toEqual(
        readTransfers(receiptOf(tx, block), watch),
      );
    }),
  );
});

test('only clean Transfer logs of the token to us become money, each once, by its own amount', () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      const { transfers, quarantined } = read(...events);
      const ordinals = [...transfers, ...quarantined].map(({ ordinal }) => ordinal);
      expect(new Set(ordinals).size).toBe(ordinals.length);
      for (const { ordinal, from, to, amountMicro } of transfers) {
        expect(events[ordinal]).toEqual(transferEvent(to, amountMicro, from));
        expect([treasury, retiredTreasury]).toContain(to);
        expect([treasury, retiredTreasury]).not.toContain(from);
        expect(amountMicro > 0n && amountMicro <= MAX_TRANSFER_MICRO).toBe(true);
      }
      const whole = events.filter(({ address, topics }) => address === token && topics[0] === TRANSFER_TOPIC);
      const toUs = whole.filter(({ topics }) => topics[2]?.endsWith(treasury.slice(2)));
      expect(ordinals.length).toBe(toUs.length);
    }),
  );
});

test('a Paid event names the order and is no money itself', () => {
  expect(read(good, paidEvent(5_000_000n)).transfers).toMatchObject([{ amountMicro: 5_000_000n, orderRef }]);
  expect(read(paidEvent(5_000_000n))).toEqual({ transfers: [], quarantined: [] });
});

test('each Paid takes the nearest transfer before it that has no label', () => {
  const second: Hex = `0x${'0e'.repeat(32)}`;
  const { transfers } = read(good, good, paidEvent(5_000_000n), paidEvent(5_000_000n, payer, second), good);
  expect(transfers.map((transfer) => transfer.orderRef)).toEqual([second, orderRef, null]);
});

test.each<[string, Event]>([
  ['of another payer', paidEvent(5_000_000n, stranger)],
  ['of another amount', paidEvent(4_999_999n)],
  ['of an unknown contract', { ...paidEvent(5_000_000n), address: stranger }],
  ['with a dirty payer', { ...paidEvent(5_000_000n), topics: [PAID_TOPIC, orderRef, dirty(payer)] }],
  ['without a payer', { ...paidEvent(5_000_000n), topics: [PAID_TOPIC, orderRef] }],
  ['cut short', { ...paidEvent(5_000_000n), data: `0x${word(5_000_000n)}` }],
])('a Paid event %s names nothing', (_, paid) => {
  expect(read(good, paid).transfers).toMatchObject([{ orderRef: null }]);
});

test('what the payer asked for does not count, what arrived does', () => {
  const paid: Event = { ...paidEvent(0n), data: `0x${word(5_100_000n)}${word(5_000_000n)}` };
  expect(read(good, paid).transfers).toMatchObject([{ amountMicro: 5_000_000n, orderRef }]);
});
