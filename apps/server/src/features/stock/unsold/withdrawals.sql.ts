import { sql } from 'kysely';
import { idArray } from '../../../platform/db/arrays.ts';
import type { Db } from '../../../platform/db/db.ts';
import { lockRanges, type ItemRange, type Lane, type FreeRange } from '../stock.sql.ts';

const firstsOf = (ranges: readonly ItemRange[]): string => idArray(ranges.map((range) => range.firstId));
const endsOf = (ranges: readonly ItemRange[]): string => idArray(ranges.map((range) => range.endId));

/** The stock lanes in which some of the items are free now. */
export async function findLanes(db: Db, items: readonly ItemRange[]): Promise<Lane[]> {
  const { rows } = await sql<Lane>`
    select distinct goods_id as "goodsId", gender from (
      select free.goods_id, free.gender
      from unnest(${firstsOf(items)}::bigint[], ${endsOf(items)}::bigint[]) as wanted (first_id, end_id)
      join stock_ranges free on free.next_id < wanted.end_id and free.end_id > wanted.first_id) as found
    order by 1, 2`.execute(db);
  return rows;
}

/** Items of one product. */
export type GoodsRange = ItemRange & { readonly goodsId: bigint };

/** Takes the free ones of the items off sale and returns them. Waits for orders under way, and they wait for it. */
export async function takeOffSale(
  db: Db,
  lanes: readonly Lane[],
  items: readonly ItemRange[],
): Promise<GoodsRange[]> {
  const cuts = cutRanges(await lockRanges(db, lanes, 'waitForAll'), items);
  if (cuts.length === 0) return [];
  await sql`delete from stock_ranges where id = any(${idArray(cuts.map(({ range }) => range.id))}::bigint[])`.execute(
    db,
  );
  const rest = cuts.flatMap(({ range: { goodsId, gender }, left }) =>
    left.map(({ firstId, endId }) => ({ goods_id: goodsId, gender, next_id: firstId, end_id: endId })),
  );
  if (rest.length > 0) await db.insertInto('stock_ranges').values(rest).execute();
  return cuts.flatMap(({ cut, range: { goodsId } }) => cut.map((range) => ({ ...range, goodsId })));
}

type Withdrawal = {
  readonly reason: string;
  /** Whether the same texts may be imported again. */
  readonly isForgotten: boolean;
  readonly userId: bigint | null;
};

export async function insertWithdrawals(
  db: Db,
  items: readonly ItemRange[],
  { reason, isForgotten, userId }: Withdrawal,
  now: Date,
): Promise<void> {
  await sql`
    insert into stock_withdrawals (first_id, end_id, erased_to, is_forgotten, reason, user_id, created_at)
    select first_id, end_id, first_id, ${isForgotten}, ${reason}, ${userId}, ${now}
    from unnest(${firstsOf(items)}::bigint[], ${endsOf(items)}::bigint[]) as items (first_id, end_id)`.execute(
    db,
  );
}

type OpenWithdrawal = {
  readonly firstId: bigint;
  readonly endId: bigint;
  readonly erasedTo: bigint;
  readonly isForgotten: boolean;
};

/** One withdrawal whose texts are not all erased, skipping those that another process is erasing. */
export async function lockOpenWithdrawal(db: Db): Promise<OpenWithdrawal | undefined> {
  return db
    .selectFrom('stock_withdrawals')
    .select([
      'first_id as firstId',
      'end_id as endId',
      'erased_to as erasedTo',
      'is_forgotten as isForgotten',
    ])
    .whereRef('erased_to', '<', 'end_id')
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
