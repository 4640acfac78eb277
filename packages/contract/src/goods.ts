import * as z from 'zod/mini';
import { endpoints } from './wire/endpoint.ts';
import { Gender, Id, line, page, Time, wholeListQuery } from './wire/values.ts';

export const Category = z.object({ id: Id, name: z.string() });
export type Category = z.infer<typeof Category>;

/** From `min_quantity` on, one account costs `price`. */
export const PriceTier = z.object({ min_quantity: z.int(), price: z.string() });

export const Goods = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** The address of its picture, which changes with the picture; null where it has none. */
  image: z.nullable(z.string()),
  category: Category,
  price: z.string(),
  price_tiers: z.array(PriceTier),
  min_quantity: z.int(),
  max_quantity: z.int(),
  genders: z.array(Gender),
  stock: z.int(),
  stock_by_gender: z.object({ male: z.int(), female: z.int(), unspecified: z.int() }),
  warranty_hours: z.int(),
  /** Accounts ever sold, counted from orders; a few seconds behind. Refunds and replacements change nothing. */
  sold: z.int(),
  /** The same of the last seven days, today included. */
  sold_this_week: z.int(),
  /** When it came back after it was sold out; null where it never ran out, or is sold out now. */
  returned_at: z.nullable(Time),
  /** The last part of its page's address: its id, then words for people. Only the id decides. */
  slug: z.string(),
  created_at: Time,
  /** Whether buyers get an instruction with the accounts. */
  has_instruction: z.boolean(),
  /** How one line is split for display; the text itself is never changed. */
  format: z.object({ separator: z.string(), columns: z.array(z.string()) }),
});
export type Goods = z.infer<typeof Goods>;

export const goodsEndpoints = endpoints({
  listCategories: {
    access: 'visitor',
    summary: 'Product categories',
    query: z.object(wholeListQuery),
    data: page(Category),
  },
  listGoods: {
    access: 'visitor',
    summary: 'Products on sale, with their stock',
    query: z.object({
      ...wholeListQuery,
      category: z.optional(Id),
      in_stock: z.optional(z.enum(['true', 'false'])),
      q: z.optional(line(100)),
    }),
    data: page(Goods),
  },
  readGoods: {
    access: 'visitor',
    summary: 'One product',
    params: z.object({ id: Id }),
    data: Goods,
  },
  readGoodsImage: {
    access: 'visitor',
    summary: "A product's picture; its address comes with the product and can be cached forever",
    params: z.object({ id: Id, image: z.string().check(z.regex(/^[0-9a-f-]{36}$/)) }),
    raw: { json: false, types: ['image/png', 'image/jpeg', 'image/webp'] },
    data: z.string(),
  },
});
