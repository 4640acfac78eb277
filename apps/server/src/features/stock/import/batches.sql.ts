import type { ImportForm } from '@portside/contract';
import { sql, type Selectable } from 'kysely';
import { idArray, textArray, byteaArray } from '../../../platform/db/arrays.ts';
import type { Db } from '../../../platform/db/db.ts';
import { afterPosition, directionOf, type IdPosition } from '../../../platform/lists/by-id.ts';
import { refuse } from '../../../platform/refusal.ts';
import type {
  ItemRange,
  BatchState,
  StockBatchesTable,
  StockGender,
  StockRefusedLinesTable,
  LineFault,
} from '../stock.sql.ts';

/** How far an import has come; the counts grow with every chunk. */
export type BatchCounts = {
  readonly lines: number;
  readonly added: number;
  readonly duplicates: number;
  readonly rejected: number;
};

type NewBatch = {
  readonly goodsId: bigint;
  readonly gender: StockGender;
  readonly note: string;
  readonly userId: bigint | null;
  readonly expectedLines: number | null;
  readonly file: BatchFile | null;
};
export type BatchFile = { readonly name: string; readonly bytes: number; readonly form: ImportForm };

export async function insertBatch(
  db: Db,
  { goodsId, gender, note, userId, expectedLines, file }: NewBatch,
  now: Date,
): Promise<bigint> {
  const batch = { goods_id: goodsId, gender, note, user_id: userId, expected_lines: expectedLines };
  const source = file && {
    file_name: file.name,
    file_bytes: BigInt(file.bytes),
    form: JSON.stringify(file.form),
  };
  const { id } = await db
    .insertInto('stock_batches')
    .values({ ...batch, ...source, created_at: now, seen_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * False where the import has ended, or has come further than the caller knows. The lock is held to the end of the
 * transaction, so that neither happens meanwhile.
 */
export async function lockOpenBatch(db: Db, id: bigint, lines: number): Promise<boolean> {
  const { rows } = await sql`
    select from stock_batches
    where id = ${id} and state in ('running', 'unfinished') and lines = ${lines} for no key update`.execute(
    db,
  );
  return rows.length > 0;
}

/** Records the part that follows the lines read so far: where it begins, and the fingerprint of its text. */
export async function recordPart(
  db: Db,
  id: bigint,
  { line, byte, mark }: { line: number; byte: number; mark: Buffer },
): Promise<void> {
  await db
    .updateTable('stock_batches')
    .set({ part_line: line, part_byte: BigInt(byte), part_mark: mark })
    .where('id', '=', id)
    .where('lines', '=', line)
    .execute();
}

/** Adds to an import's counts; an unfinished import runs again. */
export async function countBatch(
  db: Db,
  id: bigint,
  { lines, added, duplicates, rejected }: BatchCounts,
  now: Date,
): Promise<void> {
  await sql`
    update stock_batches set state = 'running', seen_at = ${now}, lines = lines + ${lines}, added = added + ${added},
      duplicates = duplicates + ${duplicates}, rejected = rejected + ${rejected}
    where id = ${id}`.execute(db);
}

/** Ends an import that has all its lines; false where it had ended before. */
export async function endBatch(db: Db, id: bigint, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('stock_batches')
    .set({ state: 'done', finished_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['running', 'unfinished'])
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** An import that is running stops being so; its next lines continue it. */
export async function markUnfinished(db: Db, id: bigint): Promise<void> {
  await db
    .updateTable('stock_batches')
    .set({ state: 'unfinished' })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

/** The same for all imports that received nothing since then; returns their ids. */
export async function markStalledUnfinished(db: Db, seenBefore: Date): Promise<bigint[]> {
  const rows = await db
    .updateTable('stock_batches')
    .set({ state: 'unfinished' })
    .where('state', '=', 'running')
    .where('seen_at', '<', seenBefore)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Records which items an import added, by growing its last range where they follow it. */
export async function addBatchRange(db: Db, batchId: bigint, { firstId, endId }: ItemRange): Promise<void> {
  const grown = await sql`
    update stock_batch_ranges set end_id = ${endId}
    where first_id = (select max(first_id) from stock_batch_ranges where batch_id = ${batchId})
      and end_id = ${firstId}`.execute(db);
  if (grown.numAffectedRows === 1n) return;
  await db
    .insertInto('stock_batch_ranges')
    .values({ first_id: firstId, end_id: endId, batch_id: batchId })
    .execute();
}

export async function findBatchRanges(db: Db, batchId: bigint): Promise<ItemRange[]> {
  return db
    .selectFrom('stock_batch_ranges')
    .select(['first_id as firstId', 'end_id as endId'])
    .where('batch_id', '=', batchId)
    .orderBy('first_id')
    .execute();
}

export type RefusedLine = {
  readonly line: number;
  readonly fault: LineFault | 'duplicate';
  /** Null: the text is not kept. */
  readonly sealed: Buffer | null;
};

export async function insertRefusedLines(
  db: Db,
  batchId: bigint,
  keyId: string,
  lines: readonly RefusedLine[],
): Promise<void> {
  const nothing = Buffer.alloc(0);
  await sql`
    insert into stock_refused_lines (batch_id, line, fault, key_id, sealed)
    select ${batchId}::bigint, line, fault, case when sealed <> '' then ${keyId}::text end, nullif(sealed, '')
    from unnest(
      ${idArray(lines.map(({ line }) => line))}::int[],
      ${textArray(lines.map(({ fault }) => fault))}::text[],
      ${byteaArray(lines.map(({ sealed }) => sealed ?? nothing))}::bytea[]) as refused (line, fault, sealed)`.execute(
    db,
  );
}

export async function findRefusedLines(
  db: Db,
  batchId: bigint,
  afterLine: number,
  limit: number,
): Promise<Selectable<StockRefusedLinesTable>[]> {
  return db
    .selectFrom('stock_refused_lines')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('line', '>', afterLine)
    .orderBy('line')
    .limit(limit)
    .execute();
}

/** Erases the texts of refused lines of imports before that time; their numbers and faults stay. */
export async function eraseRefusedLines(db: Db, before: Date): Promise<void> {
  await sql`
    update stock_refused_lines line set key_id = null, sealed = null from stock_batches batch
    where batch.id = line.batch_id and batch.created_at < ${before} and line.sealed is not null`.execute(db);
}

export type BatchRow = Selectable<StockBatchesTable> & {
  /** Of the items added; those neither free nor withdrawn are sold. */
  readonly free: number;
  readonly withdrawn: number;
  readonly username: string | null;
};

type BatchFilter = {
  readonly id?: bigint;
  readonly goodsId?: bigint | undefined;
  readonly position?: IdPosition;
  readonly limit: number;
};

const NEWEST_FIRST: IdPosition = { isAscending: false, past: undefined };

/** Newest first unless the position says otherwise. */
export async function findBatches(
  db: Db,
  { id, goodsId, position = NEWEST_FIRST, limit }: BatchFilter,
): Promise<BatchRow[]> {
  const direction = sql.raw(directionOf(position));
  const { rows } = await sql<BatchRow>`
    select batch.*, coalesce(free, 0)::int as free, coalesce(withdrawn, 0)::int as withdrawn, username
    from (
      select * from stock_batches
      where (${id ?? null}::bigint is null or id = ${id ?? null})
        and (${goodsId ?? null}::bigint is null or goods_id = ${goodsId ?? null})
        and ${afterPosition('id', position)}
      order by id ${direction} limit ${limit}) as batch
    cross join lateral (
      select sum(least(free.end_id, own.end_id) - greatest(free.next_id, own.first_id)) as free
      from stock_batch_ranges own
      join stock_ranges free on free.goods_id = batch.goods_id and free.gender = batch.gender
        and free.next_id < own.end_id and free.end_id > own.first_id
      where own.batch_id = batch.id) as unsold
    cross join lateral (
      select sum(least(gone.end_id, own.end_id) - greatest(gone.first_id, own.first_id)) as withdrawn
      from stock_batch_ranges own
      join stock_withdrawals gone on gone.first_id < own.end_id and gone.end_id > own.first_id
        and gone.first_id >= coalesce(
          (select max(first_id) from stock_withdrawals where first_id <= own.first_id), own.first_id)
      where own.batch_id = batch.id) as gone
    left join users on users.id = batch.user_id
    order by batch.id ${direction}`.execute(db);
  return rows;
}

/** Refuses an unknown import (notFound). */
export async function getBatch(db: Db, id: bigint): Promise<BatchRow> {
  const [batch] = await findBatches(db, { id, limit: 1 });
  return batch ?? refuse('notFound', 'batch');
}

/** The import's state, after waiting for a chunk that is being added; undefined for an unknown import. */
export async function lockBatch(db: Db, id: bigint): Promise<BatchState | undefined> {
  const row = await db
    .selectFrom('stock_batches')
    .select('state')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.state;
}

export async function setBatchState(db: Db, id: bigint, state: BatchState, now: Date): Promise<void> {
  await db
    .updateTable('stock_batches')
    .set((batch) => ({ state, finished_at: batch.fn.coalesce('finished_at', batch.val(now)) }))
    .where('id', '=', id)
    .execute();
}
