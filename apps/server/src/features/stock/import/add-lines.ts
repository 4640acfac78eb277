import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { addChunk, type Chunk } from './add-chunk.ts';
import type { BatchCounts } from './batches.sql.ts';
import { checkLine, type LineFault } from './check-line.ts';
import type { ImportTarget } from './open-batch.ts';

/** A line that its reader found unfit already. */
export type UnfitLine = { readonly fault: LineFault; readonly text: string };
export type ImportLine = string | UnfitLine;
export type Lines = AsyncIterable<ImportLine> | Iterable<ImportLine>;

export type ImportReport = BatchCounts & { readonly batchId: bigint };

/** One transaction each: small enough that orders never wait long, large enough to be fast. */
const CHUNK_LINES = 500;
/** So many lines are worked at before buyers have their turn. */
const TURN_LINES = 250;

/**
 * Adds what follows the lines that the report counts, and counts it there, chunk by chunk. Refuses
 * `importStopped` once somebody else has ended the import or gone on with it.
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
      // Awaited above or below; until then it must not count as unhandled.
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
