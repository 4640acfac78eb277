import { sql } from 'kysely';
import { idArray, textArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import { runQuery, query, type Query, type Write } from '../../platform/db/pipeline.ts';
import type { StockGender } from './stock.tables.ts';

/** Items of one product and gender, bought and counted together. */
export type Lane = { readonly goodsId: bigint; readonly gender: StockGender };

/** Free items [nextId, endId). */
export type FreeRange = Lane & { readonly id: bigint; readonly nextId: bigint; readonly endId: bigint };

export type ItemRange = { readonly firstId: bigint; readonly endId: bigint };

export type StockCount = Record<StockGender, number>;

type RangeRow = {
  readonly id: string;
  readonly goods_id: string;
  readonly gender: StockGender;
  readonly next_id: string;
  readonly end_id: string;
};

/**
 * How far a look at free stock goes. `free` passes over ranges that others hold, and reads the first few of a
 * lane only, so stock may be larger than seen. `all` waits for every one.
 */
export type Reach = 'free' | 'all';

/** The first ranges of a lane: an order rarely needs more than one. */
const SOME = sql`limit 64 for no key update skip locked`;
const ALL = sql`for no key update`;

/**
 * Locks free ranges of the lanes. Whoever waits does so in one order (goods, gender, id), so that no deadlock
 * arises.
 */
export function freeRanges(lanes: readonly Lane[], reach: Reach): Query<RangeRow, FreeRange[]> {
  const wanted = [...new Map(lanes.map((lane) => [`${lane.goodsId}/${lane.gender}`, lane])).values()];
  const table = sql`
    (select * from unnest(
      ${idArray(wanted.map((lane) => lane.goodsId))}::bigint[],
      ${textArray(wanted.map((lane) => lane.gender))}::text[]) as lane (goods_id, gender)
    order by goods_id, gender)`;
  return query(
    sql`
      select free.* from ${table} as lane, lateral (
        select id::text, goods_id::text, gender, next_id::text, end_id::text from stock_ranges r
        where r.goods_id = lane.goods_id and r.gender = lane.gender
        order by r.id ${reach === 'all' ? ALL : SOME}) as free`,
    (rows) => rows.map(toRange),
  );
}

/** Apart from every other number that something of the shop is locked under. */
const PIECES_LOCK = 740;

/**
 * Holds the products' ranges in their pieces: a withdrawal cuts one in two, and whoever waits for the one would
 * not see the other. For whoever wants all ranges, before they are locked; a look at free ones never waits here.
 */
export function pieces(lanes: readonly Lane[]): Query<unknown, void> {
  const goodsIds = [...new Set(lanes.map((lane) => lane.goodsId))];
  return query(
    sql`
      select pg_advisory_xact_lock(${PIECES_LOCK}::int, hashint8(goods_id))
      from (select unnest(${idArray(goodsIds)}::bigint[]) as goods_id order by 1) as goods`,
    () => undefined,
  );
}

/** Locks and reads. Only a second statement sees ranges that came into being while the first one waited. */
export async function lockRanges(db: Db, lanes: readonly Lane[], reach: Reach): Promise<FreeRange[]> {
  if (reach === 'all') {
    await runQuery(db, pieces(lanes));
    await runQuery(db, freeRanges(lanes, reach));
  }
  return runQuery(db, freeRanges(lanes, reach));
}

const toRange = (row: RangeRow): FreeRange => ({
  id: BigInt(row.id),
  goodsId: BigInt(row.goods_id),
  gender: row.gender,
  nextId: BigInt(row.next_id),
  endId: BigInt(row.end_id),
});

/** From where to where a range was taken from. */
export type RangeUse = Pick<FreeRange, 'id' | 'nextId' | 'endId'> & { readonly usedTo: bigint };

/**
 * How far ranges are used up; a range with nothing left goes. Each is changed only where it still stands as it
 * was read, and all must be: whatever happens to the locks, no item leaves a range twice.
 */
export function shortenRanges(uses: readonly RangeUse[]): Write[] {
  const left = uses.filter((use) => use.usedTo < use.endId);
  const gone = uses.filter((use) => use.usedTo >= use.endId);
  const orElse = 'a range changed while it was held';
  const shorten = sql`
    update stock_ranges set next_id = used.used_to
    from unnest(
      ${idArray(left.map((use) => use.id))}::bigint[], ${idArray(left.map((use) => use.nextId))}::bigint[],
      ${idArray(left.map((use) => use.usedTo))}::bigint[]) as used (id, next_id, used_to)
    where stock_ranges.id = used.id and stock_ranges.next_id = used.next_id returning 1`;
  const remove = sql`
    delete from stock_ranges using unnest(
      ${idArray(gone.map((use) => use.id))}::bigint[], ${idArray(gone.map((use) => use.nextId))}::bigint[],
      ${idArray(gone.map((use) => use.endId))}::bigint[]) as used (id, next_id, end_id)
    where stock_ranges.id = used.id and stock_ranges.next_id = used.next_id
      and stock_ranges.end_id = used.end_id returning 1`;
  return [
    ...(left.length > 0 ? [{ statement: shorten, mustChange: { rows: left.length, orElse } }] : []),
    ...(gone.length > 0 ? [{ statement: remove, mustChange: { rows: gone.length, orElse } }] : []),
  ];
}

/**
 * Puts [firstId, endId) on sale: at the end of the range that the import filled last, or of the lane's last, where
 * that is still its neighbour, else as a range of its own. The fewer ranges, the less a large order has to look at.
 */
export async function addRange(
  db: Db,
  lane: Lane,
  { firstId, endId }: ItemRange,
  lastRangeId: bigint | null,
): Promise<bigint> {
  const grown = await sql<{ id: bigint }>`
    update stock_ranges set end_id = ${endId}
    where end_id = ${firstId} and id = coalesce(${lastRangeId}::bigint, (
      select max(id) from stock_ranges where goods_id = ${lane.goodsId} and gender = ${lane.gender}))
    returning id`.execute(db);
  if (grown.rows[0]) return grown.rows[0].id;
  const added = await sql<{ id: bigint }>`
    insert into stock_ranges (goods_id, gender, next_id, end_id)
    values (${lane.goodsId}, ${lane.gender}, ${firstId}, ${endId}) returning id`.execute(db);
  return added.rows[0]!.id;
}

/** The free items of a product from that id on, by id; of one gender or one import where that is said. */
export async function findFreeRanges(
  db: Db,
  { goodsId, gender, batchId }: { goodsId: bigint; gender?: StockGender; batchId?: bigint },
  fromId: bigint,
  limit: number,
): Promise<ItemRange[]> {
  const ofBatch = sql`
    join stock_batch_ranges own on own.batch_id = ${batchId ?? null}
      and own.first_id < free.end_id and own.end_id > free.next_id`;
  const { rows } = await sql<ItemRange>`
    select greatest(first_id, ${fromId}) as "firstId", end_id as "endId" from (
      select ${batchId === undefined ? sql`free.next_id` : sql`greatest(free.next_id, own.first_id)`} as first_id,
        ${batchId === undefined ? sql`free.end_id` : sql`least(free.end_id, own.end_id)`} as end_id
      from stock_ranges free ${batchId === undefined ? sql`` : ofBatch}
      where free.goods_id = ${goodsId} and (${gender ?? null}::text is null or free.gender = ${gender ?? null})
    ) as found
    where end_id > ${fromId} order by first_id limit ${limit}`.execute(db);
  return rows;
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
