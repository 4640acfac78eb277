import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Offer } from '../../goods/index.ts';
import { PriceBook, type OrderCoupon } from '../../prices/index.ts';
import type { FreeRange } from '../../stock/index.ts';
import {
  decideOrders,
  type Decision,
  type OrderRequest,
  type Outcome,
  type Snapshot,
} from './decide-orders.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

const goods: Offer = {
  id: 1n,
  category_id: 1n,
  name: { en: 'Mailbox' },
  description: {},
  price_micro: 2_000_000n,
  floor_micro: null,
  cost_micro: null,
  min_quantity: 1,
  max_quantity: 50,
  genders: ['random', 'male'],
  warranty_hours: 24,
  on_sale: true,
  visibility: 'everybody',
  link_key: 'its own key',
  level_ids: [],
  most_per_buyer: null,
  most_per_day: null,
  tiers: [{ minQuantity: 10, priceMicro: 1_500_000n }],
};

const request = (change: Partial<OrderRequest> = {}): OrderRequest => ({
  userId: 1n,
  idempotencyKey: 'key',
  goodsId: 1n,
  quantity: 1,
  gender: 'random',
  email: null,
  seenPriceMicro: null,
  seenTotalMicro: null,
  coupon: null,
  hash: BigInt(change.quantity ?? 1),
  ...change,
});

const range = (
  id: bigint,
  nextId: bigint,
  endId: bigint,
  gender: FreeRange['gender'] = 'unspecified',
): FreeRange => ({
  id,
  goodsId: 1n,
  gender,
  nextId,
  endId,
});

const snapshot = (change: Partial<Snapshot> = {}): Snapshot => ({
  balances: new Map([[1n, 1_000_000_000n]]),
  buyers: new Map([[1n, { email: 'own@example.test', isActive: true }]]),
  goods: new Map([[1n, goods]]),
  ranges: [range(1n, 100n, 200n)],
  earlier: new Map(),
  prices: new PriceBook({ buyers: new Map(), levels: new Map(), offers: [] }),
  coupons: new Map(),
  couponUses: new Map(),
  couponTries: new Map(),
  returning: new Set(),
  bought: new Map(),
  spent: new Map(),
  referred: new Map(),
  sawAllStock: true,
  now: NOW,
  ...change,
});

const outcomes = (decision: Decision): readonly Outcome[] => decision.outcomes;

const one = (change: Partial<OrderRequest>, world: Partial<Snapshot> = {}): Outcome =>
  outcomes(decideOrders([request(change)], snapshot(world)))[0]!;

test('an order takes the beginning of a range at the price of its tier, to the buyer’s own address', () => {
  expect(one({ quantity: 10 })).toMatchObject({
    kind: 'placed',
    email: 'own@example.test',
    quote: { unitMicro: 1_500_000n, totalMicro: 15_000_000n, why: { source: 'tier' } },
    couponId: null,
    balanceMicro: 985_000_000n,
    items: [{ firstId: 100n, endId: 110n }],
  });
});

const frozen = new Map([[1n, { email: 'own@example.test', isActive: false }]]);
const refusals: [reason: string, request: Partial<OrderRequest>, world?: Partial<Snapshot>][] = [
  ['accountFrozen', {}, { buyers: frozen }],
  ['notFound', { goodsId: 2n }],
  ['notOnSale', {}, { goods: new Map([[1n, { ...goods, on_sale: false }]]) }],
  ['genderNotOffered', { gender: 'female' }],
  ['quantityOutOfRange', { quantity: 51 }],
  ['priceChanged', { seenPriceMicro: 1_900_000n }],
  ['priceChanged', { quantity: 10, seenPriceMicro: 2_000_000n }],
  ['priceChanged', { seenTotalMicro: 1n }],
  ['balanceTooLow', {}, { balances: new Map([[1n, 1_999_999n]]) }],
  ['stockTooLow', { quantity: 2 }, { ranges: [range(1n, 100n, 101n)] }],
  ['stockTooLow', { gender: 'male' }],
];

test.each(refusals)('refused with %s (%#)', (reason, change, world) => {
  expect(one(change, world)).toEqual({ kind: 'refused', reason });
});

test('too little stock is no answer while some was skipped, and delays nobody else', () => {
  const asked = [
    request({ idempotencyKey: 'a', quantity: 2 }),
    request({ idempotencyKey: 'b', quantity: 1 }),
  ];
  const world = snapshot({ ranges: [range(1n, 100n, 101n)], sawAllStock: false });
  expect(outcomes(decideOrders(asked, world)).map((outcome) => outcome.kind)).toEqual(['short', 'placed']);
});

test('money and stock spent by one are gone for the next', () => {
  const requests = [
    request({ idempotencyKey: 'a', quantity: 2 }),
    request({ idempotencyKey: 'b', quantity: 2 }),
  ];
  const results = outcomes(decideOrders(requests, snapshot({ balances: new Map([[1n, 7_000_000n]]) })));
  expect(results.map((result) => result.kind)).toEqual(['placed', 'refused']);
});

test('one key twice in a batch is one order; with another body it is refused', () => {
  const requests = [request(), request(), request({ quantity: 3 })];
  expect(outcomes(decideOrders(requests, snapshot()))).toMatchObject([
    { kind: 'placed' },
    { kind: 'sameAs', position: 0 },
    { kind: 'refused', reason: 'keyReused' },
  ]);
});

const coupon = (change: Partial<OrderCoupon> = {}): OrderCoupon => ({
  id: 5n,
  code: 'WELCOME10',
  basis_points: 1_000,
  amount_micro: null,
  min_total_micro: 0n,
  max_discount_micro: null,
  goods_ids: [],
  category_ids: [],
  level_ids: [],
  user_ids: [],
  first_order: false,
  per_buyer: null,
  max_uses: null,
  uses: 0,
  combinable: false,
  starts_at: new Date(0),
  ends_at: null,
  is_on: true,
  ...change,
});

const withCoupon = (change: Partial<OrderCoupon> = {}, world: Partial<Snapshot> = {}): Snapshot =>
  snapshot({ coupons: new Map([['WELCOME10', coupon(change)]]), ...world });

const CODE = { coupon: 'WELCOME10' };

test('a coupon comes off the total, once and for the balance', () => {
  const [placed] = outcomes(decideOrders([request({ ...CODE, quantity: 3 })], withCoupon()));
  expect(placed).toMatchObject({
    quote: { unitMicro: 2_000_000n, discountMicro: 600_000n, totalMicro: 5_400_000n },
    couponId: 5n,
    balanceMicro: 994_600_000n,
  });
  // The price that was seen is that of one account before the coupon.
  expect(
    outcomes(decideOrders([request({ ...CODE, seenPriceMicro: 2_000_000n })], withCoupon()))[0],
  ).toMatchObject({ kind: 'placed' });
});

const later = new Date(NOW.getTime() + 1);
const couponRefusals: [reason: string, coupon: Partial<OrderCoupon>, world?: Partial<Snapshot>][] = [
  ['couponUnknown', {}, { coupons: new Map() }],
  ['couponUnknown', { is_on: false }],
  ['couponUnknown', { starts_at: later }],
  ['tooManyTries', {}, { couponTries: new Map([[1n, 10]]) }],
  ['couponExpired', { ends_at: NOW }],
  ['couponUsedUp', { max_uses: 7, uses: 7 }],
  ['couponUsedByBuyer', { per_buyer: 2 }, { couponUses: new Map([['5/1', 2]]) }],
  ['couponNotForProduct', { goods_ids: [9n], category_ids: [8n] }],
  ['couponNotForBuyer', { user_ids: [9n], level_ids: [3n] }],
  ['couponForFirstOrder', { first_order: true }, { returning: new Set([1n]) }],
  ['couponBelowMinimum', { min_total_micro: 2_000_001n }],
];

test.each(couponRefusals)('a coupon is refused with %s (%#)', (reason, change, world) => {
  const [outcome] = outcomes(decideOrders([request(CODE)], withCoupon(change, world)));
  const missed =
    reason === 'couponBelowMinimum' ? { coupon: expect.objectContaining(change) as unknown } : {};
  expect(outcome).toEqual({ kind: 'refused', reason, ...missed });
});

const couponsThatFit: Partial<OrderCoupon>[] = [
  { starts_at: NOW, ends_at: later },
  { max_uses: 7, uses: 6 },
  { per_buyer: 1 },
  { goods_ids: [9n], category_ids: [1n] },
  { goods_ids: [1n] },
  { user_ids: [1n], level_ids: [3n] },
  { first_order: true },
  { min_total_micro: 2_000_000n },
];

test.each(couponsThatFit)('a coupon fits (%#)', (change) => {
  expect(outcomes(decideOrders([request(CODE)], withCoupon(change)))).toMatchObject([{ couponId: 5n }]);
});

test('a coupon for a category is for its subcategories too', () => {
  const inside = { goods: new Map([[1n, { ...goods, parent_category_id: 8n }]]) };
  const decide = (category_ids: bigint[], world: Partial<Snapshot>) =>
    outcomes(decideOrders([request(CODE)], withCoupon({ category_ids }, world)))[0];
  expect(decide([8n], inside)).toMatchObject({ couponId: 5n });
  expect(decide([9n], inside)).toMatchObject({ reason: 'couponNotForProduct' });
});

test('uses count within a batch, and only those of orders that are placed and cheaper by them', () => {
  const keyed = (idempotencyKey: string, change: Partial<OrderRequest> = {}) =>
    request({ ...CODE, idempotencyKey, ...change });
  const reasons = (requests: OrderRequest[], world: Snapshot) =>
    outcomes(decideOrders(requests, world)).map((one) => (one.kind === 'refused' ? one.reason : one.kind));
  const asked = [keyed('a', { quantity: 51 }), keyed('b'), keyed('b'), keyed('c')];
  expect(reasons(asked, withCoupon({ max_uses: 1 }))).toEqual([
    'quantityOutOfRange',
    'placed',
    'sameAs',
    'couponUsedUp',
  ]);
  expect(reasons([keyed('a'), keyed('b')], withCoupon({ first_order: true }))).toEqual([
    'placed',
    'couponForFirstOrder',
  ]);
  // Of a lower own price nothing comes off, and no use is counted.
  const own = {
    source: 'own' as const,
    id: 4n,
    listId: 4n,
    name: '',
    goodsId: 1n,
    owner: 1n,
    tiers: [{ minQuantity: 1, priceMicro: 1_000_000n }],
    startsAt: NOW,
    endsAt: null,
  };
  const prices = new PriceBook({ buyers: new Map(), levels: new Map(), offers: [own] });
  const decided = decideOrders([keyed('a'), keyed('b')], withCoupon({ max_uses: 1 }, { prices }));
  expect(outcomes(decided)).toMatchObject([
    { couponId: null, quote: { coupon: 'notCheaper', unitMicro: 1_000_000n } },
    { couponId: null },
  ]);
});

const limited = (change: Partial<Offer>): Partial<Snapshot> => ({
  goods: new Map([[1n, { ...goods, ...change }]]),
});

test('orders of one batch count towards a limit, refused ones do not', () => {
  const keyed = (idempotencyKey: string, quantity: number) => request({ idempotencyKey, quantity });
  const asked = [keyed('a', 2), keyed('b', 9), keyed('c', 1), keyed('d', 1)];
  const decided = decideOrders(asked, snapshot(limited({ most_per_buyer: 3 })));
  expect(outcomes(decided).map((outcome) => outcome.kind)).toEqual([
    'placed',
    'refused',
    'placed',
    'refused',
  ]);
});

test.each([
  ['link', [], null, 'its own key', 'placed'],
  ['link', [], null, 'another key', 'notFound'],
  ['link', [], null, null, 'notFound'],
  ['hidden', [], 3n, 'its own key', 'notFound'],
  ['levels', [3n, 4n], 3n, null, 'placed'],
  ['levels', [4n], 3n, 'its own key', 'notFound'],
  ['levels', [3n], null, null, 'notFound'],
] as const)(
  'a product for %s, asked for by a buyer (%#)',
  (visibility, levels, levelId, linkKey, verdict) => {
    const buyers = new Map([[1n, { email: 'own@example.test', isActive: true, levelId }]]);
    const outcome = one({ linkKey }, { ...limited({ visibility, level_ids: [...levels] }), buyers });
    expect(outcome.kind === 'refused' ? outcome.reason : outcome.kind).toBe(verdict);
  },
);

test('newest first, an order takes the end of the last range, whichever way they were read', () => {
  const newest = [range(1n, 100n, 110n), range(2n, 200n, 203n)].map((one) => ({
    ...one,
    isNewestFirst: true,
  }));
  // After a withdrawal, what is left of an old import has a new id.
  const renamed = newest.map((one) => ({ ...one, id: 3n - one.id }));
  for (const ranges of [newest, newest.toReversed(), renamed]) {
    const decision = decideOrders([request({ quantity: 5 })], snapshot({ ranges }));
    expect(outcomes(decision)).toMatchObject([
      {
        items: [
          { firstId: 200n, endId: 203n },
          { firstId: 108n, endId: 110n },
        ],
      },
    ]);
    expect(decision.ranges.map(({ nextId, usedTo, usedFrom }) => [nextId, usedTo, usedFrom])).toEqual([
      [200n, 200n, 200n],
      [100n, 100n, 108n],
    ]);
  }
});

test('a refused order leaves its key free', () => {
  const requests = [request({ quantity: 51 }), request({ quantity: 1 })];
  expect(outcomes(decideOrders(requests, snapshot())).map((result) => result.kind)).toEqual([
    'refused',
    'placed',
  ]);
});

const requests = fc.array(
  fc.record({
    userId: fc.bigInt(1n, 4n),
    quantity: fc.integer({ min: 1, max: 12 }),
    gender: fc.constantFrom('random' as const, 'male' as const),
    key: fc.integer({ min: 1, max: 8 }),
  }),
  { maxLength: 40 },
);
const ranges = fc.array(
  fc.record({
    size: fc.bigInt(1n, 20n),
    gender: fc.constantFrom('unspecified' as const, 'male' as const, 'female' as const),
  }),
  { maxLength: 8 },
);

test('property: nobody overdraws, no item goes twice, everybody gets exactly what was bought', () => {
  const check = fc.property(requests, ranges, fc.bigInt(0n, 60_000_000n), (wanted, sizes, balance) => {
    let nextId = 1n;
    const free = sizes.map(({ size, gender }, index) => {
      const made = range(BigInt(index + 1), nextId, nextId + size, gender);
      nextId += size;
      return made;
    });
    const users = [1n, 2n, 3n, 4n];
    const world = snapshot({
      ranges: free,
      balances: new Map(users.map((id) => [id, balance])),
      buyers: new Map(users.map((id) => [id, { email: 'x@example.test', isActive: true }])),
    });
    const asked = wanted.map(({ key, ...rest }) => request({ ...rest, idempotencyKey: String(key) }));
    const decision = decideOrders(asked, world);
    const placed = outcomes(decision).filter((outcome) => outcome.kind === 'placed');
    const items = placed.flatMap((outcome) =>
      outcome.items.flatMap((part) => idsOf(part.firstId, part.endId)),
    );
    expect(new Set(items).size).toBe(items.length);
    const freeIds = new Set(free.flatMap((part) => idsOf(part.nextId, part.endId)));
    expect(items.every((id) => freeIds.has(id))).toBe(true);
    for (const outcome of placed) {
      expect(outcome.items.reduce((sum, part) => sum + part.endId - part.firstId, 0n)).toBe(
        BigInt(outcome.request.quantity),
      );
      expect(outcome.balanceMicro >= 0n).toBe(true);
    }
    const spent = placed.reduce((sum, outcome) => sum + outcome.quote.totalMicro, 0n);
    expect(spent <= balance * 4n).toBe(true);
    const used = decision.ranges.reduce((sum, part) => sum + part.usedTo - part.nextId, 0n);
    expect(used).toBe(BigInt(items.length));
  });
  fc.assert(check, { numRuns: 300 });
});

const idsOf = (first: bigint, end: bigint): bigint[] =>
  Array.from({ length: Number(end - first) }, (_, index) => first + BigInt(index));
