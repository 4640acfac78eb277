import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import './goods.tables.ts';

export type StockLevel = { readonly goodsId: bigint; readonly inStock: boolean };

/**
 * Records which products ran out of stock or have some again since the last call, and returns those. A product
 * that was never recorded counts as out of stock. A range that is used up is deleted, so one that exists is stock.
 */
export async function recordStockChanges(db: Db, now: Date): Promise<StockLevel[]> {
  const { rows } = await sql<StockLevel>`
    insert into goods_stock_levels as level (goods_id, in_stock, changed_at)
    select goods.id, not coalesce(known.in_stock, false), ${now}
    from goods left join goods_stock_levels known on known.goods_id = goods.id
    where coalesce(known.in_stock, false) <>
      exists (select from stock_ranges range where range.goods_id = goods.id)
    on conflict (goods_id) do update set in_stock = excluded.in_stock, changed_at = excluded.changed_at
    returning goods_id as "goodsId", in_stock as "inStock"`.execute(db);
  return rows;
}
