import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { formatBalance, formatMicro, parseMicro } from './money.ts';
import { readDecimal } from './decimals.ts';
import { faultsOf } from './field-faults.ts';
import { PositiveAmount, RechargeAmount, UsdtAmount } from './values.ts';
import {
  affordableQuantity,
  findRise,
  lowestPriceMicro,
  nextTier,
  parsePrices,
  priceLadder,
  savedShare,
  unitPriceMicro,
} from './price.ts';
import { bestBonus, type BonusTier } from './bonus.ts';

const fixed = (fromMicro: bigint, amountMicro: bigint): BonusTier => ({
  fromMicro,
  amountMicro,
  basisPoints: null,
});
const part = (fromMicro: bigint, basisPoints: number): BonusTier => ({
  fromMicro,
  amountMicro: null,
  basisPoints,
});

const LADDER = [fixed(100n, 5n), part(1_000n, 1_000), fixed(1_040n, 101n)];

test.each([
  [99n, null],
  [100n, 5n],
  [999n, 5n],
  [1_000n, 100n],
  [1_009n, 100n],
  [1_040n, 104n],
  [2_000n, 200n],
])('a payment of %s earns %s', (payment, bonus) => {
  expect(bestBonus(LADDER, payment)?.bonusMicro ?? null).toBe(bonus);
});

test('nothing is earned without tiers, or by a part that rounds down to nothing', () => {
  expect(bestBonus([], 10n ** 12n)).toBe(null);
  expect(bestBonus([part(1n, 1)], 9_999n)).toBe(null);
  expect(bestBonus([part(1n, 1)], 10_000n)?.bonusMicro).toBe(1n);
});

const tier: fc.Arbitrary<BonusTier> = fc.oneof(
  fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.bigInt({ min: 1n, max: 10n ** 9n }))
    .map((one) => fixed(...one)),
  fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.integer({ min: 1, max: 10_000 }))
    .map((one) => part(...one)),
);
const tiers = fc.array(tier, { maxLength: 6 });
const payments = fc.bigInt({ min: 0n, max: 2n * 10n ** 9n });
const earned = (of: readonly BonusTier[], payment: bigint): bigint =>
  bestBonus(of, payment)?.bonusMicro ?? 0n;

test('a larger payment never earns less, and a further tier never takes away', () =>
  fc.assert(
    fc.property(tiers, tier, payments, payments, (of, further, one, other) => {
      const [less, more] = one < other ? [one, other] : [other, one];
      expect(earned(of, more)).toBeGreaterThanOrEqual(earned(of, less));
      expect(earned([...of, further], one)).toBeGreaterThanOrEqual(earned(of, one));
    }),
  ));

test('the order of tiers changes nothing, and what is earned is what one tier gives', () =>
  fc.assert(
    fc.property(tiers, payments, (of, payment) => {
      expect(earned(of.toReversed(), payment)).toBe(earned(of, payment));
      const alone = of.map((one) => earned([one], payment));
      expect(earned(of, payment)).toBe(alone.reduce((most, one) => (one > most ? one : most), 0n));
    }),
  ));

describe('micro-USDT', () => {
  const micro = fc.bigInt(0n, 2n ** 62n);

  test('property: formatting and parsing are inverse, up to twelve digits before the point', () => {
    fc.assert(fc.property(fc.bigInt(0n, 10n ** 18n), (amount) => parseMicro(formatMicro(amount)) === amount));
  });

  test('property: a displayed balance has two decimals and is never rounded up', () => {
    fc.assert(
      fc.property(micro, (amount) => {
        const shown = formatBalance(amount);
        expect(shown).toMatch(/^\d+\.\d{2}$/);
        const [whole, cents] = shown.split('.');
        const shownMicro = BigInt(whole!) * 1_000_000n + BigInt(cents!) * 10_000n;
        expect(shownMicro <= amount && amount - shownMicro < 10_000n).toBe(true);
      }),
    );
  });

  test.each([
    [0n, '0', '0.00'],
    [1n, '0.000001', '0.00'],
    [12_500_000n, '12.5', '12.50'],
    [12_999_999n, '12.999999', '12.99'],
    [-1n, '-0.000001', '-0.01'],
    [-12_500_000n, '-12.5', '-12.50'],
  ])('%s micro', (amount, exact, shown) => {
    expect(formatMicro(amount)).toBe(exact);
    expect(formatBalance(amount)).toBe(shown);
  });

  test.each(['', '-1', '1.', '.5', '1e3', '0x1', '1.0000001', ' 1', '1,5', '١'])(
    '%j is no amount',
    (text) => {
      expect(() => parseMicro(text)).toThrow(RangeError);
    },
  );
});

describe('decimals', () => {
  test.each([
    ['0', '0'],
    ['1.000', '1.000'],
    ['0.350', '0.350'],
    ['12,5', '12.5'],
    ['12.', '12'],
    ['.5', '0.5'],
    [',5', '0.5'],
    ['0,350', '0.350'],
    ['0010', '10'],
    ['1,2005', '1.2005'],
    ['1234,567', '1234.567'],
    ['１２．５', '12.5'],
    ['１２，５', '12.5'],
    ['12。5', '12.5'],
    ['١٢٫٥', '12.5'],
    ['۱۲۳', '123'],
    ['१२.५', '12.5'],
    ['1 000', '1000'],
    ['1\u00a0000,50', '1000.50'],
    ['1\u202f000\u202f000', '1000000'],
    ['1\u2009000.5', '1000.5'],
    ['1 000,500', '1000.500'],
    ["1'000.50", '1000.50'],
    ['1’000’000', '1000000'],
    ['1٬000٫5', '1000.5'],
    ['1,000,000', '1000000'],
    ['1.000.000', '1000000'],
    ['1,000.50', '1000.50'],
    ['1.000,50', '1000.50'],
    ['1,000,000.000001', '1000000.000001'],
    ['12,34,567.8', '1234567.8'],
    ['50 USDT', '50'],
    ['USDT 50', '50'],
    ['$1,000.50', '1000.50'],
    ['US$ 5', '5'],
    ['5\u200b0', '50'],
    ['\u202a50\u202c', '50'],
    ['+50', '50'],
    ['−50', '-50'],
    ['–50,5', '-50.5'],
    ['－50', '-50'],
  ])('%j is %s', (text, decimal) => expect(readDecimal(text)).toEqual({ decimal }));

  test.each([
    ['1,000', '1000', '1'],
    ['12,500', '12500', '12.5'],
    ['１，０００', '1000', '1'],
    ['350,001 USDT', '350001', '350.001'],
  ])('%j may be %s and %s', (text, whole, fraction) => {
    expect(readDecimal(text)).toEqual({ whole, fraction });
    expect(readDecimal(text, { decimals: 2 })).toEqual({ decimal: whole });
    expect(readDecimal(text, { sign: ',' })).toEqual({ decimal: expect.stringMatching(/^\d+\.\d{3}$/) });
  });

  test.each([
    '',
    ' ',
    '.',
    ',',
    'abc',
    '1e3',
    '1.2.3',
    '1,2,3',
    '1,00,00',
    '1,000.5.5',
    '10 00',
    '1 0000',
    '1-2',
    '0x10',
    '50 100,5 5',
    '5 kg',
    '--5',
  ])('%j is no number', (text) => expect(readDecimal(text)).toBeNull());

  test('with the other sign the same rules hold, mirrored', () => {
    const mirror = (text: string) => text.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));
    for (const text of [
      '1.000',
      '1,000',
      '12,5',
      '1.000,50',
      '1,000.50',
      '1.2.3',
      '0,350',
      '1,000,000',
      '.5',
    ])
      expect(readDecimal(mirror(text), { sign: ',' }), text).toEqual(readDecimal(text));
  });

  const faults = (schema: z.ZodMiniType, price: string) =>
    faultsOf(z.safeParse(z.object({ price: schema }), { price }).error?.issues ?? [], { price });

  test('an amount that may mean two is named as such, with how it was written', () => {
    expect(faults(UsdtAmount, '1,000')).toEqual([{ field: 'price', fault: 'twoAmounts', value: '1,000' }]);
    expect(faults(PositiveAmount, '1,000')).toEqual([
      { field: 'price', fault: 'twoAmounts', value: '1,000' },
    ]);
    expect(faults(UsdtAmount, '-5')).toEqual([{ field: 'price', fault: 'wrong' }]);
  });

  test('calls take numbers as people write them', () => {
    expect(UsdtAmount.parse('1 000,50')).toBe('1000.50');
    expect(RechargeAmount.parse('１,000 USDT')).toBe('1000');
    for (const text of ['1.000', '12.125', '1,0000', '1e3', '-1', ''])
      expect(RechargeAmount.safeParse(text).success, text).toBe(false);
  });
});

describe('prices', () => {
  const mailbox = parsePrices({
    price: '0.35',
    // In no order.
    price_tiers: [
      { min_quantity: 1000, price: '0.24' },
      { min_quantity: 100, price: '0.3' },
    ],
  });

  test.each([
    [1, 350_000n],
    [99, 350_000n],
    [100, 300_000n],
    [999, 300_000n],
    [1000, 240_000n],
    [10_000, 240_000n],
  ])('of %i one costs %i', (quantity, priceMicro) => {
    expect(unitPriceMicro(mailbox, quantity)).toBe(priceMicro);
  });

  test('six decimals stay exact', () => {
    expect(unitPriceMicro(parsePrices({ price: '0.000001', price_tiers: [] }), 9_999)).toBe(1n);
  });

  test('the ladder starts at the smallest order', () => {
    expect(priceLadder(mailbox, 100)).toEqual([
      { minQuantity: 100, priceMicro: 350_000n },
      { minQuantity: 1000, priceMicro: 240_000n },
    ]);
  });

  test('a price that rises with the quantity is found with the one below it, in whatever order', () => {
    const steps = (...prices: [number, bigint][]) =>
      prices.map(([minQuantity, priceMicro]) => ({ minQuantity, priceMicro }));
    expect(findRise(steps([100, 9n], [1, 10n], [10, 8n]))).toEqual({
      from: { minQuantity: 100, priceMicro: 9n },
      below: { minQuantity: 10, priceMicro: 8n },
    });
    expect(findRise(steps([1, 10n], [10, 10n], [100, 9n]))).toBeNull();
    expect(findRise(steps([10, 10n]))).toBeNull();
  });

  test('prices compare as money, not as text, and tiers count', () => {
    const tiers = [{ min_quantity: 100, price: '9.05' }];
    expect(lowestPriceMicro(parsePrices({ price: '10', price_tiers: tiers }))).toBe(9_050_000n);
    expect(lowestPriceMicro(parsePrices({ price: '10', price_tiers: [] }))).toBe(10_000_000n);
    // Of those that so many reach.
    const prices = parsePrices({ price: '10', price_tiers: [{ min_quantity: 50, price: '8' }] });
    expect([0, 49, 50].map((most) => lowestPriceMicro(prices, most))).toEqual([
      10_000_000n,
      10_000_000n,
      8_000_000n,
    ]);
  });

  test('a tier says which share of the base price it saves', () => {
    expect(savedShare(mailbox, 280_000n)).toBeCloseTo(0.2);
    expect(savedShare(mailbox, 350_000n)).toBe(0);
  });

  test('the next tier is the next cheaper one', () => {
    expect(nextTier(mailbox, 1)).toEqual({ minQuantity: 100, priceMicro: 300_000n, savedMicro: 5_000_000n });
    expect(nextTier(mailbox, 100)).toEqual({
      minQuantity: 1000,
      priceMicro: 240_000n,
      savedMicro: 60_000_000n,
    });
    expect(nextTier(mailbox, 1000)).toBeUndefined();
    expect(nextTier(mailbox, 1, 99)).toBeUndefined();
    expect(nextTier(mailbox, 1, 100)).toMatchObject({ minQuantity: 100 });
    const dearer = [{ min_quantity: 10, price: '0.5' }];
    expect(nextTier(parsePrices({ price: '0.35', price_tiers: dearer }), 1)).toBeUndefined();
  });

  const goods = parsePrices({
    price: '1',
    price_tiers: [
      { min_quantity: 10, price: '0.8' },
      { min_quantity: 100, price: '0.5' },
    ],
  });

  test.each([
    [1_990_000n, 500, 0],
    [2_000_000n, 500, 2],
    [7_900_000n, 500, 7],
    // Ten cost 8, less than nine.
    [8_000_000n, 500, 10],
    [8_790_000n, 500, 10],
    [49_990_000n, 500, 62],
    [50_000_000n, 500, 100],
    [50_000_000n, 99, 62],
    [100_000_000_000n, 500, 500],
    [100_000_000_000n, 40, 40],
    [100_000_000_000n, 1, 0],
    [0n, 500, 0],
  ])('%i micro-USDT pay for at most %i: %i', (balanceMicro, most, quantity) => {
    expect(affordableQuantity(goods, { least: 2, most }, balanceMicro)).toBe(quantity);
  });
});
