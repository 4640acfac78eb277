import type { Goods } from '@portside/contract';
import { expect, test } from 'vitest';
import { stockedCategories } from './stocked-categories.ts';
import { makeGoods } from './testing/make-goods.ts';

const mail = { id: '1', name: 'Mail' };
const cloud = { id: '2', name: 'Cloud' };

const product = (part: Partial<Goods>): Goods => makeGoods({ category: mail, stock: 0, ...part });

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
