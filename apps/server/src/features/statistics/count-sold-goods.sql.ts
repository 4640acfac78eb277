import { sql } from 'kysely';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import { readSetting } from '../settings/index.ts';
import { findRollup } from './rollups.sql.ts';

/**
 * How many accounts of each product were ever sold, as far as they are rolled up: at most seconds behind. Later sales
 * are left out, because every view of the shop's list would have to add them. Products without sales are absent.
 */
export async function countSoldGoods(db: Db, goodsIds: readonly bigint[]): Promise<Map<bigint, bigint>> {
  const rollup = await findRollup(db, await readSetting(db, 'timeZone'));
  const rows = await db
    .selectFrom('sold_goods')
    .select(['goods_id', 'items'])
    .where('rollup_id', '=', rollup.id)
    .where(sql<boolean>`goods_id = any(${idArray(goodsIds)}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.goods_id, row.items]));
}
