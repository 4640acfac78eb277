import { requireAction } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { findBatches, findRefusedLines, getBatch, type BatchFilter, type BatchRow } from './batches.sql.ts';
import type { LineFault } from './check-line.ts';
import { refusedLinePlace } from '../places.ts';

/** An import with how far it has come and how many of its items are still free; refuses `notFound`. */
export async function readBatch(ctx: Ctx, batchId: bigint): Promise<BatchRow> {
  requireAction(ctx.actor, 'stock.read');
  return getBatch(ctx.db, batchId);
}

/** Newest first unless the place says otherwise; of one product, or of all. */
export async function listBatches(ctx: Ctx, asked: Omit<BatchFilter, 'id'>): Promise<BatchRow[]> {
  requireAction(ctx.actor, 'stock.read');
  return findBatches(ctx.db, asked);
}

/** `text` as it was read; null for a duplicate, and once the retention is over. */
export type OpenedRefusal = {
  readonly line: number;
  readonly fault: LineFault | 'duplicate';
  readonly text: string | null;
};

const LINES_A_STEP = 500;

/** The lines of an import that were not added, by number; the first 10,000 of each kind are kept. */
export async function* readRefusedLines(ctx: Ctx, batchId: bigint): AsyncGenerator<OpenedRefusal> {
  requireAction(ctx.actor, 'stock.import');
  let after = 0;
  while (true) {
    const rows = await findRefusedLines(ctx.db, batchId, after, LINES_A_STEP);
    for (const { line, fault, key_id: keyId, sealed } of rows) {
      const place = refusedLinePlace(batchId, line);
      yield { line, fault, text: keyId && sealed && ctx.keyring.open({ keyId, sealed }, place) };
    }
    if (rows.length < LINES_A_STEP) return;
    after = rows.at(-1)!.line;
  }
}
