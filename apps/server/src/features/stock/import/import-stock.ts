import { requireAction } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { refuse } from '../../../platform/refusal.ts';
import { addLines } from './add-lines.ts';
import { endBatch, markUnfinished } from './batches.sql.ts';
import type { ImportReport, Lines } from './import-report.ts';
import { openBatch, type NewImport } from './open-batch.ts';

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
  requireAction(ctx.actor, 'stock.import');
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
