import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { StockCount } from '../ranges.sql.ts';
import type { StockGender } from '../stock.tables.ts';
import type { UnsoldFilter } from './unsold-filter.ts';

/** How many free items a filter has, by gender. */
export async function countFree(db: Db, { goodsId, ...filter }: UnsoldFilter): Promise<StockCount> {
  const batchId = filter.batchId ?? null;
  const gender = filter.gender ?? null;
  const { rows } = await sql<{ gender: StockGender; free: number }>`
    select free.gender, sum(case when ${batchId}::bigint is null then free.end_id - free.next_id else (
        select coalesce(sum(least(free.end_id, own.end_id) - greatest(free.next_id, own.first_id)), 0)
        from stock_batch_ranges own
        where own.batch_id = ${batchId} and own.first_id < free.end_id and own.end_id > free.next_id)
      end)::int as free
    from stock_ranges free
    where free.goods_id = ${goodsId} and (${gender}::text is null or free.gender = ${gender})
    group by free.gender`.execute(db);
  const counts = { unspecified: 0, male: 0, female: 0 };
  for (const row of rows) counts[row.gender] = row.free;
  return counts;
}
