import type { Goods } from '@portside/contract';
import { expect, test } from 'vitest';
import { stockedCategories } from './stocked-categories.ts';

const mail = { id: '1', name: 'Mail' };
const cloud = { id: '2', name: 'Cloud' };

const product = (part: Partial<Goods>): Goods => ({
  id: '1',
  name: 'Box',
  description: '',
  image: null,
  category: mail,
  price: '1',
  price_tiers: [],
  min_quantity: 1,
  max_quantity: 100,
  genders: ['random'],
  stock: 0,
  stock_by_gender: { male: 0, female: 0, unspecified: 0 },
  warranty_hours: 24,
  sold: 0,
  sold_this_week: 0,
  returned_at: null,
  slug: '1-box',
  has_instruction: false,
  created_at: '2026-11-01T00:00:00.000Z',
  format: { separator: '----', columns: ['account', 'password'] },
  ...part,
});

test('products and stock are summed by category, best stocked first', () => {
  const stocked = stockedCategories([
    product({ stock: 3, price: '0.9' }),
    product({ stock: 4, price: '0.15' }),
    product({ category: cloud, stock: 50, price: '10' }),
  ]);
  expect(stocked).toEqual([
    { ...cloud, products: 1, stock: 50, lowestPrice: '10' },
    { ...mail, products: 2, stock: 7, lowestPrice: '0.15' },
  ]);
});

test('prices compare as money, not as text, and tiers count', () => {
  const tiers = [{ min_quantity: 100, price: '9.05' }];
  expect(stockedCategories([product({ price: '10', price_tiers: tiers })])[0]?.lowestPrice).toBe('9.05');
});

test('no goods, no categories', () => {
  expect(stockedCategories([])).toEqual([]);
});
