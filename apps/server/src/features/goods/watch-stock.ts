import { sql } from 'kysely';
import { toBacklog, type Backlog } from '../../platform/backlog.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import { countStock } from '../stock/index.ts';
import type { GoodsRow, Texts } from './goods.sql.ts';

/** Higher features know how many accounts of products were sold in the last seven days; those without sales are absent. */
type WeekLookups = {
  countSold(
    db: Db,
    goodsIds: readonly bigint[],
    now: Date,
  ): Promise<ReadonlyMap<bigint, { readonly week: bigint }>>;
};

/**
 * Announces products that ran out of stock or have some again, and those whose stock is now low. Orders and imports do not look for it themselves:
 * an order sees the first ranges of its lanes only, and must not pay for counting the rest.
 */
export function watchStock(ctx: Ctx, sales: WeekLookups): Promise<{ more: boolean }> {
  return inTransaction(ctx, async (step) => {
    for (const { goodsId, inStock } of await recordStockChanges(step.db, step.clock.now()))
      await step.events.announce(step, inStock ? 'stockReturned' : 'stockRanOut', { goodsId });
    for (const goodsId of await recordLowStock(step, sales))
      await step.events.announce(step, 'stockRanLow', { goodsId });
    return { more: false };
  });
}

const WEEK_DAYS = 7;

type LowRule = Pick<GoodsRow, 'low_at' | 'low_days'>;

/** Whether so much is low by the rule: by what is left, or by how long it lasts at last week's pace. */
export const isLow = (left: number, soldInWeek: bigint, { low_at: at, low_days: days }: LowRule): boolean =>
  (at !== null && left <= at) || (days !== null && left * WEEK_DAYS < Number(soldInWeek) * days);

/** Records which products with a rule of their own are low since the last call, or no longer; returns the former. */
async function recordLowStock({ db, clock }: Ctx, sales: WeekLookups): Promise<bigint[]> {
  const { rows } = await sql<LowRule & { id: bigint; wasLow: boolean; counts: boolean }>`
    select goods.id, low_at, low_days, level.low_since is not null as "wasLow",
      on_sale and (low_at is not null or low_days is not null) as counts
    from goods left join goods_stock_levels level on level.goods_id = goods.id
    where (on_sale and (low_at is not null or low_days is not null)) or level.low_since is not null
    order by goods.id`.execute(db);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [stock, sold] = [await countStock(db, ids), await sales.countSold(db, ids, clock.now())];
  const changed = rows.filter((row) => {
    const { male, female, unspecified } = stock.get(row.id) ?? NONE;
    const now = row.counts && isLow(male + female + unspecified, sold.get(row.id)?.week ?? 0n, row);
    return now !== row.wasLow;
  });
  const [over, low] = [changed.filter(({ wasLow }) => wasLow), changed.filter(({ wasLow }) => !wasLow)];
  await sql`
    update goods_stock_levels set low_since = null
    where goods_id = any(${idArray(over.map(({ id }) => id))}::bigint[])`.execute(db);
  await sql`
    insert into goods_stock_levels (goods_id, in_stock, changed_at, low_since)
    select id, false, ${clock.now()}, ${clock.now()}
    from unnest(${idArray(low.map(({ id }) => id))}::bigint[]) as new (id)
    on conflict (goods_id) do update set low_since = excluded.low_since`.execute(db);
  return low.map(({ id }) => id);
}

const NONE = { male: 0, female: 0, unspecified: 0 };

/** Products whose stock is low by their own rules, and since when. */
export async function countLowStock(db: Db): Promise<Backlog | null> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(low_since) as since
    from goods_stock_levels where low_since is not null`.execute(db);
  return toBacklog(rows[0]);
}

/** The same by product, with how many are left. */
export async function listLowGoods(
  db: Db,
): Promise<{ readonly id: bigint; readonly name: Texts; readonly left: number }[]> {
  const rows = await db
    .selectFrom('goods_stock_levels')
    .innerJoin('goods', 'goods.id', 'goods_id')
    .select(['goods.id', 'name'])
    .where('low_since', 'is not', null)
    .orderBy('goods.id')
    .execute();
  const ids = rows.map(({ id }) => id);
  const stock = ids.length === 0 ? new Map<bigint, typeof NONE>() : await countStock(db, ids);
  return rows.map((row) => {
    const { male, female, unspecified } = stock.get(row.id) ?? NONE;
    return { ...row, left: male + female + unspecified };
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
