import { sql, type Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { CategoriesTable, GoodsTable } from './goods.tables.ts';
import type { PriceTier } from './unit-price.ts';

export type GoodsRow = Selectable<GoodsTable> & { readonly tiers: readonly PriceTier[] };
export type CategoryRow = Selectable<CategoriesTable>;

export type GoodsFilter = { readonly categoryId?: bigint | undefined; readonly words?: string | undefined };

export const listCategoryRows = (db: Db): Promise<CategoryRow[]> =>
  db.selectFrom('categories').selectAll().orderBy('sort').orderBy('id').execute();

/** What is on sale, by shelf order; `words` are looked for in names and descriptions of any language. */
export async function listGoodsOnSale(db: Db, filter: GoodsFilter): Promise<GoodsRow[]> {
  let query = db.selectFrom('goods').selectAll().where('on_sale', '=', true).orderBy('sort').orderBy('id');
  if (filter.categoryId !== undefined) query = query.where('category_id', '=', filter.categoryId);
  if (filter.words !== undefined) {
    const pattern = `%${filter.words.replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where(sql<boolean>`(name::text || description::text) ilike ${pattern}`);
  }
  return withTiers(db, await query.execute());
}

/** Goods by id, on sale or not; unknown ids are absent. */
export async function findGoods(db: Db, ids: readonly bigint[]): Promise<Map<bigint, GoodsRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('goods').selectAll().where('id', 'in', ids).execute();
  return new Map((await withTiers(db, rows)).map((row) => [row.id, row]));
}

async function withTiers(db: Db, rows: readonly Selectable<GoodsTable>[]): Promise<GoodsRow[]> {
  if (rows.length === 0) return [];
  const tiers = await db
    .selectFrom('goods_price_tiers')
    .selectAll()
    .where(
      'goods_id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('min_quantity')
    .execute();
  const byGoods = Map.groupBy(tiers, (tier) => tier.goods_id);
  return rows.map((row) => ({
    ...row,
    tiers: (byGoods.get(row.id) ?? []).map((tier) => ({
      minQuantity: tier.min_quantity,
      priceMicro: tier.price_micro,
    })),
  }));
}
