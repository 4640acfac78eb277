import * as z from 'zod/mini';
import { Proposal, Reason } from '../approvals.ts';
import { endpoints, tableFile, tableFormat } from '../wire/endpoint.ts';
import {
  Gender,
  Nothing,
  Id,
  line,
  linkKey,
  page,
  Time,
  wholeListQuery,
  inLanguages,
  paragraphs,
  sortQuery,
  whole,
  PositiveAmount,
  UsdtAmount,
} from '../wire/values.ts';
import { ATTRIBUTE_KEYS } from './attribute-values.ts';
import { FILE_NAME } from '../wire/limits.ts';
import { Category, DescriptionTexts, ImageKey, NameTexts, SortOrder } from './categories.ts';

/** From `min_quantity` on, one account costs `price`. */
export const PriceTier = z.object({ min_quantity: z.int(), price: z.string() });

/** `link`: in no list, but for whoever has the address, which nobody guesses. `hidden`: for nobody. */
export const VISIBILITIES = ['everybody', 'levels', 'link', 'hidden'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** `ranges`: there are at least so many. `in_stock`: enough for the smallest order, without saying how many. */
export const STOCK_DISPLAYS = ['exact', 'ranges', 'in_stock'] as const;
export const StockDisplay = z.enum(STOCK_DISPLAYS);
export type StockDisplay = z.infer<typeof StockDisplay>;

/** At most one value of each attribute. */
export const AttributeValues = z.array(z.object({ attribute_id: Id, value_id: Id })).check(z.maxLength(50));

/** What a product has in common with the others of its page; null without a family. */
const OwnFamily = z.nullable(z.object({ id: Id, name: z.string(), slug: z.string() }));

export const Goods = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** The picture's address, which changes with the picture; null without one. */
  image: z.nullable(z.string()),
  category: Category,
  family: OwnFamily,
  attributes: AttributeValues,
  price: z.string(),
  price_tiers: z.array(PriceTier),
  min_quantity: z.int(),
  /** Never more than one buyer may have. */
  max_quantity: z.int(),
  /** Accounts that one buyer may have in all, and in a day of the shop; null without such a limit. */
  most_per_buyer: z.nullable(z.int()),
  most_per_day: z.nullable(z.int()),
  genders: z.array(Gender),
  /** Other names that people search by. */
  search_words: z.array(z.string()),
  /** How exact the two figures of the stock are; none of them, rounded down to 0, is enough for the smallest order. */
  stock_display: StockDisplay,
  stock: z.int(),
  stock_by_gender: z.object({ male: z.int(), female: z.int(), unspecified: z.int() }),
  warranty_hours: z.int(),
  /** Accounts sold so far, counted from orders a few seconds late. Refunds and replacements change nothing. */
  sold: z.int(),
  /** Sold in the last seven days, today included. */
  sold_this_week: z.int(),
  /** When it was last restocked after selling out; null if it never sold out or is sold out now. */
  returned_at: z.nullable(Time),
  /** The last segment of its page's path: its id, then words for people. By link only, its key counts too. */
  slug: z.string(),
  /** Of a product that only a link leads to: quotes, orders and the list of prices name it. Null of others. */
  link_key: z.nullable(z.string()),
  created_at: Time,
  /** Whether the accounts come with an instruction. */
  has_instruction: z.boolean(),
  /** How a line is split for display; the text itself never changes. */
  format: z.object({ separator: z.string(), columns: z.array(z.string()) }),
});
export type Goods = z.infer<typeof Goods>;

export const goodsEndpoints = endpoints({
  listGoods: {
    access: 'visitor',
    summary: 'Products on sale, with their stock',
    query: z.object({
      ...wholeListQuery,
      category: z.optional(Id),
      in_stock: z.optional(z.enum(['true', 'false'])),
      /** Pairs of attribute and value, as `3.14,3.15`: one of the values of each attribute that is named. */
      attributes: z.optional(z.string().check(z.regex(ATTRIBUTE_KEYS))),
      q: z.optional(line(100)),
    }),
    data: page(Goods),
  },
  readGoods: {
    access: 'visitor',
    summary: 'One product; one that only a link leads to, with the key in that link',
    params: z.object({ id: Id }),
    query: z.object({ link_key: linkKey }),
    data: Goods,
  },
  readGoodsImage: {
    access: 'visitor',
    summary: "A product's picture; its address comes with the product and can be cached forever",
    params: z.object({ id: Id, image: ImageKey }),
    raw: { json: false, types: ['image/png', 'image/jpeg', 'image/webp'] },
    data: z.string(),
  },
});

const InstructionTexts = inLanguages(paragraphs(8_000));

/** `name` and `description` are in the caller's language. */
export const AdminGoods = z.extend(
  z.omit(Goods, {
    sold: true,
    sold_this_week: true,
    returned_at: true,
    slug: true,
    link_key: true,
    has_instruction: true,
    stock_display: true,
    most_per_buyer: true,
    most_per_day: true,
    search_words: true,
  }),
  {
    names: inLanguages(z.string()),
    descriptions: inLanguages(z.string()),
    /** Shown to buyers after payment: HTML, sanitised by the server. */
    instructions: inLanguages(z.string()),
    instruction_in_mail: z.boolean(),
    file_name: z.string(),
    on_sale: z.boolean(),
    visibility: z.enum(VISIBILITIES),
    sort: z.int(),
    /** No price below it without a second person; discounts and coupons end at it. Null: none. */
    floor: z.nullable(z.string()),
    /**
     * What one account cost, that of the dearest import with accounts that are unsold or can be restored, or the last that
     * was known; null: nobody has said. Where it is above `floor`, it counts instead.
     */
    cost: z.nullable(z.string()),
  },
);

export type AdminGoods = z.infer<typeof AdminGoods>;

const Quantity = z.int().check(z.gte(1), z.lte(10_000));

const GoodsId = z.object({ id: Id });

const goodsFilter = {
  category: z.optional(Id),
  on_sale: z.optional(z.enum(['true', 'false'])),
  q: z.optional(line(100)),
};

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
  sort: SortOrder,
  /** The lowest price that one person may set, beside what accounts cost; 0 for none. Absent keeps the current one. */
  floor: z.optional(UsdtAmount),
});

export const adminGoodsEndpoints = endpoints({
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
    summary:
      'Update a product; whether it is on sale does not change. Prices below the floor, smaller minimum orders at such ' +
      'prices, and a lower floor become a proposal for a second person; the rest is changed at once',
    params: GoodsId,
    body: z.extend(GoodsInput, {
      // Absent keeps the current value: pages of the previous version do not know this field.
      instruction_in_mail: z.optional(z.boolean()),
      reason: z.optional(Reason),
    }),
    data: z.extend(AdminGoods, { proposal: z.nullable(Proposal) }),
  },
  copyGoods: {
    summary: 'Duplicate a product, without its stock and picture and not yet on sale',
    params: GoodsId,
    data: AdminGoods,
  },
  setGoodsOnSale: {
    summary: 'Put products on sale or take them off; if one does not exist, none is changed',
    body: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(500)), on_sale: z.boolean() }),
    /** `audit_id`: of the entry that `undoGoodsChange` reverses. */
    data: z.object({ changed: z.int(), audit_id: Id }),
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

const MOST_ACCOUNTS = 1_000_000;

/** Who may buy a product, how many, what is shown of its stock, and in which order it is delivered. */
export const SellingRules = z.object({
  visibility: z._default(z.enum(VISIBILITIES), 'everybody'),
  /** Levels of buyers, where the visibility is `levels`. */
  level_ids: z._default(z.array(Id).check(z.maxLength(50)), []),
  /** Accounts that one buyer may have in all, and in a day of the shop; refunded ones do not count. Absent: any number. */
  most_per_buyer: z.optional(whole(1, MOST_ACCOUNTS)),
  most_per_day: z.optional(whole(1, MOST_ACCOUNTS)),
  /** Absent: as the shop's settings say. */
  stock_display: z.optional(StockDisplay),
  /**
   * When its stock is low: so many accounts are left, or what is sold in so many days at last week's pace. Absent: no
   * task, and the webhook `stock.low` at two days.
   */
  low_at: z.optional(whole(0, MOST_ACCOUNTS)),
  low_days: z.optional(whole(1, 90)),
  delivery_order: z._default(z.enum(['oldest', 'newest']), 'oldest'),
  /** Other names that people search by, in any language. */
  search_words: z._default(z.array(line(60, 1)).check(z.maxLength(30)), []),
});
export type SellingRules = z.infer<typeof SellingRules>;

export const sellingRulesEndpoints = endpoints({
  listOwnGoods: {
    access: 'user',
    hasEtag: true,
    summary: "Products that only buyers of the caller's level see; the list of products is without them",
    data: z.object({ items: z.array(Goods) }),
  },
  readSellingRules: {
    summary: 'Who may buy a product and how, and the levels to choose from',
    params: z.object({ id: Id }),
    data: z.object({
      rules: SellingRules,
      levels: z.array(z.object({ id: Id, name: z.string() })),
      /** The path of its page. By link only, it has a key that changes whenever the product becomes one by link. */
      address: z.string(),
    }),
  },
  setSellingRules: {
    freshCode: true,
    summary: 'Replace who may buy a product, how many, what is shown of its stock and how it is delivered',
    params: z.object({ id: Id }),
    body: SellingRules,
    data: Nothing,
  },
});
