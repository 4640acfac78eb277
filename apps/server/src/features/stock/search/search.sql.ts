import { sql } from 'kysely';
import { idArray } from '../../../platform/db/arrays.ts';
import type { Db } from '../../../platform/db/db.ts';

type StockState = 'free' | 'sold' | 'withdrawn';
type Item = { readonly id: bigint; readonly goodsId: bigint };

/** Whether each item is free, sold or withdrawn. */
export async function findStates(db: Db, items: readonly Item[]): Promise<Map<bigint, StockState>> {
  const { rows } = await sql<{ id: bigint; state: StockState }>`
    select item.id, case
      when exists (
        select from stock_ranges free
        where free.goods_id = item.goods_id and free.next_id <= item.id and free.end_id > item.id) then 'free'
      when item.id < (
        select end_id from stock_withdrawals gone
        where gone.first_id <= item.id order by gone.first_id desc limit 1) then 'withdrawn'
      else 'sold' end as state
    from unnest(
      ${idArray(items.map(({ id }) => id))}::bigint[],
      ${idArray(items.map(({ goodsId }) => goodsId))}::bigint[]) as item (id, goods_id)`.execute(db);
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** How many items were ever imported (`of`), and how many of them up to an id (`passed`). */
export async function countPassed(db: Db, upTo: bigint): Promise<{ passed: number; of: number }> {
  const { rows } = await sql<{ passed: bigint; of: bigint }>`
    select coalesce(sum(greatest(least(end_id, ${upTo}::bigint + 1) - first_id, 0)), 0)::bigint as passed,
      coalesce(sum(end_id - first_id), 0)::bigint as of
    from stock_batch_ranges`.execute(db);
  return { passed: Number(rows[0]!.passed), of: Number(rows[0]!.of) };
}

/** Those of the ids that items ever had, each once, by id. */
export async function findKnownIds(db: Db, ids: readonly bigint[]): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select distinct id from unnest(${idArray(ids)}::bigint[]) as wanted (id)
    where id < (
      select end_id from stock_batch_ranges own where own.first_id <= id order by own.first_id desc limit 1)
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}
