import { setImmediate as nextTurn } from 'node:timers/promises';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { preferIndexes } from '../../../platform/db/db.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { holdSealingKey } from '../../../platform/keys/sealing-keys.sql.ts';
import { refuse } from '../../../platform/refusal.ts';
import {
  addBatchRange,
  countBatch,
  insertRefusedLines,
  lockOpenBatch,
  type RefusedLine,
} from './batches.sql.ts';
import { LONGEST_LINE, type LineFault } from './check-line.ts';
import type { ImportReport } from './import-report.ts';
import type { ImportTarget } from './open-batch.ts';
import { findFingerprints, insertFingerprints, insertItems, lockImports, takeItemIds } from '../items.sql.ts';
import { addRange } from '../ranges.sql.ts';
import { itemContext, refusedLineContext } from '../sealing-context.ts';

type Line = { readonly number: number; readonly text: string };
type FitLine = Line & { readonly fingerprint: Buffer };
/** `lines` counts blank ones too. */
export type Chunk = {
  lines: number;
  readonly fit: FitLine[];
  readonly refused: (Line & { readonly fault: LineFault })[];
};

/** The import before the chunk; the range that it filled last may grow. */
type Progress = { readonly report: ImportReport; readonly lastRangeId: bigint | null };

type Added = { readonly added: number; readonly duplicates: number; readonly rangeId: bigint | null };

/** Refused lines kept of each kind per import. */
const MAX_KEPT = 10_000;
const TURN_LINES = 250;

/** Adds a chunk in one transaction: items with their fingerprints on sale, refused lines, and the counts. */
export function addChunk(ctx: Ctx, target: ImportTarget, progress: Progress, chunk: Chunk): Promise<Added> {
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

/** Unfit lines are kept with their text, sealed: they may be credentials too. Duplicates only with their number. */
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
      return { line: number, fault, sealed: keyring.seal(text.slice(0, LONGEST_LINE), context).sealed };
    }),
    ...duplicates
      .slice(0, room(report.duplicates))
      .map(({ number }) => ({ line: number, fault: 'duplicate' as const, sealed: null })),
  ];
  if (kept.length > 0) await insertRefusedLines(db, report.batchId, keyring.newestKeyId, kept);
}
