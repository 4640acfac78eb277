import { sql } from 'kysely';
import { crashPoint } from '../../platform/crash-point.ts';
import { idArray, textArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import type { StockGender } from './stock.tables.ts';

/** Items of one product and gender, bought and counted together. */
export type Lane = { readonly goodsId: bigint; readonly gender: StockGender };

/** Free items [nextId, endId). */
export type FreeRange = Lane & { readonly id: bigint; readonly nextId: bigint; readonly endId: bigint };

export type ItemRange = { readonly firstId: bigint; readonly endId: bigint };

export type StockCount = Record<StockGender, number>;

type RangeRow = { id: bigint; goods_id: bigint; gender: StockGender; next_id: bigint; end_id: bigint };

/**
 * How far a look at free stock goes. `free` passes over ranges that others hold, `first` waits for them; both
 * read the first few of a lane only, so stock may be larger than seen. `all` waits for every one.
 */
export type Reach = 'free' | 'first' | 'all';

/** So many ranges of a lane are read at first: an order rarely needs more than one. */
const FIRST_RANGES = 64;

/**
 * Locks free ranges of the lanes. Whoever waits does so in one order (goods, gender, id), so that no deadlock
 * arises.
 */
export async function lockRanges(db: Db, lanes: readonly Lane[], reach: Reach): Promise<FreeRange[]> {
  const wanted = [...new Map(lanes.map((lane) => [`${lane.goodsId}/${lane.gender}`, lane])).values()];
  const table = sql`
    (select * from unnest(
      ${idArray(wanted.map((lane) => lane.goodsId))}::bigint[],
      ${textArray(wanted.map((lane) => lane.gender))}::text[]) as lane (goods_id, gender)
    order by goods_id, gender)`;
  const limit = reach === 'all' ? sql`` : sql`limit ${FIRST_RANGES}`;
  const passOver = reach === 'free' ? sql`skip locked` : sql``;
  const lock = () =>
    sql<RangeRow>`
      select free.* from ${table} as lane, lateral (
        select id, goods_id, gender, next_id, end_id from stock_ranges r
        where r.goods_id = lane.goods_id and r.gender = lane.gender
        order by id ${limit} for no key update ${passOver}) as free`.execute(db);
  // Only a second statement sees ranges that came into being while the first one waited.
  if (reach === 'all') await lock();
  const { rows } = await lock();
  return rows.map(toRange);
}

const toRange = (row: RangeRow): FreeRange => ({
  id: row.id,
  goodsId: row.goods_id,
  gender: row.gender,
  nextId: row.next_id,
  endId: row.end_id,
});

/** From where to where a range was taken from. */
export type RangeUse = Pick<FreeRange, 'id' | 'nextId' | 'endId'> & { readonly usedTo: bigint };

/**
 * Writes how far ranges are used up; a range with nothing left goes. Each is changed only where it still
 * stands as it was read, and all must be: whatever happens to the locks, no item leaves a range twice.
 */
export async function shortenRanges(db: Db, uses: readonly RangeUse[]): Promise<void> {
  const left = uses.filter((use) => use.usedTo < use.endId);
  const gone = uses.filter((use) => use.usedTo >= use.endId);
  const changed = await Promise.all([
    left.length === 0
      ? 0n
      : sql`
          update stock_ranges set next_id = used.used_to
          from unnest(
            ${idArray(left.map((use) => use.id))}::bigint[], ${idArray(left.map((use) => use.nextId))}::bigint[],
            ${idArray(left.map((use) => use.usedTo))}::bigint[]) as used (id, next_id, used_to)
          where stock_ranges.id = used.id and stock_ranges.next_id = used.next_id`
          .execute(db)
          .then((result) => result.numAffectedRows!),
    gone.length === 0
      ? 0n
      : sql`
          delete from stock_ranges using unnest(
            ${idArray(gone.map((use) => use.id))}::bigint[], ${idArray(gone.map((use) => use.nextId))}::bigint[],
            ${idArray(gone.map((use) => use.endId))}::bigint[]) as used (id, next_id, end_id)
          where stock_ranges.id = used.id and stock_ranges.next_id = used.next_id
            and stock_ranges.end_id = used.end_id`
          .execute(db)
          .then((result) => result.numAffectedRows!),
  ]);
  if (changed[0] + changed[1] !== BigInt(uses.length)) throw new Error('a range changed while it was held');
  crashPoint('order: stock taken');
}

/** Free items by product and gender; products without any are absent. */
export async function countStock(db: Db, goodsIds: readonly bigint[]): Promise<Map<bigint, StockCount>> {
  const { rows } = await sql<{ goods_id: bigint; gender: StockGender; free: number }>`
    select goods_id, gender, sum(end_id - next_id)::int as free from stock_ranges
    where goods_id = any(${goodsIds}::bigint[]) group by goods_id, gender`.execute(db);
  const counts = new Map<bigint, StockCount>();
  for (const row of rows) {
    const count = counts.get(row.goods_id) ?? { unspecified: 0, male: 0, female: 0 };
    counts.set(row.goods_id, { ...count, [row.gender]: row.free });
  }
  return counts;
}
