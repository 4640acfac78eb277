import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { addChunk, type Chunk } from './add-chunk.ts';
import { checkLine } from './check-line.ts';
import type { ImportReport, Lines } from './import-report.ts';
import type { ImportTarget } from './open-batch.ts';

/** Lines per transaction: few enough that orders never wait long, enough to be fast. */
const CHUNK_LINES = 500;
/** Lines processed before the event loop may serve other requests. */
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
