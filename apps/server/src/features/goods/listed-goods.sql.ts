import { sql, type Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { GoodsTable } from './goods.tables.ts';

/** A product whose page anyone can find; changed by an operator, or because stock ran out or returned. */
type ListedGoods = Pick<Selectable<GoodsTable>, 'id' | 'name'> & { readonly changedAt: Date };

/** Products on sale, in stock or not. */
export async function countListedGoods(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('goods')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('on_sale', '=', true)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Products on sale, in the order of their ids. */
export const listListedGoods = (
  db: Db,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<ListedGoods[]> =>
  db
    .selectFrom('goods')
    .leftJoin('goods_stock_levels as level', 'level.goods_id', 'goods.id')
    .select(['goods.id', 'goods.name'])
    .select(sql<Date>`greatest(goods.updated_at, level.changed_at)`.as('changedAt'))
    .where('goods.on_sale', '=', true)
    .orderBy('goods.id')
    .offset(offset)
    .limit(limit)
    .execute();
