import { inTransaction, type Ctx } from '../../platform/context.ts';
import { sql } from 'kysely';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';

/**
 * Announces products that ran out of stock or have some again. Orders and imports do not look for it themselves:
 * an order sees the first ranges of its lanes only, and must not pay for counting the rest.
 */
export function watchStock(ctx: Ctx): Promise<{ more: boolean }> {
  return inTransaction(ctx, async (step) => {
    for (const { goodsId, inStock } of await recordStockChanges(step.db, step.clock.now()))
      await step.events.announce(step, inStock ? 'stockReturned' : 'stockRanOut', { goodsId });
    return { more: false };
  });
}

type StockLevel = { readonly goodsId: bigint; readonly inStock: boolean };

/**
 * Records which products ran out of stock or have some again since the last call, and returns those. A product
 * that was never recorded counts as out of stock. A range that is used up is deleted, so one that exists is stock.
 */
async function recordStockChanges(db: Db, now: Date): Promise<StockLevel[]> {
  const { rows } = await sql<StockLevel>`
    insert into goods_stock_levels as level (goods_id, in_stock, changed_at)
    select goods.id, not coalesce(known.in_stock, false), ${now}
    from goods left join goods_stock_levels known on known.goods_id = goods.id
    where coalesce(known.in_stock, false) <>
      exists (select from stock_ranges range where range.goods_id = goods.id)
    on conflict (goods_id) do update set in_stock = excluded.in_stock, changed_at = excluded.changed_at,
      ran_out_at = case when excluded.in_stock then level.ran_out_at else excluded.changed_at end
    returning goods_id as "goodsId", in_stock as "inStock"`.execute(db);
  return rows;
}

/** When the products that are in stock came back after they had run out; those that never ran out are absent. */
export async function findReturns(db: Db, goodsIds: readonly bigint[]): Promise<Map<bigint, Date>> {
  const rows = await db
    .selectFrom('goods_stock_levels')
    .select(['goods_id', 'changed_at'])
    .where('in_stock', '=', true)
    .where('ran_out_at', 'is not', null)
    .where(sql<boolean>`goods_id = any(${idArray(goodsIds)}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.goods_id, row.changed_at]));
}
