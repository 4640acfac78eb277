import * as z from 'zod/mini';
import { endpoints, tableFile, tableFormat } from './wire/endpoint.ts';
import {
  Gender,
  Id,
  line,
  page,
  Time,
  wholeListQuery,
  inLanguages,
  Nothing,
  paragraphs,
  sortQuery,
  whole,
  PositiveAmount,
} from './wire/values.ts';
import { FILE_NAME } from './wire/limits.ts';

export const Category = z.object({ id: Id, name: z.string() });
export type Category = z.infer<typeof Category>;

/** From `min_quantity` on, one account costs `price`. */
export const PriceTier = z.object({ min_quantity: z.int(), price: z.string() });

export const Goods = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** The picture's address, which changes with the picture; null without one. */
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
  /** Accounts sold so far, counted from orders a few seconds late. Refunds and replacements change nothing. */
  sold: z.int(),
  /** Sold in the last seven days, today included. */
  sold_this_week: z.int(),
  /** When it was last restocked after selling out; null if it never sold out or is sold out now. */
  returned_at: z.nullable(Time),
  /** The last segment of its page's path: its id, then words for people. Only the id counts. */
  slug: z.string(),
  created_at: Time,
  /** Whether the accounts come with an instruction. */
  has_instruction: z.boolean(),
  /** How a line is split for display; the text itself never changes. */
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

const NameTexts = inLanguages(line(120)).check(
  z.refine((texts) => Object.values(texts).some((text) => text), 'No name in any language'),
);

const DescriptionTexts = inLanguages(paragraphs(4_000));

const InstructionTexts = inLanguages(paragraphs(8_000));

/** `names` holds every language the category is named in. */
export const AdminCategory = z.object({
  id: Id,
  name: z.string(),
  names: inLanguages(z.string()),
  sort: z.int(),
  /** How many products it has, on sale or not. */
  goods: z.int(),
});

export type AdminCategory = z.infer<typeof AdminCategory>;

/** `name` and `description` are in the caller's language. */
export const AdminGoods = z.extend(
  z.omit(Goods, { sold: true, sold_this_week: true, returned_at: true, slug: true, has_instruction: true }),
  {
    names: inLanguages(z.string()),
    descriptions: inLanguages(z.string()),
    /** Shown to buyers after payment: HTML, sanitised by the server. */
    instructions: inLanguages(z.string()),
    instruction_in_mail: z.boolean(),
    file_name: z.string(),
    on_sale: z.boolean(),
    sort: z.int(),
  },
);

export type AdminGoods = z.infer<typeof AdminGoods>;

const Sort = z._default(z.int().check(z.gte(-1_000_000), z.lte(1_000_000)), 0);

const Quantity = z.int().check(z.gte(1), z.lte(10_000));

const CategoryId = z.object({ id: Id });

const GoodsId = z.object({ id: Id });

const goodsFilter = {
  category: z.optional(Id),
  on_sale: z.optional(z.enum(['true', 'false'])),
  q: z.optional(line(100)),
};

const CategoryInput = z.object({ names: NameTexts, sort: Sort });

const GoodsInput = z.object({
  category_id: Id,
  names: NameTexts,
  descriptions: z._default(DescriptionTexts, {}),
  /** Shown to buyers with the order, after payment. HTML, sanitised by the server. */
  instructions: z._default(InstructionTexts, {}),
  /** Whether the delivery e-mail includes it. */
  instruction_in_mail: z._default(z.boolean(), true),
  /**
   * Name pattern of delivered files, without the extension: `{order_no}`, `{product}`, `{quantity}` and `{date}` are
   * replaced. Empty means the order number.
   */
  file_name: z._default(z.string().check(z.trim(), z.maxLength(80), z.regex(FILE_NAME)), ''),
  price: PositiveAmount,
  /** Each starts at a larger quantity, all above the minimum quantity. */
  price_tiers: z._default(
    z
      .array(z.object({ min_quantity: Quantity.check(z.gte(2)), price: PositiveAmount }))
      .check(z.maxLength(20)),
    [],
  ),
  min_quantity: z._default(Quantity, 1),
  max_quantity: z._default(Quantity, 10_000),
  genders: z._default(z.array(Gender).check(z.minLength(1), z.maxLength(3)), ['random']),
  /** Cannot exceed the retention of account data. */
  warranty_hours: z._default(whole(0), 24),
  /** How a line is split for display. Not trimmed: it may be a tab. */
  separator: z._default(
    z.string().check(z.minLength(1), z.maxLength(8), z.regex(/^(?:[^\p{Cc}\p{Cs}]|\t)+$/u)),
    '----',
  ),
  columns: z._default(z.array(line(40, 1)).check(z.minLength(1), z.maxLength(20)), ['account', 'password']),
  sort: Sort,
});

export const adminGoodsEndpoints = endpoints({
  listAllCategories: {
    summary: 'Categories in all languages, in sort order',
    query: z.object(wholeListQuery),
    data: page(AdminCategory),
  },
  createCategory: {
    freshCode: true,
    summary: 'Create a category',
    body: CategoryInput,
    data: AdminCategory,
  },
  updateCategory: {
    freshCode: true,
    summary: "Update a category's names and sort order",
    params: CategoryId,
    body: CategoryInput,
    data: AdminCategory,
  },
  deleteCategory: {
    summary: 'Delete a category that contains no products',
    params: CategoryId,
    data: Nothing,
  },
  listAllGoods: {
    summary: 'All products, on sale or not, in all languages, with their stock, in sort order',
    query: z.object({ ...wholeListQuery, ...sortQuery('listAllGoods'), ...goodsFilter }),
    data: page(AdminGoods),
  },
  exportGoods: {
    summary: 'Filtered products with their stock as a CSV or XLSX file, in sort order',
    query: z.object({ ...goodsFilter, ...tableFormat }),
    ...tableFile,
  },
  readAnyGoods: {
    summary: 'One product, on sale or not',
    params: GoodsId,
    data: AdminGoods,
  },
  createGoods: {
    freshCode: true,
    summary: 'Create a product, without stock and not yet on sale',
    body: GoodsInput,
    data: AdminGoods,
  },
  updateGoods: {
    freshCode: true,
    summary: 'Update a product; whether it is on sale does not change',
    params: GoodsId,
    // Absent keeps the current value: pages of the previous version do not know this field.
    body: z.extend(GoodsInput, { instruction_in_mail: z.optional(z.boolean()) }),
    data: AdminGoods,
  },
  copyGoods: {
    summary: 'Duplicate a product, without its stock and picture and not yet on sale',
    params: GoodsId,
    data: AdminGoods,
  },
  setGoodsOnSale: {
    summary: 'Put products on sale or take them off; if one does not exist, none is changed',
    body: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(500)), on_sale: z.boolean() }),
    data: z.object({ changed: z.int() }),
  },
  setGoodsImage: {
    freshCode: true,
    perMinute: 30,
    summary: "Set or replace a product's picture (PNG, JPEG or WebP, at most 5 MB)",
    params: GoodsId,
    image: true,
    data: AdminGoods,
  },
  removeGoodsImage: {
    summary: "Remove a product's picture, if it has one",
    params: GoodsId,
    data: AdminGoods,
  },
});
