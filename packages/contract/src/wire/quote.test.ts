import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextTier, priceLadder, unitPriceMicro, type PriceTier } from './price.ts';
import {
  pricesOf,
  quote,
  shareOf,
  type CouponTerms,
  type PriceOffer,
  type PriceTerms,
  type Quote,
} from './quote.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const MINUTE_MS = 60_000;
const at = (minutes: number): Date => new Date(NOW.getTime() + minutes * MINUTE_MS);

const terms: PriceTerms = {
  prices: { priceMicro: 1_000_000n, tiers: [{ minQuantity: 100, priceMicro: 800_000n }] },
  own: [],
  level: null,
  floorMicro: null,
};
const offer = (
  source: PriceOffer['source'],
  priceMicro: bigint,
  change: Partial<PriceOffer> = {},
): PriceOffer => ({
  source,
  id: 7n,
  name: 'Autumn sale',
  tiers: [{ minQuantity: 1, priceMicro }],
  startsAt: at(-1),
  endsAt: null,
  ...change,
});
const coupon = (change: Partial<CouponTerms>): CouponTerms => ({
  basisPoints: null,
  amountMicro: null,
  minTotalMicro: 0n,
  maxDiscountMicro: null,
  isCombinable: false,
  ...change,
});
const ask = (change: Partial<PriceTerms & { quantity: number; coupon: CouponTerms }> = {}): Quote =>
  quote({ ...terms, quantity: 1, coupon: null, now: NOW, ...change });

test('without anything else it is the price of the product, by quantity', () => {
  expect(ask({ quantity: 2 })).toEqual({
    unitMicro: 1_000_000n,
    discountMicro: 0n,
    totalMicro: 2_000_000n,
    listMicro: 1_000_000n,
    why: { source: 'list', id: null, name: '', basisPoints: null, minQuantity: 1 },
    coupon: null,
    until: null,
  });
  expect(ask({ quantity: 100 })).toMatchObject({
    unitMicro: 800_000n,
    listMicro: 1_000_000n,
    why: { source: 'tier', minQuantity: 100 },
  });
});

const gold = { id: 3n, name: 'Gold', basisPoints: 500 };

test('a level takes its part off the price of the quantity, rounded down', () => {
  expect(ask({ level: gold })).toMatchObject({
    unitMicro: 950_000n,
    why: { source: 'level', id: 3n, name: 'Gold', basisPoints: 500 },
  });
  expect(ask({ level: gold, quantity: 100 })).toMatchObject({
    unitMicro: 760_000n,
    why: { minQuantity: 100 },
  });
  const odd = { priceMicro: 333_333n, tiers: [] };
  expect(ask({ level: gold, prices: odd }).unitMicro).toBe(316_666n);
  expect(
    ask({ level: { ...gold, basisPoints: 9_999 }, prices: { priceMicro: 5n, tiers: [] } }).unitMicro,
  ).toBe(1n);
});

test('the lowest price wins, and of equal ones the first source', () => {
  const own = [
    offer('promotion', 700_000n, { endsAt: at(1) }),
    offer('own', 600_000n),
    offer('level', 900_000n),
  ];
  expect(ask({ own, level: gold })).toMatchObject({ unitMicro: 600_000n, why: { source: 'own' } });
  const equal = [
    offer('promotion', 600_000n, { id: 1n }),
    offer('own', 600_000n, { id: 9n }),
    offer('own', 600_000n, { id: 8n }),
  ];
  expect(ask({ own: equal }).why).toMatchObject({ source: 'own', id: 8n });
  expect(ask({ own: [offer('own', 1_000_000n)] }).why.source).toBe('list');
  expect(ask({ own: [offer('own', 1_000_001n)] }).why.source).toBe('list');
});

test('a price list counts from its start to before its end, and from its smallest quantity on', () => {
  const of = (change: Partial<PriceOffer>) => ask({ own: [offer('promotion', 1n, change)] }).why.source;
  expect(of({ startsAt: NOW, endsAt: at(1) })).toBe('promotion');
  expect(of({ startsAt: at(0.001) })).toBe('list');
  expect(of({ endsAt: NOW })).toBe('list');
  expect(of({ tiers: [{ minQuantity: 2, priceMicro: 1n }] })).toBe('list');
  expect(ask({ own: [offer('promotion', 1n, { endsAt: at(1) })] }).until).toEqual(at(1));
});

test('the next step is that of whatever wins there', () => {
  const tiers = [
    { minQuantity: 10, priceMicro: 900_000n },
    { minQuantity: 200, priceMicro: 850_000n },
  ];
  const own = [offer('own', 0n, { tiers })];
  const prices = pricesOf({ ...terms, own }, NOW);
  expect(nextTier(prices, 1)).toMatchObject({ minQuantity: 10, priceMicro: 900_000n });
  expect(nextTier(prices, 10)).toMatchObject({ minQuantity: 100, priceMicro: 800_000n });
  expect(prices).toEqual({
    priceMicro: 1_000_000n,
    tiers: [
      { minQuantity: 10, priceMicro: 900_000n },
      { minQuantity: 100, priceMicro: 800_000n },
    ],
  });
});

const couponCases: [coupon: Partial<CouponTerms>, quantity: number, off: bigint, state: Quote['coupon']][] = [
  [{ basisPoints: 1_000 }, 3, 300_000n, 'applied'],
  [{ basisPoints: 1_000, maxDiscountMicro: 250_000n }, 3, 250_000n, 'applied'],
  [{ basisPoints: 1_000, minTotalMicro: 3_000_000n }, 3, 300_000n, 'applied'],
  [{ basisPoints: 1_000, minTotalMicro: 3_000_001n }, 3, 0n, 'belowMinimum'],
  [{ amountMicro: 500_000n }, 3, 500_000n, 'applied'],
  // An account costs a micro-USDT at least.
  [{ amountMicro: 5_000_000n }, 3, 2_999_997n, 'applied'],
  [{ basisPoints: 10_000 }, 3, 2_999_997n, 'applied'],
];

test.each(couponCases)('a coupon (%#)', (change, quantity, off, state) => {
  expect(ask({ quantity, coupon: coupon(change) })).toMatchObject({ discountMicro: off, coupon: state });
});

test('what a coupon leaves is rounded down', () => {
  const prices = { priceMicro: 333_333n, tiers: [] };
  expect(ask({ prices, coupon: coupon({ basisPoints: 1_000 }) }).totalMicro).toBe(299_999n);
});

test('a coupon that cannot be combined takes its part off the product’s own price, where that is cheaper', () => {
  const own = [offer('own', 850_000n)];
  const tenth = { basisPoints: 1_000 };
  expect(ask({ own, coupon: coupon(tenth) })).toMatchObject({ totalMicro: 850_000n, coupon: 'notCheaper' });
  expect(ask({ own, coupon: coupon({ basisPoints: 2_000 }) })).toMatchObject({
    totalMicro: 800_000n,
    unitMicro: 1_000_000n,
    why: { source: 'list' },
    coupon: 'applied',
  });
  expect(ask({ own, coupon: coupon({ ...tenth, isCombinable: true }) })).toMatchObject({
    totalMicro: 765_000n,
    unitMicro: 850_000n,
    why: { source: 'own' },
    coupon: 'applied',
  });
});

test('discounts and coupons end at the floor, prices that were set do not', () => {
  const floorMicro = 970_000n;
  expect(ask({ floorMicro, level: gold }).unitMicro).toBe(970_000n);
  expect(ask({ floorMicro, coupon: coupon({ basisPoints: 1_000 }), quantity: 2 }).totalMicro).toBe(
    1_940_000n,
  );
  expect(ask({ floorMicro, own: [offer('own', 900_000n)] }).unitMicro).toBe(900_000n);
  // Below the floor by consent: nothing more comes off.
  expect(ask({ floorMicro, quantity: 100, level: gold }).unitMicro).toBe(800_000n);
  const combinable = coupon({ basisPoints: 1_000, isCombinable: true });
  expect(ask({ floorMicro, own: [offer('own', 900_000n)], coupon: combinable }).totalMicro).toBe(900_000n);
});

// ---- Properties ----

const price = fc.oneof(fc.bigInt(1n, 20n), fc.bigInt(1n, 5_000_000n));
const quantities = fc.integer({ min: 1, max: 300 });
/** Cheaper from step to step. */
const monotone = (firstMicro: fc.Arbitrary<bigint>) =>
  fc
    .tuple(firstMicro, fc.uniqueArray(fc.integer({ min: 2, max: 250 }), { maxLength: 4 }))
    .chain(([first, starts]) =>
      fc.array(fc.bigInt(1n, first), { minLength: starts.length, maxLength: starts.length }).map((prices) => {
        const falling = prices.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0));
        return {
          priceMicro: first,
          tiers: starts
            .toSorted((a, b) => a - b)
            .map((minQuantity, index): PriceTier => ({ minQuantity, priceMicro: falling[index]! })),
        };
      }),
    );
const offers: fc.Arbitrary<PriceOffer> = fc
  .tuple(
    fc.constantFrom('level' as const, 'own' as const, 'promotion' as const),
    fc.bigInt(1n, 3n),
    monotone(price),
    fc.integer({ min: 1, max: 50 }),
    fc.integer({ min: -2, max: 2 }),
    fc.option(fc.integer({ min: -2, max: 2 })),
  )
  .map(([source, id, { priceMicro, tiers }, first, start, end]) => ({
    source,
    id,
    name: '',
    tiers: [{ minQuantity: first, priceMicro }, ...tiers.filter(({ minQuantity }) => minQuantity > first)],
    startsAt: at(start),
    endsAt: end === null ? null : at(end),
  }));
const anyTerms = fc.record({
  prices: monotone(price),
  // A price list asks one price of a product.
  own: fc.uniqueArray(offers, { maxLength: 5, selector: ({ source, id }) => `${source} ${id}` }),
  level: fc.option(
    fc.record({
      id: fc.bigInt(1n, 3n),
      name: fc.constant(''),
      basisPoints: fc.integer({ min: 0, max: 9_999 }),
    }),
  ),
  floorMicro: fc.option(price),
});
const coupons: fc.Arbitrary<CouponTerms> = fc
  .tuple(
    fc.oneof(
      fc.integer({ min: 1, max: 10_000 }).map((basisPoints) => ({ basisPoints, amountMicro: null })),
      fc.bigInt(1n, 400_000_000n).map((amountMicro) => ({ basisPoints: null, amountMicro })),
    ),
    fc.record({
      minTotalMicro: fc.bigInt(0n, 500_000_000n),
      maxDiscountMicro: fc.option(price),
      isCombinable: fc.boolean(),
    }),
  )
  .map(([kind, rest]) => ({ ...kind, ...rest }));

const cases = { numRuns: 500 };

test('property: never below a micro-USDT each, never above the product’s own price, and it adds up', () => {
  fc.assert(
    fc.property(anyTerms, quantities, fc.option(coupons), (given, quantity, withCoupon) => {
      const found = quote({ ...given, quantity, coupon: withCoupon, now: NOW });
      const count = BigInt(quantity);
      expect(found.totalMicro).toBeGreaterThanOrEqual(count);
      expect(found.unitMicro).toBeLessThanOrEqual(unitPriceMicro(given.prices, quantity));
      expect(found.discountMicro).toBeGreaterThanOrEqual(0n);
      expect(found.totalMicro).toBe(found.unitMicro * count - found.discountMicro);
      expect(found.discountMicro > 0n).toBe(found.coupon === 'applied');
      expect(found.until === null || found.until > NOW).toBe(true);
      // A coupon never makes it dearer.
      const without = quote({ ...given, quantity, coupon: null, now: NOW });
      expect(found.totalMicro).toBeLessThanOrEqual(without.totalMicro);
      if (found.coupon !== 'applied') expect(found.totalMicro).toBe(without.totalMicro);
    }),
    cases,
  );
});

test('property: a discount and a coupon end at the floor; prices that were set go below it', () => {
  fc.assert(
    fc.property(anyTerms, quantities, fc.option(coupons), (given, quantity, withCoupon) => {
      const found = quote({ ...given, quantity, coupon: withCoupon, now: NOW });
      const set = quote({ ...given, level: null, quantity, coupon: null, now: NOW });
      const floor = given.floorMicro ?? 1n;
      const least = set.unitMicro < floor ? set.unitMicro : floor;
      expect(found.totalMicro).toBeGreaterThanOrEqual(least * BigInt(quantity));
      // A higher floor never makes anything cheaper.
      const higher = { ...given, floorMicro: floor + 1n };
      const dearer = quote({ ...higher, quantity, coupon: withCoupon, now: NOW });
      expect(dearer.totalMicro).toBeGreaterThanOrEqual(found.totalMicro);
    }),
    cases,
  );
});

test('property: the lowest wins, whatever the order of what is given', () => {
  fc.assert(
    fc.property(anyTerms, quantities, (given, quantity) => {
      const found = quote({ ...given, quantity, coupon: null, now: NOW });
      const reversed = {
        ...given,
        own: given.own.toReversed().map((one) => ({ ...one, tiers: one.tiers.toReversed() })),
      };
      expect(quote({ ...reversed, quantity, coupon: null, now: NOW })).toEqual(found);
      for (const one of given.own) {
        if (one.startsAt > NOW || (one.endsAt !== null && one.endsAt <= NOW)) continue;
        const reached = one.tiers.findLast(({ minQuantity }) => minQuantity <= quantity);
        if (reached) expect(found.unitMicro).toBeLessThanOrEqual(reached.priceMicro);
      }
    }),
    cases,
  );
});

test('property: where no ladder rises, more accounts never cost more each, and the ladder says what the quote does', () => {
  fc.assert(
    fc.property(anyTerms, quantities, quantities, (given, one, other) => {
      const unitOf = (quantity: number) => quote({ ...given, quantity, coupon: null, now: NOW }).unitMicro;
      const [fewer, more] = one < other ? [one, other] : [other, one];
      expect(unitOf(more)).toBeLessThanOrEqual(unitOf(fewer));
      expect(unitPriceMicro(pricesOf(given, NOW), one)).toBe(unitOf(one));
      const [first, ...steps] = priceLadder(pricesOf(given, NOW, one), one);
      expect([first!.priceMicro, steps.every(({ minQuantity }) => minQuantity > one)]).toEqual([
        unitOf(one),
        true,
      ]);
    }),
    cases,
  );
});

test('property: shares of an order differ by a micro-USDT at most and are the total together', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.bigInt(0n, 10_000n),
      fc.array(fc.nat(20)),
      (quantity, more, parts) => {
        const total = BigInt(quantity) + more;
        const shares = Array.from({ length: quantity }, (_, position) =>
          shareOf(total, quantity, 1, position),
        );
        expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(total);
        expect(shares).toEqual(shares.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
        expect(shares[0]! - shares.at(-1)!).toBeLessThanOrEqual(1n);
        // In parts of any size it is the same.
        let before = 0;
        let sum = 0n;
        for (const part of [...parts, quantity]) {
          const accounts = Math.min(part, quantity - before);
          sum += shareOf(total, quantity, accounts, before);
          before += accounts;
        }
        expect(sum).toBe(total);
      },
    ),
    cases,
  );
});
