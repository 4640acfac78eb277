import * as z from 'zod/mini';
import { Proposal, Reason } from '../approvals.ts';
import { SortOrder } from '../goods/categories.ts';
import { ListPrice, PriceEffect } from './price-effect.ts';
import { LevelName } from './prices.ts';
import { endpoints, tableFile, tableFormat } from '../wire/endpoint.ts';
import {
  AmountQuestion,
  decimal,
  DecimalSign,
  Id,
  inLanguages,
  line,
  Nothing,
  page,
  pageQuery,
  period,
  PositiveAmount,
  Text,
  Time,
  UsdtAmount,
  Username,
  wholeListQuery,
  whole,
} from '../wire/values.ts';

/** What the operator sets: levels of buyers, price lists, promotions, coupons. */

/** Percent with at most two decimals, below a hundred. */
const Discount = decimal(2).check(z.regex(/^\d{1,2}(\.\d{1,2})?$/, 'Not a percentage below 100'));
const CouponPercent = decimal(2).check(
  z.regex(/^(?=.*[1-9])(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, 'Not a percentage'),
);

export const BuyerLevel = z.extend(LevelName, {
  names: inLanguages(z.string()),
  /** Percent off the product's price, with at most two decimals. */
  discount_percent: z.string(),
  /** Reached by orders for so much; null: by hand only. */
  turnover: z.nullable(z.string()),
  /** Within so many days; null: ever. */
  turnover_days: z.nullable(z.int()),
  /** Of two levels that a buyer has reached, the higher counts. */
  sort: z.int(),
  buyers: z.int(),
});
export type BuyerLevel = z.infer<typeof BuyerLevel>;

const LevelFields = z.object({
  names: inLanguages(line(40)).check(
    z.refine((texts) => Object.values(texts).some((text) => text), 'No name in any language'),
  ),
  colour: z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
  discount_percent: z._default(Discount, '0'),
  turnover: z.optional(PositiveAmount),
  /** Needs a turnover. */
  turnover_days: z.optional(whole(1, 3_650)),
  sort: SortOrder,
});

export const PRICE_LIST_KINDS = ['level', 'buyer', 'promotion'] as const;
export type PriceListKind = (typeof PRICE_LIST_KINDS)[number];

/** `off`: switched off; the others follow from the period. */
export const PRICE_STATES = ['waiting', 'running', 'over', 'off'] as const;
export type PriceState = (typeof PRICE_STATES)[number];

export const PriceList = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(PRICE_LIST_KINDS),
  /** Whose it is, by kind; a promotion is for everybody. */
  level: z.nullable(LevelName),
  user: z.nullable(z.object({ id: Id, username: z.string() })),
  starts_at: Time,
  /** The first moment at which it no longer counts; null: without an end. */
  ends_at: z.nullable(Time),
  is_on: z.boolean(),
  state: z.enum(PRICE_STATES),
  products: z.int(),
  created_at: Time,
});
export type PriceList = z.infer<typeof PriceList>;

export const PriceListDetails = z.extend(PriceList, { prices: z.array(ListPrice) });
export type PriceListDetails = z.infer<typeof PriceListDetails>;

/** The most lines of a price list. */
export const MOST_LIST_PRICES = 5_000;

/** Why prices below a floor should be approved. */
const reason = z.optional(Reason);

/** A list with prices below a floor is a proposal first; until a second person approves, nothing changes. */
const WrittenList = z.object({ list: z.nullable(PriceList), proposal: z.nullable(Proposal) });

const PriceListFields = z.object({
  name: line(80, 1),
  kind: z.enum(PRICE_LIST_KINDS),
  /** Of a level's list. */
  level_id: z.optional(Id),
  /** Of a buyer's list. */
  username: z.optional(Username),
  /** From now on if absent. */
  starts_at: z.optional(Time),
  ends_at: z.optional(Time),
  is_on: z._default(z.boolean(), true),
  prices: z
    .array(z.object({ goods_id: Id, min_quantity: z._default(whole(1, 10_000), 1), price: PositiveAmount }))
    .check(z.minLength(1), z.maxLength(MOST_LIST_PRICES)),
});

export const COUPON_KINDS = ['percent', 'fixed'] as const;
export type CouponKind = (typeof COUPON_KINDS)[number];

export const Coupon = z.object({
  id: Id,
  code: z.string(),
  note: z.string(),
  kind: z.enum(COUPON_KINDS),
  /** By kind, the other is null. */
  percent: z.nullable(z.string()),
  amount: z.nullable(z.string()),
  /** Of the order before the coupon. */
  min_total: z.string(),
  max_discount: z.nullable(z.string()),
  /** Each empty for all. */
  goods_ids: z.array(Id),
  category_ids: z.array(Id),
  level_ids: z.array(Id),
  usernames: z.array(z.string()),
  first_order: z.boolean(),
  per_buyer: z.nullable(z.int()),
  max_uses: z.nullable(z.int()),
  uses: z.int(),
  /** Whether it comes on top of a price below the product's own. */
  combinable: z.boolean(),
  starts_at: Time,
  ends_at: z.nullable(Time),
  is_on: z.boolean(),
  /** `used`: as often as it may be. */
  state: z.enum([...PRICE_STATES, 'used']),
  created_at: Time,
});
export type Coupon = z.infer<typeof Coupon>;

/** The most codes made at once. */
export const MOST_COUPONS = 1_000;

const Ids = z._default(z.array(Id).check(z.maxLength(500)), []);

const CouponFields = z.object({
  /** A code of one's own, in capitals; without one, `count` codes are made. */
  code: z.optional(z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9][A-Z0-9_-]{2,31}$/))),
  count: z._default(whole(1, MOST_COUPONS), 1),
  /** What codes that are made begin with. */
  prefix: z._default(z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9]{0,12}$/)), ''),
  note: z._default(line(200), ''),
  kind: z.enum(COUPON_KINDS),
  percent: z.optional(CouponPercent),
  amount: z.optional(PositiveAmount),
  min_total: z._default(UsdtAmount, '0'),
  max_discount: z.optional(PositiveAmount),
  goods_ids: Ids,
  category_ids: Ids,
  level_ids: Ids,
  usernames: z._default(z.array(Username).check(z.maxLength(500)), []),
  first_order: z._default(z.boolean(), false),
  per_buyer: z.optional(whole(1, 1_000_000)),
  max_uses: z.optional(whole(1, 1_000_000)),
  combinable: z._default(z.boolean(), false),
  starts_at: z.optional(Time),
  ends_at: z.optional(Time),
});

const CouponSwitch = z.object({
  ids: z.array(Id).check(z.minLength(1), z.maxLength(500)),
  is_on: z.boolean(),
});

/** `products`: the id is one product's, the name another's. `most`: more than an order of the product may have. */
export const PRICE_FILE_PROBLEMS = [
  'fields',
  'product',
  'products',
  'quantity',
  'most',
  'price',
  'repeated',
] as const;
export type PriceFileProblem = (typeof PRICE_FILE_PROBLEMS)[number];

/** As it came: a line is found by its number in the file. */
const TableText = Text.check(z.minLength(1), z.maxLength(900_000), z.regex(/^[\P{Cc}\n\r\t]*$/u));

const LevelId = z.object({ id: Id });
const ListId = z.object({ id: Id });
const UserId = z.object({ id: Id });

const couponFilter = {
  /** What the code or the note begins with. */
  q: z.optional(line(100)),
  state: z.optional(z.enum(['on', 'off'])),
  /** When they were made. */
  ...period,
};

export const priceSettingEndpoints = endpoints({
  listBuyerLevels: {
    summary: 'Levels of buyers, the highest first',
    query: z.object(wholeListQuery),
    data: page(BuyerLevel),
  },
  createBuyerLevel: {
    freshCode: true,
    summary: 'Create a level of buyers',
    body: LevelFields,
    data: BuyerLevel,
  },
  updateBuyerLevel: {
    freshCode: true,
    summary: 'Replace a level; its discount ends at the floor of a product',
    params: LevelId,
    body: LevelFields,
    data: BuyerLevel,
  },
  deleteBuyerLevel: {
    freshCode: true,
    summary: 'Delete a level that no buyer has and that no price list, product, bonus or coupon is for',
    params: LevelId,
    data: Nothing,
  },
  readUserPrices: {
    summary: "A buyer's level and own price lists",
    params: UserId,
    data: z.object({
      level: z.nullable(LevelName),
      /** Set by hand: turnover does not change it. */
      level_held: z.boolean(),
      /** With the first of their prices. */
      lists: z.array(z.extend(PriceListDetails, { prices_count: z.int() })),
    }),
  },
  setUserLevel: {
    freshCode: true,
    summary:
      "Set a buyer's level by hand. Held, turnover does not change it; without a level, they have none",
    params: UserId,
    body: z.object({ level_id: z.optional(Id), held: z._default(z.boolean(), true) }),
    data: Nothing,
  },
  listPriceLists: {
    summary: 'Price lists of levels and buyers, and promotions, newest first',
    query: z.object({
      ...pageQuery,
      /** Only promotions, or only lists of levels and buyers. */
      promotion: z.optional(z.enum(['true', 'false'])),
      /** What the list's name or its buyer's begins with. */
      q: z.optional(line(80)),
    }),
    data: page(PriceList),
  },
  readPriceList: { summary: 'A price list with its prices', params: ListId, data: PriceListDetails },
  exportPriceList: {
    summary: 'The prices of a list as a CSV or XLSX file, which can be read again',
    params: ListId,
    query: z.object(tableFormat),
    ...tableFile,
  },
  exportProposedPrices: {
    summary: 'All prices of a proposed list beside those that it had, as a CSV or XLSX file',
    params: z.object({ content: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
    query: z.object(tableFormat),
    ...tableFile,
  },
  previewPriceFile: {
    perMinute: 30,
    summary:
      'Read prices from a table (CSV, or pasted from a spreadsheet), without saving them. Its first line names the ' +
      'columns: goods_id or product, price, and perhaps min_quantity. With a wrong line, none is imported',
    body: z.object({ text: TableText, decimal_sign: z.optional(DecimalSign) }),
    data: z.object({
      /** Empty if a line is wrong, and while the question has no answer. */
      prices: z.array(ListPrice),
      question: AmountQuestion,
      problems: z.array(z.object({ line: z.int(), problem: z.enum(PRICE_FILE_PROBLEMS), value: z.string() })),
    }),
  },
  createPriceList: {
    freshCode: true,
    summary:
      'Create a price list for a level or a buyer, or a promotion for everybody. Prices below a floor become a proposal',
    body: z.extend(PriceListFields, { reason }),
    data: WrittenList,
  },
  updatePriceList: {
    freshCode: true,
    summary: 'Replace a price list; whom it is for does not change',
    params: ListId,
    body: z.extend(PriceListFields, { reason }),
    data: WrittenList,
  },
  deletePriceList: {
    freshCode: true,
    summary: 'Delete a price list; orders keep what they cost',
    params: ListId,
    data: Nothing,
  },
  listCoupons: {
    summary: 'Coupons with their uses, newest first',
    query: z.object({ ...pageQuery, ...couponFilter }),
    data: page(Coupon),
  },
  exportCoupons: {
    freshCode: true,
    summary: 'Filtered coupons with their codes and uses as a CSV or XLSX file',
    query: z.object({ ...couponFilter, ...tableFormat }),
    ...tableFile,
  },
  createCoupons: {
    freshCode: true,
    summary: 'Create a coupon, or up to a thousand with the same rules; it ends at the floor of a product',
    body: CouponFields,
    /** When they were made: by that they are listed and exported. */
    data: z.object({ created_at: Time, count: z.int() }),
  },
  setCouponsOn: {
    freshCode: true,
    summary: 'Switch coupons on or off',
    body: CouponSwitch,
    data: z.object({ changed: z.int() }),
  },
  previewPrices: {
    perMinute: 30,
    summary: 'What one change of prices would do to the sales of the last 30 days, without making it',
    body: z.object({
      level: z.optional(z.extend(LevelFields, { id: z.optional(Id) })),
      /** A buyer's level, set by hand; without a level, taken away. */
      user_level: z.optional(z.object({ user_id: Id, level_id: z.optional(Id) })),
      price_list: z.optional(z.extend(PriceListFields, { id: z.optional(Id) })),
      /** A list that is deleted. */
      removed_list: z.optional(Id),
      coupon: z.optional(CouponFields),
      /** Coupons that are switched on or off. */
      coupons: z.optional(CouponSwitch),
    }),
    data: PriceEffect,
  },
  previewGoodsPrices: {
    perMinute: 30,
    summary:
      "What a change of a product's prices would do to the sales of the last 30 days, without making it",
    body: z.object({
      id: Id,
      price: PositiveAmount,
      price_tiers: z._default(
        z.array(z.object({ min_quantity: whole(2, 10_000), price: PositiveAmount })).check(z.maxLength(20)),
        [],
      ),
      floor: z.optional(UsdtAmount),
    }),
    data: PriceEffect,
  },
});
