import type { CartLine, Goods } from '@portside/contract';
import { parsePrices, unitPriceMicro } from '@portside/contract/wire/price';
import { expect, test } from 'vitest';
import { errors } from '@portside/contract/wire/errors';
import { faultOf, mend, priceChangeOf, type UnitPriceOf } from './cart-line.ts';
import { refusedOf } from './use-place-cart.ts';

const goods = {
  id: '1',
  price: '0.35',
  price_tiers: [{ min_quantity: 100, price: '0.3' }],
  min_quantity: 5,
  max_quantity: 200,
  stock_display: 'exact',
  genders: ['random', 'male'],
  stock: 150,
  stock_by_gender: { male: 3, female: 0, unspecified: 147 },
} as unknown as Goods;

const line: CartLine = { goods_id: '1', quantity: 10, gender: 'random', unit_price: '0.35' };
const priceOf: UnitPriceOf = (one, quantity) => unitPriceMicro(parsePrices(one), quantity);

test.each<[string, Partial<CartLine>, Partial<Goods> | null, unknown, Partial<CartLine> | null]>([
  ['a product that is gone', {}, null, { kind: 'gone' }, null],
  ['a gender that is offered no more', { gender: 'female' }, {}, { kind: 'gender' }, null],
  ['sold out', {}, { stock: 0 }, { kind: 'soldOut' }, null],
  ['less than an order is left of a gender', { gender: 'male' }, {}, { kind: 'soldOut' }, null],
  ['too few left', { quantity: 160 }, {}, { kind: 'stock', left: 150 }, { quantity: 150, unit_price: '0.3' }],
  [
    'less than an order takes',
    { quantity: 2 },
    {},
    { kind: 'quantity', least: 5, most: 150 },
    { quantity: 5, unit_price: '0.35' },
  ],
  [
    'more than an order takes',
    { quantity: 300 },
    {},
    { kind: 'quantity', least: 5, most: 150 },
    { quantity: 150, unit_price: '0.3' },
  ],
  [
    'a price that went up',
    { unit_price: '0.3' },
    {},
    { kind: 'price', seen: '0.3', now: '0.35' },
    { unit_price: '0.35' },
  ],
])('%s', (_, change, product, fault, mended) => {
  const one = { ...line, ...change };
  const of = product === null ? null : { ...goods, ...product };
  const found = faultOf(one, of, priceOf)!;
  expect(found).toEqual(fault);
  const instead = mend(one, found, of, priceOf);
  expect(instead).toEqual(mended && { ...one, ...mended });
  if (instead) expect(faultOf(instead, of, priceOf)).toBeNull();
});

test('a price that went down is no fault, and can be told', () => {
  const dearer = { ...line, quantity: 100 };
  expect(faultOf(dearer, goods, priceOf)).toBeNull();
  expect(priceChangeOf(dearer, 300_000n)).toEqual({ isRise: false, seen: '0.35', now: '0.3' });
  expect(priceChangeOf(dearer, 350_000n)).toBeNull();
});

test('a line whose price was never seen, or is the same in another spelling, has no fault', () => {
  expect(faultOf({ ...line, unit_price: null }, goods, priceOf)).toBeNull();
  expect(faultOf({ ...line, unit_price: '0.350000' }, goods, priceOf)).toBeNull();
});

test('the lines of a refusal are found by their products; a low balance is the fault of none', () => {
  const lines = ['5', '6', '7'].map((goods_id) => ({ goods_id, quantity: 1 }));
  const faults = [
    { field: 'lines.0', fault: 'refused', code: errors.balanceTooLow.code },
    { field: 'lines.2', fault: 'refused', code: errors.buyerLimitReached.code },
    { field: 'email', fault: 'wrong' },
  ];
  expect([...refusedOf({ cause: { faults } }, { lines })]).toEqual([['7', 'buyerLimitReached']]);
  expect(refusedOf({ cause: undefined }, { lines }).size).toBe(0);
});
