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
import type { ImportReport } from './add-lines.ts';
import type { ImportTarget } from './open-batch.ts';
import { findFingerprints, insertFingerprints, insertItems, lockImports, takeItemIds } from '../items.sql.ts';
import { itemPlace, refusedLinePlace } from '../places.ts';
import { addRange } from '../ranges.sql.ts';

type Line = { readonly number: number; readonly text: string };
export type FitLine = Line & { readonly fingerprint: Buffer };
/** `lines` counts blank ones too. */
export type Chunk = {
  lines: number;
  readonly fit: FitLine[];
  readonly refused: (Line & { readonly fault: LineFault })[];
};

/** How an import stands before the chunk; the range that it filled last may grow. */
export type Standing = { readonly report: ImportReport; readonly lastRangeId: bigint | null };

type Added = { readonly added: number; readonly duplicates: number; readonly rangeId: bigint | null };

/** Of each kind and import. */
const MOST_KEPT = 10_000;
const TURN_LINES = 250;

/** Adds a chunk in one transaction: items with their fingerprints on sale, the report, and the count. */
export function addChunk(ctx: Ctx, target: ImportTarget, standing: Standing, chunk: Chunk): Promise<Added> {
  const { batchId } = standing.report;
  return inTransaction(ctx, async (inner) => {
    const { db, clock, keyring } = inner;
    const [, , isOpen, , known] = await Promise.all([
      lockImports(db),
      preferIndexes(db),
      lockOpenBatch(db, batchId, standing.report.lines),
      holdSealingKey(db, keyring.newestKeyId),
      findFingerprints(
        db,
        chunk.fit.map((line) => line.fingerprint),
      ),
    ]);
    if (!isOpen) refuse('importStopped');
    const { fresh, duplicates } = splitByNovelty(chunk.fit, known);
    await keepRefused(inner, standing.report, chunk, duplicates);
    const rangeId =
      fresh.length === 0 ? standing.lastRangeId : await addFresh(inner, target, standing, fresh);
    const counts = { added: fresh.length, duplicates: duplicates.length };
    const refused = { lines: chunk.lines, rejected: chunk.refused.length };
    await countBatch(db, batchId, { ...counts, ...refused }, clock.now());
    crashPoint('import: before commit');
    return { ...counts, rangeId };
  });
}

/** Whoever seals waits for nothing: meanwhile the database looks for the places of the fingerprints. */
async function addFresh(
  { db, keyring }: Ctx,
  { goodsId, gender }: ImportTarget,
  { report: { batchId }, lastRangeId }: Standing,
  fresh: readonly FitLine[],
): Promise<bigint> {
  const firstId = await takeItemIds(db, fresh.length);
  const sealAll = async (): Promise<Buffer[]> => {
    const sealed: Buffer[] = [];
    for (const [position, { text }] of fresh.entries()) {
      if (position % TURN_LINES === 0) await nextTurn();
      sealed.push(keyring.seal(text, itemPlace(goodsId, firstId + BigInt(position))).sealed);
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

/** Of the same line twice in this chunk, the first is the fresh one. */
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

/** Unfit lines with what they say, sealed: they may be credentials too. Duplicates by their number only. */
async function keepRefused(
  { db, keyring }: Ctx,
  report: ImportReport,
  { refused }: Chunk,
  duplicates: readonly FitLine[],
): Promise<void> {
  const room = (before: number): number => Math.max(0, MOST_KEPT - before);
  const kept: RefusedLine[] = [
    ...refused.slice(0, room(report.rejected)).map(({ number, text, fault }) => {
      const place = refusedLinePlace(report.batchId, number);
      return { line: number, fault, sealed: keyring.seal(text.slice(0, LONGEST_LINE), place).sealed };
    }),
    ...duplicates
      .slice(0, room(report.duplicates))
      .map(({ number }) => ({ line: number, fault: 'duplicate' as const, sealed: null })),
  ];
  if (kept.length > 0) await insertRefusedLines(db, report.batchId, keyring.newestKeyId, kept);
}
