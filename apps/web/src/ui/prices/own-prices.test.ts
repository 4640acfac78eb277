import { expect, test } from 'vitest';
import { ownPricesOf } from './own-prices.ts';

const goods = {
  id: '1',
  price: '1',
  price_tiers: [{ min_quantity: 100, price: '0.8' }],
  min_quantity: 1,
  name: 'Mailbox',
};
const nothing = { level: null, offers: [], least: [] };
const gold = { id: '3', name: 'Gold', colour: '#c9a227', discount_percent: '7.5' };
const own = {
  goods_id: '1',
  source: 'own' as const,
  id: '9',
  name: '',
  prices: [{ min_quantity: 10, price: '0.85' }],
  starts_at: '2026-01-01T00:00:00.000Z',
  ends_at: null,
};

test('where nothing differs, products stay as they are', () => {
  expect(ownPricesOf(nothing).withPrices(goods)).toBe(goods);
  expect(ownPricesOf({ ...nothing, level: { ...gold, discount_percent: '0' } }).withPrices(goods)).toBe(
    goods,
  );
});

test('a product is shown at the reader’s prices', () => {
  const atGold = ownPricesOf({ ...nothing, level: gold }).withPrices(goods);
  expect(atGold).toMatchObject({ price: '0.925', price_tiers: [{ min_quantity: 100, price: '0.74' }] });
  expect(atGold.own!.listed).toMatchObject({ price: '1', price_tiers: goods.price_tiers });
  expect(atGold.own!.quoteOf(100)).toMatchObject({ unitMicro: 740_000n, why: { name: 'Gold' } });
  expect(ownPricesOf({ ...nothing, offers: [own] }).withPrices(goods).price_tiers).toEqual([
    { min_quantity: 10, price: '0.85' },
    { min_quantity: 100, price: '0.8' },
  ]);
  // A price from the smallest order on is no step above it.
  expect(ownPricesOf({ ...nothing, offers: [own] }).withPrices({ ...goods, min_quantity: 10 })).toMatchObject(
    { price: '0.85', price_tiers: [{ min_quantity: 100, price: '0.8' }] },
  );
  const least = [{ goods_id: '1', price: '0.95' }];
  expect(ownPricesOf({ level: gold, offers: [], least }).withPrices(goods)).toMatchObject({ price: '0.95' });
});

test('a quote says why', () => {
  const { quoteOf } = ownPricesOf({ level: gold, offers: [own], least: [] });
  expect(quoteOf(goods, 1).why).toMatchObject({ source: 'level', name: 'Gold', basisPoints: 750 });
  expect(quoteOf(goods, 10).why).toMatchObject({ source: 'own', minQuantity: 10 });
});
