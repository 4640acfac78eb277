import { type Ctx, inTransaction } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { refuse } from '../../../platform/refusal.ts';
import { endBatch, insertBatch, type BatchFile } from './batches.sql.ts';
import { sql } from 'kysely';
import { byteaArray, idArray, textArray } from '../../../platform/db/arrays.ts';
import { type ImportReport, type Lines, checkLine } from './check-line.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { brokenConstraint, preferIndexes, type Db } from '../../../platform/db/db.ts';
import { holdSealingKey } from '../../../platform/keys/sealing-keys.sql.ts';
import {
  findFingerprints,
  insertFingerprints,
  insertItems,
  lockImports,
  takeItemIds,
  itemContext,
  refusedLineContext,
} from '../items.sql.ts';
import { addRange, type ItemRange, type LineFault, type StockGender } from '../stock.sql.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';

type StockImport = NewImport & { readonly lines: Lines };

/**
 * Streams lines into the stock of one product and gender: rejects unfit lines and those that were ever in the shop,
 * encrypts the others and puts them on sale chunk by chunk. Blank lines are skipped. Memory use does not grow with the
 * number of lines.
 *
 * Chunks that were added stay when the import breaks off or its process dies: the same file again adds the rest, and
 * `rollBackImport` takes all of it back. Refuses once someone else has ended the import (importStopped).
 */
export async function importStock(ctx: Ctx, input: StockImport): Promise<ImportReport> {
  const report = { batchId: await openBatch(ctx, input), lines: 0, added: 0, duplicates: 0, rejected: 0 };
  crashPoint('import: batch opened');
  try {
    await addLines(ctx, input, report, input.lines);
    if (!(await endBatch(ctx.db, report.batchId, ctx.clock.now()))) refuse('importStopped');
  } catch (error) {
    await markUnfinished(ctx.db, report.batchId).catch((reason: unknown) =>
      ctx.log.warn(
        { err: reason, batchId: String(report.batchId) },
        'an import that broke off could not be marked as unfinished',
      ),
    );
    throw error;
  }
  return report;
}

/** An import that is running stops being so; its next lines continue it. */
async function markUnfinished(db: Db, id: bigint): Promise<void> {
  await db
    .updateTable('stock_batches')
    .set({ state: 'unfinished' })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

/** Lines per transaction: few enough that orders never wait long, enough to be fast. */
const CHUNK_LINES = 500;

/** Lines read or sealed before the event loop may serve other requests. */
const TURN_LINES = 250;

/**
 * Adds the lines that follow those counted in the report, chunk by chunk, and counts them there. Refuses once someone
 * else has ended the import or continued it (importStopped).
 */
export async function addLines(
  ctx: Ctx,
  target: ImportTarget,
  report: { -readonly [K in keyof ImportReport]: ImportReport[K] },
  lines: Lines,
): Promise<void> {
  let lastRangeId: bigint | null = null;
  const write = async (chunk: Chunk): Promise<void> => {
    const added = await addChunk(ctx, target, { report, lastRangeId }, chunk);
    crashPoint('import: after commit');
    lastRangeId = added.rangeId;
    report.lines += chunk.lines;
    report.added += added.added;
    report.duplicates += added.duplicates;
    report.rejected += chunk.refused.length;
  };
  // While the database writes one chunk, the next one is read and fingerprinted.
  let underWay = Promise.resolve();
  try {
    for await (const chunk of readChunks(ctx, lines, report.lines)) {
      await underWay;
      underWay = write(chunk);
      // It is awaited in the next round or at the end. Without a handler until then, a failure would end the process.
      underWay.catch(() => undefined);
    }
  } finally {
    await underWay;
  }
}

async function* readChunks({ keyring }: Ctx, lines: Lines, linesBefore: number): AsyncGenerator<Chunk> {
  let chunk: Chunk = { lines: 0, fit: [], refused: [] };
  let number = linesBefore;
  for await (const line of lines) {
    number += 1;
    chunk.lines += 1;
    const text = typeof line === 'string' ? line : line.text;
    const fault = typeof line === 'string' ? checkLine(line) : line.fault;
    if (fault === null) chunk.fit.push({ number, text, fingerprint: keyring.fingerprint(text.trim()) });
    else if (fault !== 'blank') chunk.refused.push({ number, text, fault });
    if (number % TURN_LINES === 0) await nextTurn();
    if (chunk.lines === CHUNK_LINES) {
      yield chunk;
      chunk = { lines: 0, fit: [], refused: [] };
    }
  }
  if (chunk.lines > 0) yield chunk;
}

type Line = { readonly number: number; readonly text: string };

type FitLine = Line & { readonly fingerprint: Buffer };

/** `lines` counts blank ones too. */
type Chunk = {
  lines: number;
  readonly fit: FitLine[];
  readonly refused: (Line & { readonly fault: LineFault })[];
};

/** The import before the chunk; the range that it filled last may grow. */
type Progress = { readonly report: ImportReport; readonly lastRangeId: bigint | null };

type Added = { readonly added: number; readonly duplicates: number; readonly rangeId: bigint | null };

/** The most refused lines stored of each kind per import. */
const MAX_KEPT = 10_000;

/** Adds a chunk in one transaction: items with their fingerprints on sale, refused lines, and the counts. */
function addChunk(ctx: Ctx, target: ImportTarget, progress: Progress, chunk: Chunk): Promise<Added> {
  const { batchId } = progress.report;
  return inTransaction(ctx, async (inner) => {
    const { db, clock, keyring } = inner;
    const [, , isOpen, , known] = await Promise.all([
      lockImports(db),
      preferIndexes(db),
      lockOpenBatch(db, batchId, progress.report.lines),
      holdSealingKey(db, keyring),
      findFingerprints(
        db,
        chunk.fit.map((line) => line.fingerprint),
      ),
    ]);
    if (!isOpen) refuse('importStopped');
    const { fresh, duplicates } = splitByNovelty(chunk.fit, known);
    await keepRefused(inner, progress.report, chunk, duplicates);
    const rangeId =
      fresh.length === 0 ? progress.lastRangeId : await addFresh(inner, target, progress, fresh);
    if (fresh.length > 0) inner.live.changed('stock');
    const counts = { added: fresh.length, duplicates: duplicates.length };
    const refused = { lines: chunk.lines, rejected: chunk.refused.length };
    await countBatch(db, batchId, { ...counts, ...refused }, clock.now());
    crashPoint('import: before commit');
    return { ...counts, rangeId };
  });
}

/**
 * False if the import has ended or has come further than the caller knows. The row stays locked, so that neither
 * happens in this transaction.
 */
async function lockOpenBatch(db: Db, id: bigint, lines: number): Promise<boolean> {
  const { rows } = await sql`
    select from stock_batches
    where id = ${id} and state in ('running', 'unfinished') and lines = ${lines} for no key update`.execute(
    db,
  );
  return rows.length > 0;
}

/** Adds to an import's counts; an unfinished import runs again. */
async function countBatch(
  db: Db,
  id: bigint,
  { lines, added, duplicates, rejected }: Omit<ImportReport, 'batchId'>,
  now: Date,
): Promise<void> {
  await sql`
    update stock_batches set state = 'running', seen_at = ${now}, lines = lines + ${lines}, added = added + ${added},
      duplicates = duplicates + ${duplicates}, rejected = rejected + ${rejected}
    where id = ${id}`.execute(db);
}

/** Seals while the database inserts the fingerprints, so that neither waits for the other. */
async function addFresh(
  { db, keyring }: Ctx,
  { goodsId, gender }: ImportTarget,
  { report: { batchId }, lastRangeId }: Progress,
  fresh: readonly FitLine[],
): Promise<bigint> {
  const firstId = await takeItemIds(db, fresh.length);
  const sealAll = async (): Promise<Buffer[]> => {
    const sealed: Buffer[] = [];
    for (const [position, { text }] of fresh.entries()) {
      if (position % TURN_LINES === 0) await nextTurn();
      sealed.push(keyring.seal(text, itemContext(goodsId, firstId + BigInt(position))).sealed);
    }
    return sealed;
  };
  const fingerprints = fresh.map((line) => line.fingerprint);
  const [, sealed] = await Promise.all([insertFingerprints(db, fingerprints, firstId), sealAll()]);
  await insertItems(db, { firstId, goodsId, batchId, keyId: keyring.newestKeyId, sealed });
  crashPoint('import: items written');
  const range = { firstId, endId: firstId + BigInt(fresh.length) };
  await addBatchRange(db, batchId, range);
  return addRange(db, { goodsId, gender }, range, lastRangeId);
}

/** Records which items an import added, by growing its last range if they follow it. */
async function addBatchRange(db: Db, batchId: bigint, { firstId, endId }: ItemRange): Promise<void> {
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

/** Of equal lines within the chunk, the first is fresh and the others are duplicates. */
function splitByNovelty(
  chunk: readonly FitLine[],
  known: ReadonlyMap<number, bigint>,
): { fresh: FitLine[]; duplicates: FitLine[] } {
  const seen = new Set<string>();
  const fresh: FitLine[] = [];
  const duplicates: FitLine[] = [];
  for (const [position, line] of chunk.entries()) {
    const key = line.fingerprint.toString('latin1');
    (known.has(position) || seen.has(key) ? duplicates : fresh).push(line);
    seen.add(key);
  }
  return { fresh, duplicates };
}

/** Stores unfit lines with their text, sealed: they may be credentials too; of duplicates only the numbers. */
async function keepRefused(
  { db, keyring }: Ctx,
  report: ImportReport,
  { refused }: Chunk,
  duplicates: readonly FitLine[],
): Promise<void> {
  const room = (before: number): number => Math.max(0, MAX_KEPT - before);
  const kept: RefusedLine[] = [
    ...refused.slice(0, room(report.rejected)).map(({ number, text, fault }) => {
      const context = refusedLineContext(report.batchId, number);
      return { line: number, fault, sealed: keyring.seal(text, context).sealed };
    }),
    ...duplicates
      .slice(0, room(report.duplicates))
      .map(({ number }) => ({ line: number, fault: 'duplicate' as const, sealed: null })),
  ];
  if (kept.length > 0) await insertRefusedLines(db, report.batchId, keyring.newestKeyId, kept);
}

type RefusedLine = {
  readonly line: number;
  readonly fault: LineFault | 'duplicate';
  /** Null: the text is not stored. */
  readonly sealed: Buffer | null;
};

async function insertRefusedLines(
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

/** Where the lines of an import go. */
type ImportTarget = { readonly goodsId: bigint; readonly gender: StockGender };

type NewImport = ImportTarget & {
  readonly note: string;
  /** How many lines are expected, for the progress shown; null if unknown. */
  readonly expectedLines?: number | null;
  /** Null or absent if the import cannot be continued from its file. */
  readonly file?: BatchFile | null;
  /** Whether the operator has confirmed the right to sell the accounts; absent if nobody was asked. */
  readonly hasRightToSell?: true;
};

/** Begins an import and returns its id. The caller has checked who may. Refuses an unknown product (notFound). */
export function openBatch(
  ctx: Ctx,
  { goodsId, gender, note, expectedLines = null, file = null, hasRightToSell }: NewImport,
): Promise<bigint> {
  return inTransaction(ctx, async (inner) => {
    const { db, clock, actor } = inner;
    const userId = actor.kind === 'user' ? actor.userId : null;
    const batch = { goodsId, gender, note, userId, expectedLines, file };
    const id = await insertBatch(db, batch, clock.now()).catch(refuseGoods);
    const after = { goodsId, gender, note, hasRightToSell };
    await recordAudit(inner, { action: 'stock.import', subject: `batch:${id}`, after });
    return id;
  });
}

function refuseGoods(error: unknown): never {
  if (brokenConstraint(error) === 'stock_batches_goods_id_fkey') refuse('notFound', 'goods');
  throw error;
}
