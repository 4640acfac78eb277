import { requireAction } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { preferIndexes } from '../../platform/db/db.ts';
import { crashPoint } from '../../platform/crash-point.ts';
import {
  addRange,
  findKnownFingerprints,
  insertFingerprints,
  insertItems,
  lockImports,
  takeItemIds,
} from './items.sql.ts';
import { checkLine, type LineFault } from './check-line.ts';
import { itemPlace } from './open-items.ts';
import type { StockGender } from './stock.tables.ts';

export type StockImport = {
  readonly goodsId: bigint;
  readonly gender: StockGender;
  readonly note: string;
  readonly lines: AsyncIterable<string> | Iterable<string>;
};

export type ImportReport = {
  readonly batchId: bigint;
  readonly added: number;
  readonly duplicates: number;
  readonly rejected: number;
  /** The first 1,000 lines that were not added, by their number in the file (from 1). */
  readonly refusedLines: readonly { readonly line: number; readonly fault: LineFault | 'duplicate' }[];
};

type Line = { readonly number: number; readonly text: string; readonly fingerprint: Buffer };
type Progress = { -readonly [K in keyof ImportReport]: ImportReport[K] } & {
  lastRangeId: bigint | null;
  refusedLines: { line: number; fault: LineFault | 'duplicate' }[];
};

/** One transaction each: small enough that orders never wait long, large enough to be fast. */
const CHUNK_LINES = 5_000;
const REPORTED_LINES = 1_000;

/**
 * Streams lines into the stock of one product and gender: refuses what is unfit and what was ever in the
 * shop, encrypts the rest and puts it on sale chunk by chunk. Blank lines are passed over. Memory stays flat
 * whatever the number of lines.
 */
export async function importStock(ctx: Ctx, input: StockImport): Promise<ImportReport> {
  requireAction(ctx.actor, 'stock.import');
  const progress = await openBatch(ctx, input);
  crashPoint('import: batch opened');
  let chunk: Line[] = [];
  let number = 0;
  for await (const text of input.lines) {
    number += 1;
    const fault = checkLine(text);
    if (fault === 'blank') continue;
    if (fault !== null) {
      progress.rejected += 1;
      report(progress, number, fault);
      continue;
    }
    chunk.push({ number, text, fingerprint: ctx.keyring.fingerprint(text.trim()) });
    if (chunk.length === CHUNK_LINES) {
      await addChunk(ctx, input, progress, chunk);
      chunk = [];
    }
  }
  await addChunk(ctx, input, progress, chunk);
  await closeBatch(ctx, progress);
  const { lastRangeId: _, ...done } = progress;
  return done;
}

async function openBatch(ctx: Ctx, { goodsId, note }: StockImport): Promise<Progress> {
  const { id } = await ctx.db
    .insertInto('stock_batches')
    .values({ goods_id: goodsId, note, created_at: ctx.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { batchId: id, added: 0, duplicates: 0, rejected: 0, refusedLines: [], lastRangeId: null };
}

async function addChunk(
  ctx: Ctx,
  input: StockImport,
  progress: Progress,
  chunk: readonly Line[],
): Promise<void> {
  if (chunk.length === 0) return;
  const added = await inTransaction(ctx, async ({ db, keyring }) => {
    await lockImports(db);
    await preferIndexes(db);
    const known = await findKnownFingerprints(
      db,
      chunk.map((line) => line.fingerprint),
    );
    const { fresh, duplicates } = splitByNovelty(chunk, known);
    if (fresh.length === 0) return { fresh, duplicates, rangeId: progress.lastRangeId };
    const firstId = await takeItemIds(db, fresh.length);
    await insertFingerprints(
      db,
      fresh.map((line) => line.fingerprint),
      firstId,
    );
    const sealed = fresh.map(
      ({ text }, position) => keyring.seal(text, itemPlace(input.goodsId, firstId + BigInt(position))).sealed,
    );
    await insertItems(db, {
      firstId,
      goodsId: input.goodsId,
      batchId: progress.batchId,
      keyId: keyring.newestKeyId,
      sealed,
    });
    crashPoint('import: items written');
    const range = { firstId, endId: firstId + BigInt(fresh.length) };
    const rangeId = await addRange(db, input, range, progress.lastRangeId);
    await db
      .updateTable('stock_batches')
      .set((batch) => ({ added: batch('added', '+', fresh.length) }))
      .where('id', '=', progress.batchId)
      .execute();
    crashPoint('import: before commit');
    return { fresh, duplicates, rangeId };
  });
  crashPoint('import: after commit');
  progress.lastRangeId = added.rangeId;
  progress.added += added.fresh.length;
  progress.duplicates += added.duplicates.length;
  added.duplicates.forEach((line) => report(progress, line.number, 'duplicate'));
}

/** `known` by position: ever in the shop. Of the same line twice in this chunk, the first is the fresh one. */
function splitByNovelty(
  chunk: readonly Line[],
  known: ReadonlySet<number>,
): { fresh: Line[]; duplicates: Line[] } {
  const seen = new Set<string>();
  const fresh: Line[] = [];
  const duplicates: Line[] = [];
  for (const [position, line] of chunk.entries()) {
    const key = line.fingerprint.toString('latin1');
    (known.has(position) || seen.has(key) ? duplicates : fresh).push(line);
    seen.add(key);
  }
  return { fresh, duplicates };
}

function report(progress: Progress, line: number, fault: LineFault | 'duplicate'): void {
  if (progress.refusedLines.length < REPORTED_LINES) progress.refusedLines.push({ line, fault });
}

async function closeBatch(ctx: Ctx, { batchId, duplicates, rejected }: Progress): Promise<void> {
  await ctx.db
    .updateTable('stock_batches')
    .set({ duplicates, rejected, state: 'done', finished_at: ctx.clock.now() })
    .where('id', '=', batchId)
    .execute();
}
