import { sql, type Selectable } from 'kysely';
import { idArray, inParts, textArray } from '../../../platform/db/arrays.ts';
import type { Db } from '../../../platform/db/db.ts';
import { runQuery } from '../../../platform/db/pipeline.ts';
import {
  lockRanges,
  rangeSplitLocks,
  type ItemRange,
  type Lane,
  type FreeRange,
  type StockWithdrawalsTable,
} from '../stock.sql.ts';

export const firstsOf = (ranges: readonly ItemRange[]): string =>
  idArray(ranges.map((range) => range.firstId));
export const endsOf = (ranges: readonly ItemRange[]): string => idArray(ranges.map((range) => range.endId));

/** Differs from the number of every other advisory lock in the shop. */
const UNSOLD_LOCK = 7_045;

/**
 * Serializes what moves, withdraws and restores unsold items: until the transaction ends, only imports and orders change
 * where items are free. Taken before the rows of a transaction are locked, and before `lockImports`.
 */
export async function lockUnsold(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${UNSOLD_LOCK})`.execute(db);
}

/** The stock lanes in which some of the items are free now; with `lockUnsold`, those in which they stay. */
export async function findLanes(db: Db, items: readonly ItemRange[]): Promise<Lane[]> {
  const { rows } = await sql<Lane>`
    select distinct goods_id as "goodsId", gender from (
      select free.goods_id, free.gender
      from unnest(${firstsOf(items)}::bigint[], ${endsOf(items)}::bigint[]) as wanted (first_id, end_id)
      join stock_ranges free on free.next_id < wanted.end_id and free.end_id > wanted.first_id) as found
    order by 1, 2`.execute(db);
  return rows;
}

/** Items of one stock lane. */
export type LaneRange = ItemRange & Lane;

/** Takes the free ones of the items off sale and returns them. Waits for orders under way, and they wait for it. */
export async function takeOffSale(
  db: Db,
  lanes: readonly Lane[],
  items: readonly ItemRange[],
): Promise<LaneRange[]> {
  const cuts = cutRanges(await lockRanges(db, lanes, 'waitForAll'), items);
  if (cuts.length === 0) return [];
  await sql`delete from stock_ranges where id = any(${idArray(cuts.map(({ range }) => range.id))}::bigint[])`.execute(
    db,
  );
  const rest = cuts.flatMap(({ range: { goodsId, gender }, left }) =>
    left.map(({ firstId, endId }) => ({ goods_id: goodsId, gender, next_id: firstId, end_id: endId })),
  );
  for (const part of inParts(rest)) await db.insertInto('stock_ranges').values(part).execute();
  return takenOf(cuts);
}

type WaitingRange = FreeRange & { readonly batchId: bigint };

/**
 * Takes those of the items out of their imports that wait there, and returns them; `lockUnsold` is held, so that none of
 * these imports goes on sale meanwhile.
 */
export async function takeOffWaiting(db: Db, items: readonly ItemRange[]): Promise<LaneRange[]> {
  const { rows: batches } = await sql<{ id: bigint }>`
    select id from stock_batches where id = any(array(
      select held.batch_id
      from unnest(${firstsOf(items)}::bigint[], ${endsOf(items)}::bigint[]) as wanted (first_id, end_id)
      join stock_waiting_ranges held on held.first_id < wanted.end_id and held.end_id > wanted.first_id))
    order by id for no key update`.execute(db);
  if (batches.length === 0) return [];
  const { rows: waiting } = await sql<WaitingRange>`
    select first_id as id, first_id as "nextId", end_id as "endId", batch_id as "batchId", goods_id as "goodsId", gender
    from stock_waiting_ranges join stock_batches on stock_batches.id = batch_id
    where batch_id = any(${idArray(batches.map(({ id }) => id))}::bigint[])`.execute(db);
  const cuts = cutRanges(waiting, items);
  const cutIds = idArray(cuts.map(({ range }) => range.id));
  await sql`delete from stock_waiting_ranges where first_id = any(${cutIds}::bigint[])`.execute(db);
  const batchOf = new Map(waiting.map(({ id, batchId }) => [id, batchId]));
  const rest = cuts.flatMap(({ range, left }) =>
    left.map(({ firstId, endId }) => ({
      first_id: firstId,
      end_id: endId,
      batch_id: batchOf.get(range.id)!,
    })),
  );
  for (const part of inParts(rest)) await db.insertInto('stock_waiting_ranges').values(part).execute();
  return takenOf(cuts);
}

/**
 * Puts items back that were withdrawn: on sale, or where they waited if their import still does, and they were not moved
 * to another product; `lockUnsold` is held.
 */
export async function putBack(db: Db, items: readonly LaneRange[]): Promise<void> {
  const { rows } = await sql<ItemRange & { batchId: bigint }>`
    select own.batch_id as "batchId", greatest(own.first_id, item.first_id) as "firstId",
      least(own.end_id, item.end_id) as "endId"
    from unnest(
      ${firstsOf(items)}::bigint[], ${endsOf(items)}::bigint[],
      ${idArray(items.map(({ goodsId }) => goodsId))}::bigint[]) as item (first_id, end_id, goods_id)
    join stock_batch_ranges own on own.first_id < item.end_id and own.end_id > item.first_id
    join stock_batches batch on batch.id = own.batch_id and batch.waits_for is not null
      and batch.goods_id = item.goods_id`.execute(db);
  if (rows.length === 0) return putOnSale(db, items);
  const held = rows.map(({ firstId, endId, batchId }) => ({
    first_id: firstId,
    end_id: endId,
    batch_id: batchId,
  }));
  for (const part of inParts(held)) await db.insertInto('stock_waiting_ranges').values(part).execute();
  const ranges = items.map((item) => ({ ...item, id: item.firstId, nextId: item.firstId }));
  const cuts = new Map(cutRanges(ranges, rows).map(({ range, left }) => [range.id, left]));
  const free = items.flatMap((item) =>
    (cuts.get(item.firstId) ?? [item]).map((part) => ({ ...item, ...part })),
  );
  if (free.length > 0) await putOnSale(db, free);
}

/**
 * Puts items on sale that are in no range; `lockUnsold` is held. Ranges of the same lane that they touch become one with
 * them: however small the steps in which stock moves, orders find it in few ranges. Who takes items of other products off
 * sale before has the `rangeSplitLocks` of both.
 */
export async function putOnSale(db: Db, items: readonly LaneRange[]): Promise<void> {
  await runQuery(db, rangeSplitLocks(items));
  const runs = joinTouching([...(await lockBeside(db, items)), ...items]);
  const grown = runs.flatMap(({ ids: [id], ...run }) => (id === undefined ? [] : [{ ...run, id }]));
  await sql`
    delete from stock_ranges where id = any(${idArray(runs.flatMap(({ ids }) => ids.slice(1)))}::bigint[])`.execute(
    db,
  );
  await sql`
    update stock_ranges set next_id = grown.first_id, end_id = grown.end_id
    from unnest(${idArray(grown.map(({ id }) => id))}::bigint[], ${firstsOf(grown)}::bigint[], ${endsOf(grown)}::bigint[])
      as grown (id, first_id, end_id)
    where stock_ranges.id = grown.id`.execute(db);
  const fresh = runs.filter(({ ids }) => ids.length === 0);
  await sql`
    insert into stock_ranges (goods_id, gender, next_id, end_id)
    select * from unnest(
      ${idArray(fresh.map(({ goodsId }) => goodsId))}::bigint[],
      ${textArray(fresh.map(({ gender }) => gender))}::text[],
      ${firstsOf(fresh)}::bigint[], ${endsOf(fresh)}::bigint[])`.execute(db);
}

/**
 * Locks the free ranges that end where items begin, or begin where they end, in the order in which orders lock them.
 * Orders under way are waited for, so a range may touch none when it comes.
 */
async function lockBeside(db: Db, items: readonly LaneRange[]): Promise<(LaneRange & { id: bigint })[]> {
  const { rows } = await sql<LaneRange & { id: bigint }>`
    select id, goods_id as "goodsId", gender, next_id as "firstId", end_id as "endId" from stock_ranges
    where id = any(array(
      select beside.id
      from unnest(
        ${idArray(items.map(({ goodsId }) => goodsId))}::bigint[],
        ${textArray(items.map(({ gender }) => gender))}::text[],
        ${firstsOf(items)}::bigint[], ${endsOf(items)}::bigint[]) as item (goods_id, gender, first_id, end_id)
      cross join lateral (
        select id from stock_ranges before
        where before.goods_id = item.goods_id and before.gender = item.gender and before.end_id = item.first_id
        union all
        select id from (
          select id, next_id from stock_ranges later
          where later.goods_id = item.goods_id and later.gender = item.gender and later.end_id > item.end_id
          order by later.end_id limit 1) as after
        where next_id = item.end_id) as beside))
    order by goods_id, gender, id for no key update`.execute(db);
  return rows;
}

/** Ranges of which those of one lane that touch are one, with the ids of the free ones among them, the lowest first. */
function joinTouching(ranges: readonly (LaneRange & { readonly id?: bigint })[]) {
  const lanes = Map.groupBy(ranges, ({ goodsId, gender }) => `${goodsId}/${gender}`);
  return [...lanes.values()].flatMap((lane) => {
    const runs: (Lane & { firstId: bigint; endId: bigint; ids: bigint[] })[] = [];
    for (const { id, ...range } of lane.toSorted((a, b) => compare(a.firstId, b.firstId))) {
      const last = runs.at(-1);
      const ids = id === undefined ? [] : [id];
      if (last?.endId !== range.firstId) runs.push({ ...range, ids });
      else {
        last.endId = range.endId;
        last.ids.push(...ids);
      }
    }
    return runs.map((run) => ({ ...run, ids: run.ids.toSorted(compare) }));
  });
}

export type Withdrawal = {
  readonly reason: string;
  /** Whether the same texts may be imported again. */
  readonly isForgotten: boolean;
  readonly userId: bigint | null;
  /** Null if the texts are erased at once. */
  readonly restorableUntil: Date | null;
};

/** Returns the number of the withdrawal. */
export async function insertWithdrawals(
  db: Db,
  items: readonly LaneRange[],
  { reason, isForgotten, userId, restorableUntil }: Withdrawal,
  now: Date,
): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    with number as materialized (select nextval('stock_withdrawal_ids') as id),
    added as (
      insert into stock_withdrawals (first_id, end_id, erased_to, is_forgotten, reason, user_id, created_at,
        withdrawal_id, goods_id, gender, restorable_until, newest_item)
      select first_id, end_id, first_id, ${isForgotten}, ${reason}, ${userId}, ${now}, number.id, goods_id, gender,
        ${restorableUntil}, (select last_value from stock_item_ids)
      from number, unnest(
        ${firstsOf(items)}::bigint[], ${endsOf(items)}::bigint[],
        ${idArray(items.map(({ goodsId }) => goodsId))}::bigint[],
        ${textArray(items.map(({ gender }) => gender))}::text[]) as items (first_id, end_id, goods_id, gender))
    select id from number`.execute(db);
  return rows[0]!.id;
}

type WithdrawalRow = Selectable<StockWithdrawalsTable>;

/**
 * Locks the ranges of withdrawals that can be restored: those of one withdrawal, or those with some of the items. None
 * whose texts are being erased is among them.
 */
export async function lockRestorable(
  db: Db,
  {
    withdrawalId,
    items,
  }: { readonly withdrawalId?: bigint | undefined; readonly items?: readonly ItemRange[] },
  now: Date,
): Promise<WithdrawalRow[]> {
  const hasSome = sql`exists (
    select from unnest(${firstsOf(items ?? [])}::bigint[], ${endsOf(items ?? [])}::bigint[]) as wanted (first_id, end_id)
    where gone.first_id < wanted.end_id and gone.end_id > wanted.first_id)`;
  const { rows } = await sql<WithdrawalRow>`
    select gone.* from stock_withdrawals gone
    where gone.erased_to < gone.end_id and gone.erased_to = gone.first_id and gone.restorable_until > ${now}
      and (${withdrawalId ?? null}::bigint is null or gone.withdrawal_id = ${withdrawalId ?? null})
      and (${items === undefined} or ${hasSome})
    order by gone.first_id for update`.execute(db);
  return rows;
}

/** Takes items out of locked withdrawals that can be restored, and returns them; the others stay as they are. */
export async function takeBack(
  db: Db,
  rows: readonly WithdrawalRow[],
  items: readonly ItemRange[],
): Promise<LaneRange[]> {
  const cuts = cutRanges(rows.map(toFreeRange), items);
  const known = new Map(rows.map((row) => [row.first_id, row]));
  const ids = idArray(cuts.map(({ range }) => range.id));
  await sql`delete from stock_withdrawals where first_id = any(${ids}::bigint[])`.execute(db);
  await insertRows(
    db,
    cuts.flatMap(({ range, left }) => left.map((part) => partOf(known.get(range.id)!, part))),
  );
  return takenOf(cuts);
}

const toFreeRange = (row: WithdrawalRow): FreeRange => ({
  id: row.first_id,
  goodsId: row.goods_id!,
  gender: row.gender!,
  nextId: row.first_id,
  endId: row.end_id,
});

const partOf = (row: WithdrawalRow, { firstId, endId }: ItemRange): WithdrawalRow => ({
  ...row,
  first_id: firstId,
  end_id: endId,
  erased_to: firstId,
});

/** Withdrawn items that could be restored no longer can, and are erased like all others; forgotten, if that is asked. */
export async function endRestoring(
  db: Db,
  items: readonly ItemRange[],
  { isForgotten, now }: { readonly isForgotten: boolean; readonly now: Date },
): Promise<void> {
  const rows = await lockRestorable(db, { items }, now);
  if (rows.length === 0) return;
  const taken = await takeBack(db, rows, items);
  await insertRows(
    db,
    taken.map((part) => {
      const row = rows.find((one) => one.first_id <= part.firstId && one.end_id >= part.endId)!;
      const is_forgotten = isForgotten || row.is_forgotten;
      return { ...partOf(row, part), restorable_until: null, is_forgotten };
    }),
  );
}

async function insertRows(db: Db, rows: readonly WithdrawalRow[]): Promise<void> {
  const written = JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  await sql`
    insert into stock_withdrawals
    select * from jsonb_populate_recordset(null::stock_withdrawals, ${written}::jsonb)`.execute(db);
}

type OpenWithdrawal = {
  readonly firstId: bigint;
  readonly endId: bigint;
  readonly erasedTo: bigint;
  readonly isForgotten: boolean;
};

/** One withdrawal whose texts are to be erased and are not all, skipping those that another process is erasing. */
export async function lockOpenWithdrawal(db: Db, now: Date): Promise<OpenWithdrawal | undefined> {
  return db
    .selectFrom('stock_withdrawals')
    .select([
      'first_id as firstId',
      'end_id as endId',
      'erased_to as erasedTo',
      'is_forgotten as isForgotten',
    ])
    .whereRef('erased_to', '<', 'end_id')
    .where((row) => row.or([row('restorable_until', 'is', null), row('restorable_until', '<=', now)]))
    .orderBy('first_id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export async function markErased(db: Db, firstId: bigint, erasedTo: bigint): Promise<void> {
  await db
    .updateTable('stock_withdrawals')
    .set({ erased_to: erasedTo })
    .where('first_id', '=', firstId)
    .execute();
}

/** A free range, what is left of it, and what was cut out of it. */
type CutRange = {
  readonly range: FreeRange;
  readonly left: readonly ItemRange[];
  readonly cut: readonly ItemRange[];
};

const takenOf = (cuts: readonly CutRange[]): LaneRange[] =>
  cuts.flatMap(({ cut, range: { goodsId, gender } }) => cut.map((range) => ({ ...range, goodsId, gender })));

/**
 * Cuts items out of free ranges, which do not overlap. Pure, one pass over both. Returns only the ranges that hold some
 * of the items, by id; items that are not free are skipped. Both lists may be in any order; `wanted` may overlap.
 */
export function cutRanges(free: readonly FreeRange[], wanted: readonly ItemRange[]): CutRange[] {
  const cuts = joinOverlapping(wanted);
  const found: CutRange[] = [];
  let first = 0;
  for (const range of free.toSorted((a, b) => compare(a.nextId, b.nextId))) {
    while (first < cuts.length && cuts[first]!.endId <= range.nextId) first += 1;
    const one = cutOne(range, cuts, first);
    if (one.cut.length > 0) found.push(one);
  }
  return found;
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

function joinOverlapping(ranges: readonly ItemRange[]): ItemRange[] {
  const joined: { firstId: bigint; endId: bigint }[] = [];
  for (const { firstId, endId } of ranges.toSorted((a, b) => compare(a.firstId, b.firstId))) {
    const last = joined.at(-1);
    if (!last || last.endId < firstId) joined.push({ firstId, endId });
    else if (last.endId < endId) last.endId = endId;
  }
  return joined;
}

/** Only cuts from index `from` on can touch the range; those before end before it. */
function cutOne(range: FreeRange, cuts: readonly ItemRange[], from: number): CutRange {
  const left: ItemRange[] = [];
  const cut: ItemRange[] = [];
  let at = range.nextId;
  for (let index = from; index < cuts.length && cuts[index]!.firstId < range.endId; index += 1) {
    const { firstId, endId } = cuts[index]!;
    const start = firstId > at ? firstId : at;
    const end = endId < range.endId ? endId : range.endId;
    if (start > at) left.push({ firstId: at, endId: start });
    cut.push({ firstId: start, endId: end });
    at = end;
  }
  if (at < range.endId) left.push({ firstId: at, endId: range.endId });
  return { range, left, cut };
}
