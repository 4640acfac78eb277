import { sql, type RawBuilder, type ColumnType, type Generated } from 'kysely';
import { idArray, textArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import { query, runQuery, type Query, type Write } from '../../platform/db/pipeline.ts';
import type { AccountForm } from '@portside/accounts/account-form';
import type { HeldKind, ImportForm, LineFault as AnyFault } from '@portside/contract';

/** Why a line cannot be sold as it is. */
export type LineFault = Exclude<AnyFault, 'duplicate'>;

/** Stock lane: the items of one product and gender, which are bought and counted together. */
export type Lane = { readonly goodsId: bigint; readonly gender: StockGender };

/** Free items [nextId, endId). */
export type FreeRange = Lane & {
  readonly id: bigint;
  readonly nextId: bigint;
  readonly endId: bigint;
  /** The product is delivered newest first. */
  readonly isNewestFirst?: boolean;
};

/** Items [firstId, endId). */
export type ItemRange = { readonly firstId: bigint; readonly endId: bigint };

/** The ids of a range, one by one. */
export const idsOf = ({ firstId, endId }: ItemRange): bigint[] =>
  Array.from({ length: Number(endId - firstId) }, (_, index) => firstId + BigInt(index));

export type StockCount = Record<StockGender, number>;

type RangeRow = {
  readonly id: string;
  readonly goods_id: string;
  readonly gender: StockGender;
  readonly next_id: string;
  readonly end_id: string;
  readonly newest_first: boolean;
};

/**
 * `skipLocked` skips ranges that others hold and reads only the first few of a lane, so there may be more stock than
 * it returns. `waitForAll` waits for every range.
 */
export type LockMode = 'skipLocked' | 'waitForAll';

/** The ranges that come first in a lane: an order rarely needs more than one. */
const FIRST_FREE = sql`limit 64 for no key update skip locked`;
const ALL = sql`for no key update`;

/**
 * Locks and returns free ranges of the lanes, always in the order of product, gender and id, so that none deadlock; those
 * that are skipped where others hold them may come in any order, so there the newest come first where they are delivered
 * first. The newest are those with the highest items: what is left of a range after a withdrawal has a new id.
 */
export function freeRanges(lanes: readonly Lane[], lockMode: LockMode): Query<RangeRow, FreeRange[]> {
  const wanted = [...new Map(lanes.map((lane) => [`${lane.goodsId}/${lane.gender}`, lane])).values()];
  const table = sql`
    (select lane.*, coalesce((select newest_first from goods where goods.id = lane.goods_id), false) as newest_first
    from unnest(
      ${idArray(wanted.map((lane) => lane.goodsId))}::bigint[],
      ${textArray(wanted.map((lane) => lane.gender))}::text[]) as lane (goods_id, gender)
    order by goods_id, gender)`;
  const own = sql`
    select id::text, goods_id::text, gender, next_id::text, end_id::text from stock_ranges r
    where r.goods_id = lane.goods_id and r.gender = lane.gender`;
  const all = sql`${own} order by r.id ${ALL}`;
  const first = sql`
    select * from (${own} and not lane.newest_first order by r.id ${FIRST_FREE}) as oldest
    union all
    select * from (${own} and lane.newest_first order by r.end_id desc ${FIRST_FREE}) as newest`;
  return query(
    sql`
      select free.*, lane.newest_first from ${table} as lane,
        lateral (${lockMode === 'waitForAll' ? all : first}) as free`,
    (rows) => rows.map(toRange),
  );
}

/** Differs from the number of every other advisory lock in the shop. */
const RANGE_SPLIT_LOCK = 740;

/**
 * Keeps the products' ranges from being split: a withdrawal splits one in two, and who waits for the first half would
 * not see the second. Taken before all ranges are locked; `skipLocked` does not need it and never waits here.
 */
export function rangeSplitLocks(lanes: readonly Lane[]): Query<unknown, void> {
  const goodsIds = [...new Set(lanes.map((lane) => lane.goodsId))];
  return query(
    sql`
      select pg_advisory_xact_lock(${RANGE_SPLIT_LOCK}::int, hashint8(goods_id))
      from (select unnest(${idArray(goodsIds)}::bigint[]) as goods_id order by 1) as goods`,
    () => undefined,
  );
}

/**
 * Locks and returns ranges. All are locked twice: only the second statement sees those created while the first waited.
 */
export async function lockRanges(db: Db, lanes: readonly Lane[], lockMode: LockMode): Promise<FreeRange[]> {
  if (lockMode === 'waitForAll') {
    await runQuery(db, rangeSplitLocks(lanes));
    await runQuery(db, freeRanges(lanes, lockMode));
  }
  return runQuery(db, freeRanges(lanes, lockMode));
}

const toRange = (row: RangeRow): FreeRange => ({
  id: BigInt(row.id),
  goodsId: BigInt(row.goods_id),
  gender: row.gender,
  nextId: BigInt(row.next_id),
  endId: BigInt(row.end_id),
  isNewestFirst: row.newest_first,
});

/** A range as it was read, up to which id its items were taken, and from which one on; absent: none of its end. */
type RangeUse = Pick<FreeRange, 'id' | 'nextId' | 'endId'> & {
  readonly usedTo: bigint;
  readonly usedFrom?: bigint;
};

/**
 * Shortens locked ranges by the items taken from their beginnings and ends; an empty range is deleted. Each is changed only if
 * it is still as it was read, and all must be: whatever happens to the locks, no item leaves a range twice.
 */
export function shortenRanges(uses: readonly RangeUse[]): Write[] {
  const isLeft = ({ usedTo, usedFrom, endId }: RangeUse): boolean => usedTo < (usedFrom ?? endId);
  const left = uses.filter(isLeft);
  const gone = uses.filter((use) => !isLeft(use));
  const orElse = 'a range changed while it was held';
  const shorten = sql`
    update stock_ranges set next_id = used.used_to, end_id = used.used_from
    from ${usedRanges(left)}
    where stock_ranges.id = used.id and stock_ranges.next_id = used.next_id
      and stock_ranges.end_id = used.end_id returning 1`;
  const remove = sql`
    delete from stock_ranges using ${usedRanges(gone)}
    where stock_ranges.id = used.id and stock_ranges.next_id = used.next_id
      and stock_ranges.end_id = used.end_id returning 1`;
  return [
    ...(left.length > 0 ? [{ statement: shorten, mustChange: { rows: left.length, orElse } }] : []),
    ...(gone.length > 0 ? [{ statement: remove, mustChange: { rows: gone.length, orElse } }] : []),
  ];
}

const usedRanges = (uses: readonly RangeUse[]): RawBuilder<unknown> => sql`
    unnest(
      ${idArray(uses.map((use) => use.id))}::bigint[], ${idArray(uses.map((use) => use.nextId))}::bigint[],
      ${idArray(uses.map((use) => use.endId))}::bigint[], ${idArray(uses.map((use) => use.usedTo))}::bigint[],
      ${idArray(uses.map((use) => use.usedFrom ?? use.endId))}::bigint[])
      as used (id, next_id, end_id, used_to, used_from)`;

/**
 * Puts [firstId, endId) on sale and returns the range that holds it: the one that the import filled last, or the lane's
 * last if it ends at `firstId`, else a new one. Fewer ranges make large orders cheaper.
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

/** The free items of a product from an id on, by id; of one gender or one import if given. */
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

/** The items that an import added. */
export async function findBatchRanges(db: Db, batchId: bigint): Promise<ItemRange[]> {
  return db
    .selectFrom('stock_batch_ranges')
    .select(['first_id as firstId', 'end_id as endId'])
    .where('batch_id', '=', batchId)
    .orderBy('first_id')
    .execute();
}

/** Joins the ranges of imports (`own`) that hold some of the items [first, end). */
export const joinOwn = (first: RawBuilder<unknown>, end: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  join stock_batch_ranges own on own.end_id > ${first} and own.first_id < ${end}
    and own.first_id >= coalesce((select max(first_id) from stock_batch_ranges where first_id <= ${first}), ${first})`;

/** The products that accounts of an import can be unsold of: its own, and those that some were moved to. */
export const goodsOf = (batch: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  array(select ${batch}.goods_id union all
    select moved.goods_id from stock_batch_goods moved where moved.batch_id = ${batch}.id)`;

export const STOCK_GENDERS = ['unspecified', 'male', 'female'] as const;

export type StockGender = (typeof STOCK_GENDERS)[number];

/** `unfinished`: the import receives no more lines; its next ones continue it. */
export type BatchState = 'running' | 'unfinished' | 'done' | 'rolled back';

export type StockBatchesTable = {
  id: Generated<bigint>;
  goods_id: bigint;
  gender: StockGender;
  note: string;
  /** Null if the shop itself imports. */
  user_id: bigint | null;
  /** The API key that it was begun with. */
  api_key_id: Generated<bigint | null>;
  /** Lines read so far, blank ones too. */
  lines: Generated<number>;
  expected_lines: number | null;
  /** Null, with its length and form, if no file was named. */
  file_name: string | null;
  file_bytes: bigint | null;
  form: ColumnType<ImportForm | null, string | null>;
  /** How its accounts are read; by the product's form at its beginning unless its file's form says otherwise. */
  account_form: ColumnType<AccountForm, string | undefined, RawBuilder<unknown>>;
  /** Where the last part began that came with its position in the file. */
  part_line: Generated<number>;
  part_byte: Generated<bigint>;
  part_mark: Buffer | null;
  added: Generated<number>;
  duplicates: Generated<number>;
  rejected: Generated<number>;
  /** Lines that wait for a decision, by what they are to an item. */
  held_accounts: Generated<number>;
  held_logins: Generated<number>;
  state: Generated<BatchState>;
  /** What it cost, each or all of its accounts; null where nobody has said. */
  cost_micro: Generated<bigint | null>;
  cost_per: Generated<'each' | 'all' | null>;
  supplier_id: Generated<bigint | null>;
  /** From when its items age; null for the day of the import. */
  born_on: ColumnType<Date | null, string | null | undefined, string | null>;
  /** What it waits for before it goes on sale; null: it is. */
  waits_for: Generated<'check' | 'release' | null>;
  /** When its sale was stopped because of its claims; null: never. */
  stopped_at: Generated<Date | null>;
  created_at: Date;
  /** When it last received lines. */
  seen_at: Date;
  finished_at: Date | null;
};

/** Items [first_id, end_id) that an import added. */
type StockBatchRangesTable = { first_id: bigint; end_id: bigint; batch_id: bigint };

/** Items [first_id, end_id) that age from a day of their own. */
type StockBirthsTable = { first_id: bigint; end_id: bigint; batch_id: bigint; born_on: Date };

/** A line that was not added, or waits for a decision; with its sealed text if it may still be sold. */
export type StockRefusedLinesTable = {
  batch_id: bigint;
  line: number;
  fault: LineFault | 'duplicate' | HeldKind;
  key_id: string | null;
  sealed: Buffer | null;
  is_held: Generated<boolean>;
  /** The item that it is like, and that item's line. */
  like_item: bigint | null;
  like_line: number | null;
  born_on: Generated<Date | null>;
};

type StockItemsTable = {
  id: bigint;
  goods_id: bigint;
  batch_id: bigint;
  key_id: string;
  sealed: Buffer;
};

type StockFingerprintsTable = {
  fingerprint: Buffer;
  item_id: bigint;
  /** Null until a job has computed it. */
  login: bigint | null;
  account: bigint | null;
  line: number | null;
};

/** Free items [next_id, end_id) of one product and gender. */
type StockRangesTable = {
  id: Generated<bigint>;
  goods_id: bigint;
  gender: StockGender;
  next_id: bigint;
  end_id: bigint;
};

/** Items [first_id, end_id) that were withdrawn unsold; their texts are erased up to `erased_to`. */
export type StockWithdrawalsTable = {
  first_id: bigint;
  end_id: bigint;
  erased_to: bigint;
  is_forgotten: boolean;
  reason: string;
  user_id: bigint | null;
  created_at: Date;
  withdrawal_id: bigint | null;
  /** The lane that they are restored to. */
  goods_id: bigint | null;
  gender: StockGender | null;
  /** Null where they are erased at once. */
  restorable_until: Date | null;
  /** The newest item at that time. */
  newest_item: bigint | null;
};

/** Unsold items that went to another product. */
type StockMovesTable = {
  id: Generated<bigint>;
  from_goods: bigint;
  to_goods: bigint;
  accounts: number;
  /** The lowest price of one account that `from_goods` had then, in micro-USDT. */
  lowest_micro: bigint;
  /** Null for a move by age. */
  user_id: bigint | null;
  created_at: Date;
  undone_at: Generated<Date | null>;
  undone_accounts: Generated<number | null>;
};

type StockMoveRangesTable = { move_id: bigint; first_id: bigint; end_id: bigint };

/** Other products that items of an import were moved to. */
type StockBatchGoodsTable = { batch_id: bigint; goods_id: bigint };

/** At so many days, unsold items of a product become another one's. */
type AgeingRulesTable = { goods_id: bigint; to_goods: bigint; days: number; is_on: Generated<boolean> };

declare module '../../platform/db/db.ts' {
  interface Database {
    stock_batches: StockBatchesTable;
    stock_batch_ranges: StockBatchRangesTable;
    stock_births: StockBirthsTable;
    stock_refused_lines: StockRefusedLinesTable;
    stock_items: StockItemsTable;
    stock_fingerprints: StockFingerprintsTable;
    stock_ranges: StockRangesTable;
    stock_withdrawals: StockWithdrawalsTable;
    stock_moves: StockMovesTable;
    stock_move_ranges: StockMoveRangesTable;
    stock_batch_goods: StockBatchGoodsTable;
    ageing_rules: AgeingRulesTable;
  }
}
