import { sql, type Selectable } from 'kysely';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import type { CategoriesTable, GoodsTable } from './goods.tables.ts';
import type { PriceTier } from './unit-price.ts';

export type GoodsRow = Selectable<GoodsTable> & { readonly tiers: readonly PriceTier[] };
export type CategoryRow = Selectable<CategoriesTable>;

type GoodsFilter = {
  readonly categoryId?: bigint | undefined;
  readonly words?: string | undefined;
  readonly isOnSale?: boolean | undefined;
};

/** All categories in their sort order; there are few. */
export const listCategoryRows = (db: Db): Promise<CategoryRow[]> =>
  db.selectFrom('categories').selectAll().orderBy('sort').orderBy('id').execute();

/** Products on sale, in their sort order. */
export const listGoodsOnSale = (db: Db, filter: GoodsFilter): Promise<GoodsRow[]> =>
  listGoodsRows(db, { ...filter, isOnSale: true });

/** In their sort order; `words` are searched in names and descriptions of any language. */
export async function listGoodsRows(db: Db, filter: GoodsFilter): Promise<GoodsRow[]> {
  let query = db.selectFrom('goods').selectAll().orderBy('sort').orderBy('id');
  if (filter.isOnSale !== undefined) query = query.where('on_sale', '=', filter.isOnSale);
  if (filter.categoryId !== undefined) query = query.where('category_id', '=', filter.categoryId);
  if (filter.words !== undefined) {
    const pattern = `%${filter.words.replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where(sql<boolean>`(name::text || description::text) ilike ${pattern}`);
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

/** The separator, number and names of the fields of a product's accounts. Throws for an unknown product. */
export async function readAccountFormat(
  db: Db,
  goodsId: bigint,
): Promise<{ separator: string; columns: number; columnNames: readonly string[] }> {
  const { separator, columns } = await db
    .selectFrom('goods')
    .select(['separator', 'columns'])
    .where('id', '=', goodsId)
    .executeTakeFirstOrThrow();
  return { separator, columns: columns.length, columnNames: columns };
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
