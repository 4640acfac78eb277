import { sql } from 'kysely';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import { readSetting } from '../settings/index.ts';
import { findRollup } from './rollups.sql.ts';

const WEEK_DAYS = 7;

/**
 * How many accounts of each product were sold, ever and in the last seven days of the shop's calendar, as far as they
 * are rolled up: at most seconds behind. Later sales are left out, because every view of the shop's list would have to
 * add them. Products without sales are absent.
 */
export async function countSoldGoods(
  db: Db,
  goodsIds: readonly bigint[],
  now: Date,
): Promise<Map<bigint, { ever: bigint; week: bigint }>> {
  const rollup = await findRollup(db, await readSetting(db, 'timeZone'));
  const wanted = sql`any(${idArray(goodsIds)}::bigint[])`;
  const today = sql`(${now}::timestamptz at time zone ${rollup.time_zone}::text)::date`;
  const { rows } = await sql<{ goods_id: bigint; ever: bigint; week: bigint }>`
    select sold.goods_id, sold.items as ever, coalesce(late.items, 0)::bigint as week
    from sold_goods sold
    left join (
      select key, sum(items) as items from sales_by_day
      where rollup_id = ${rollup.id} and by = 'goods' and key = ${wanted}
        and day > ${today} - ${WEEK_DAYS}::int and day <= ${today}
      group by key) late on late.key = sold.goods_id
    where sold.rollup_id = ${rollup.id} and sold.goods_id = ${wanted}`.execute(db);
  return new Map(rows.map(({ goods_id, ever, week }) => [goods_id, { ever, week }]));
}
