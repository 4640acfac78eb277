import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GoodsRow } from '../../goods/index.ts';
import type { FreeRange } from '../../stock/index.ts';
import {
  decideOrders,
  type Decision,
  type OrderRequest,
  type Outcome,
  type Snapshot,
} from './decide-orders.ts';

const goods: GoodsRow = {
  id: 1n,
  category_id: 1n,
  name: { en: 'Mailbox' },
  description: {},
  price_micro: 2_000_000n,
  min_quantity: 1,
  max_quantity: 50,
  genders: ['random', 'male'],
  warranty_hours: 24,
  separator: '----',
  columns: ['account', 'password'],
  instruction: {},
  instruction_in_mail: true,
  file_name: '',
  image: null,
  on_sale: true,
  sort: 0,
  created_at: new Date(0),
  updated_at: new Date(0),
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
  sawAllStock: true,
  ...change,
});

const outcomes = (decision: Decision): readonly Outcome[] => decision.outcomes;

const one = (change: Partial<OrderRequest>, world: Partial<Snapshot> = {}): Outcome =>
  outcomes(decideOrders([request(change)], snapshot(world)))[0]!;

test('an order takes the beginning of a range at the price of its tier, to the buyer’s own address', () => {
  expect(one({ quantity: 10 })).toMatchObject({
    kind: 'placed',
    email: 'own@example.test',
    unitPriceMicro: 1_500_000n,
    totalMicro: 15_000_000n,
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
    const spent = placed.reduce((sum, outcome) => sum + outcome.totalMicro, 0n);
    expect(spent <= balance * 4n).toBe(true);
    const used = decision.ranges.reduce((sum, part) => sum + part.usedTo - part.nextId, 0n);
    expect(used).toBe(BigInt(items.length));
  });
  fc.assert(check, { numRuns: 300 });
});

const idsOf = (first: bigint, end: bigint): bigint[] =>
  Array.from({ length: Number(end - first) }, (_, index) => first + BigInt(index));
