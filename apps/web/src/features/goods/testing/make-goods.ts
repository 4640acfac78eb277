import type { Goods } from '@portside/contract';

/** A product in stock, with parts of it as a test needs them. */
export const makeGoods = (part: Partial<Goods>): Goods => ({
  id: '1',
  name: 'Box',
  description: '',
  image: null,
  category: { id: '1', name: 'Mail' },
  price: '1',
  price_tiers: [],
  min_quantity: 1,
  max_quantity: 100,
  genders: ['random'],
  stock: 100,
  stock_by_gender: { male: 0, female: 0, unspecified: 100 },
  warranty_hours: 24,
  sold: 0,
  sold_this_week: 0,
  returned_at: null,
  slug: '1-box',
  has_instruction: false,
  created_at: '2026-11-01T00:00:00.000Z',
  format: { separator: '----', columns: ['account'] },
  ...part,
});
