import { sql, type Selectable, type Generated, type JSONColumnType } from 'kysely';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Gender, Language, StockDisplay, Visibility } from '@portside/contract';
import type { PriceTier } from '@portside/contract/wire/price';

export type GoodsRow = Selectable<GoodsTable> & { readonly tiers: readonly PriceTier[] };
export type CategoryRow = Selectable<CategoriesTable>;
export type CountedCategoryRow = CategoryRow & { readonly goods: number; readonly subcategories: number };

type GoodsFilter = {
  readonly categoryId?: bigint | undefined;
  readonly familyId?: bigint | undefined;
  readonly words?: string | undefined;
  readonly isOnSale?: boolean | undefined;
  /** Only what the lists of a buyer of this level have; null: of everybody. */
  readonly ofLevel?: bigint | null | undefined;
};

/** All categories in their sort order; there are few. */
export const listCategoryRows = (db: Db): Promise<CategoryRow[]> =>
  db.selectFrom('categories').selectAll().orderBy('sort').orderBy('id').execute();

/** The same by id. */
export const findCategories = async (db: Db): Promise<Map<bigint, CategoryRow>> =>
  new Map((await listCategoryRows(db)).map((row) => [row.id, row]));

/** Products on sale, in their sort order. */
export const listGoodsOnSale = (db: Db, filter: GoodsFilter): Promise<GoodsRow[]> =>
  listGoodsRows(db, { ...filter, isOnSale: true });

/**
 * In their sort order; a category stands for its subcategories too. `words` are searched in names and descriptions of
 * any language, and among the words that people search by.
 */
export async function listGoodsRows(db: Db, filter: GoodsFilter): Promise<GoodsRow[]> {
  let query = db.selectFrom('goods').selectAll().orderBy('sort').orderBy('id');
  if (filter.isOnSale !== undefined) query = query.where('on_sale', '=', filter.isOnSale);
  if (filter.categoryId !== undefined) query = query.where(isWithin(filter.categoryId));
  if (filter.familyId !== undefined) query = query.where('family_id', '=', filter.familyId);
  if (filter.ofLevel !== undefined) query = query.where(isListedFor(filter.ofLevel));
  if (filter.words !== undefined) {
    const pattern = `%${filter.words.replace(/[\\%_]/g, '\\$&')}%`;
    // Of the texts themselves: as JSON, a language's name would be among the words.
    query = query.where(
      sql<boolean>`(array_to_string(search_words, ' ') ilike ${pattern}
        or exists (select from jsonb_each_text(name) as text where text.value ilike ${pattern})
        or exists (select from jsonb_each_text(description) as text where text.value ilike ${pattern}))`,
    );
  }
  const rows = await query.execute();
  const tiers = await findTiers(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({ ...row, tiers: tiers.get(row.id) ?? [] }));
}

/** Products by id, on sale or not; unknown ids are absent. */
export async function findGoods(db: Db, ids: readonly bigint[]): Promise<Map<bigint, GoodsRow>> {
  const [goods, tiers] = await Promise.all([
    db
      .selectFrom('goods')
      .selectAll()
      .where(sql<boolean>`id = any(${idArray(ids)}::bigint[])`)
      .execute(),
    findTiers(db, ids),
  ]);
  return new Map(goods.map((row) => [row.id, { ...row, tiers: tiers.get(row.id) ?? [] }]));
}

/** The ids of its products and of those in its subcategories, on sale or not, in no order. */
export async function findGoodsInCategory(db: Db, categoryId: bigint): Promise<bigint[]> {
  const rows = await db.selectFrom('goods').select('id').where(isWithin(categoryId)).execute();
  return rows.map((row) => row.id);
}

/** What the lists of a buyer of this level have. */
const isListedFor = (levelId: bigint | null) =>
  sql<boolean>`(visibility = 'everybody' or visibility = 'levels' and ${levelId}::bigint = any(level_ids))`;

/** Of the category itself, or of a subcategory. */
const isWithin = (categoryId: bigint) =>
  sql<boolean>`category_id in (select id from categories where ${categoryId} in (id, parent_id))`;

/** Locks products in the order of their ids, so that none deadlock; returns how many exist. */
export async function lockGoods(db: Db, ids: readonly bigint[]): Promise<number> {
  const { rows } = await sql`
    select from goods where id = any(${idArray(ids)}::bigint[]) order by id for no key update`.execute(db);
  return rows.length;
}

async function findTiers(db: Db, goodsIds: readonly bigint[]): Promise<Map<bigint, PriceTier[]>> {
  const rows = await db
    .selectFrom('goods_price_tiers')
    .selectAll()
    .where(sql<boolean>`goods_id = any(${idArray(goodsIds)}::bigint[])`)
    .orderBy('min_quantity')
    .execute();
  const tiers = new Map<bigint, PriceTier[]>();
  for (const row of rows) {
    const known = tiers.get(row.goods_id) ?? [];
    known.push({ minQuantity: row.min_quantity, priceMicro: row.price_micro });
    tiers.set(row.goods_id, known);
  }
  return tiers;
}

/** Text in up to four languages. */
export type Texts = { readonly [L in Language]?: string | undefined };

type CategoriesTable = {
  id: Generated<bigint>;
  name: JSONColumnType<Texts>;
  sort: Generated<number>;
  /** Null on the first level. */
  parent_id: Generated<bigint | null>;
  /** The file name of its picture; null if it has none. */
  image: Generated<string | null>;
  description: JSONColumnType<Texts, string | undefined>;
  /** When an operator last changed it. */
  updated_at: Generated<Date>;
};

export type GoodsTable = {
  id: Generated<bigint>;
  category_id: bigint;
  name: JSONColumnType<Texts>;
  description: JSONColumnType<Texts>;
  price_micro: bigint;
  /** Nothing is sold below it without a second person's consent; null: no floor. */
  floor_micro: Generated<bigint | null>;
  /** What one account cost (`findCosts`), which is a floor too; null: unknown. */
  cost_micro: Generated<bigint | null>;
  min_quantity: number;
  max_quantity: number;
  genders: Gender[];
  warranty_hours: number;
  separator: string;
  columns: string[];
  /** HTML, sanitised; shown to buyers after payment. */
  instruction: JSONColumnType<Texts>;
  /** Whether delivery e-mails have it too. */
  instruction_in_mail: boolean;
  /** Pattern of the name of delivered files; empty: the order number. */
  file_name: string;
  /** The file name of its picture; null if it has none. */
  image: string | null;
  on_sale: Generated<boolean>;
  sort: Generated<number>;
  created_at: Date;
  /** When an operator last changed it. */
  updated_at: Generated<Date>;
  /** The family whose page it shares; null for one with a page of its own. */
  family_id: Generated<bigint | null>;
  visibility: Generated<Visibility>;
  /** A part of its address where its visibility is `link`: 32 hexadecimal digits that nobody guesses. */
  link_key: Generated<string>;
  /** Who sees it, where its visibility is `levels`. */
  level_ids: Generated<bigint[]>;
  /** Accounts that one buyer may have in all, and in a day of the shop; null: any number. */
  most_per_buyer: Generated<number | null>;
  most_per_day: Generated<number | null>;
  /** Null: as the shop's setting says. */
  stock_display: Generated<StockDisplay | null>;
  /** When its stock is low: so many accounts are left, or what so many days sell; null: not by that. */
  low_at: Generated<number | null>;
  low_days: Generated<number | null>;
  newest_first: Generated<boolean>;
  search_words: Generated<string[]>;
};

/** What was last announced of a product's stock. */
type GoodsStockLevelsTable = {
  goods_id: bigint;
  in_stock: boolean;
  changed_at: Date;
  /** Null if it never did. */
  ran_out_at: Generated<Date | null>;
  /** Since when it is low by the product's own rule; null: it is not. */
  low_since: Generated<Date | null>;
};

type GoodsPriceTiersTable = { goods_id: bigint; min_quantity: number; price_micro: bigint };

declare module '../../platform/db/db.ts' {
  interface Database {
    categories: CategoriesTable;
    goods: GoodsTable;
    goods_price_tiers: GoodsPriceTiersTable;
    goods_stock_levels: GoodsStockLevelsTable;
  }
}
