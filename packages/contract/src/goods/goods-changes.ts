import * as z from 'zod/mini';
import { Reason } from '../approvals.ts';
import { Dearer, PriceEffect } from '../prices/price-effect.ts';
import { endpoints } from '../wire/endpoint.ts';
import {
  AmountQuestion,
  decimal,
  DecimalSign,
  Id,
  line,
  PositiveAmount,
  Text,
  whole,
} from '../wire/values.ts';
import { VISIBILITIES } from './goods.ts';

/** Several products changed in one step, by a form or by a file. */

/** The most products that one step changes. */
export const MOST_CHANGED_GOODS = 5_000;

/** What such a step can change of a product; the columns of the file have the same names. */
export const GOODS_FIELDS = [
  'price',
  'price_tiers',
  'floor',
  'category_id',
  'on_sale',
  'visibility',
  'level_ids',
  'min_quantity',
  'max_quantity',
  'warranty_hours',
  'sort_order',
] as const;
export type GoodsField = (typeof GOODS_FIELDS)[number];

/** Signed, above -100, with at most two decimals. */
const PricePercent = decimal(2).check(
  z.regex(/^(-(?!0+(\.0+)?$)\d{1,2}(\.\d{1,2})?|(?!0+(\.0+)?$)\d{1,3}(\.\d{1,2})?)$/, 'Not a percentage'),
);
const DiscountPercent = decimal(2).check(z.regex(/^(?=.*[1-9])\d{1,2}(\.\d{1,2})?$/, 'Not a percentage'));

const Chosen = {
  /** Those named; or else, with `filter`, all that match. */
  ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(MOST_CHANGED_GOODS))),
  /** As `listAllGoods` filters; `all` alone is every product. */
  filter: z.optional(
    z.object({
      all: z.literal(true),
      category: z.optional(Id),
      on_sale: z.optional(z.boolean()),
      q: z.optional(line(100)),
    }),
  ),
  change: z.object({
    price: z.optional(PositiveAmount),
    /** Changes the price and its tiers: `5` raises them by 5 %, `-5` lowers them. */
    price_percent: z.optional(PricePercent),
    /** To how many decimals a percentage is rounded; six if absent. */
    price_decimals: z.optional(whole(0, 6)),
    /** Instead of the product's own tiers, each so much below its price; `without_tiers` leaves none. */
    tiers: z.optional(
      z
        .array(z.object({ min_quantity: whole(2, 10_000), discount_percent: DiscountPercent }))
        .check(z.minLength(1), z.maxLength(20)),
    ),
    without_tiers: z.optional(z.literal(true)),
    on_sale: z.optional(z.boolean()),
    category_id: z.optional(Id),
    warranty_hours: z.optional(whole(0)),
    visibility: z.optional(z.enum(VISIBILITIES)),
    level_ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(50))),
    sort_order: z.optional(whole(-1_000_000, 1_000_000)),
  }),
};

/** Why a product or a line of the file cannot be changed so. */
export const GOODS_PROBLEMS = [
  /** No such product. */
  'unknown',
  /** The id is one product's, the name another's. */
  'name',
  'repeated',
  /** Cells stand in no column. */
  'fields',
  'price',
  'floor',
  'price_tiers',
  'category_id',
  'on_sale',
  'visibility',
  'level_ids',
  'min_quantity',
  'max_quantity',
  'warranty_hours',
  'sort_order',
  /** Below what the shop may sell alone, and the caller may not set prices. */
  'belowFloor',
  /** Another proposal for the product waits. */
  'proposalOpen',
] as const;
export type GoodsProblem = (typeof GOODS_PROBLEMS)[number];

const Changed = z.object({
  /** Null of a new product. */
  goods_id: z.nullable(Id),
  name: z.string(),
  /** The values as the file has them; `before` is empty of a new product. */
  fields: z.array(z.object({ field: z.enum(GOODS_FIELDS), before: z.string(), after: z.string() })),
});

export const GoodsPreview = z.object({
  /** Stands for exactly this change: it is made as it was shown, or not at all. */
  digest: z.string(),
  /** Products that were looked at, how many of them change, and how many are new. */
  matched: z.int(),
  changed: z.int(),
  created: z.int(),
  /** How many wait for a second person with their prices. */
  proposed: z.int(),
  /** The first hundred. */
  items: z.array(Changed),
  /** With any of them, nothing is changed; the first hundred. `line`: of the file. */
  problems: z.array(
    z.object({
      goods_id: z.nullable(Id),
      name: z.string(),
      line: z.nullable(z.int()),
      problem: z.enum(GOODS_PROBLEMS),
      value: z.string(),
    }),
  ),
  problems_count: z.int(),
  /** Products whose new prices rise with the quantity, the first 20 of so many; `effect` does not name them again. */
  dearer: z.array(Dearer),
  dearer_count: z.int(),
  /** Null where no price changes. */
  effect: z.nullable(PriceEffect),
});
export type GoodsPreview = z.infer<typeof GoodsPreview>;

/** What was changed; `audit_id` names the entry that `undoGoodsChange` takes, null where nothing was. */
const Done = z.object({
  changed: z.int(),
  created: z.int(),
  proposed: z.int(),
  audit_id: z.nullable(Id),
});

const confirmed = { digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)), reason: z.optional(Reason) };

const file = {
  text: Text.check(z.minLength(1), z.maxLength(900_000), z.regex(/^[\P{Cc}\n\r\t]*$/u)),
  decimal_sign: z.optional(DecimalSign),
};

export const goodsChangesEndpoints = endpoints({
  previewGoodsChange: {
    perMinute: 60,
    summary:
      'What one change would do to several products, named or all that match a filter; changes nothing',
    body: z.object(Chosen),
    data: GoodsPreview,
  },
  changeGoods: {
    freshCode: true,
    idempotent: true,
    summary:
      'Change several products in one step, as the preview showed it: all of them, or none. Prices below a floor, and ' +
      'smaller minimum orders at such prices, become proposals for a second person',
    body: z.object({ ...Chosen, ...confirmed }),
    data: Done,
  },
  previewCatalogue: {
    perMinute: 30,
    summary:
      'Compare a table (CSV, or pasted from a spreadsheet) with the products, without saving it. Its first line names ' +
      'the columns as the export does: id, and any of the others. A line without an id is a new product',
    body: z.object(file),
    data: z.extend(GoodsPreview, { question: AmountQuestion }),
  },
  applyCatalogue: {
    freshCode: true,
    idempotent: true,
    summary: 'Change and create products as a table says and its preview showed: all of it, or nothing',
    body: z.object({ ...file, ...confirmed }),
    data: Done,
  },
  undoGoodsChange: {
    freshCode: true,
    summary:
      'Reverse a change of products by its entry in the audit log. If anything that it set was changed since, nothing ' +
      'is reversed, and the refusal names it',
    params: z.object({ id: Id }),
    data: Done,
  },
});
