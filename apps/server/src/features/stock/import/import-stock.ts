import { requireAction } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { refuse } from '../../../platform/refusal.ts';
import { addLines, type ImportReport, type Lines } from './add-lines.ts';
import { breakOffBatch, endBatch } from './batches.sql.ts';
import { openBatch, type NewImport } from './open-batch.ts';

export type StockImport = NewImport & { readonly lines: Lines };

/**
 * Streams lines into the stock of one product and gender: refuses what is unfit and what was ever in the
 * shop, encrypts the rest and puts it on sale chunk by chunk. Blank lines are passed over. Memory stays flat
 * whatever the number of lines.
 *
 * What a chunk has added stays when the import breaks off or its process dies: the same file again adds the rest,
 * and `rollBackBatch` takes all of it back. Refuses `importStopped` once somebody else has ended the import.
 */
export async function importStock(ctx: Ctx, input: StockImport): Promise<ImportReport> {
  requireAction(ctx.actor, 'stock.import');
  const report = { batchId: await openBatch(ctx, input), lines: 0, added: 0, duplicates: 0, rejected: 0 };
  crashPoint('import: batch opened');
  try {
    await addLines(ctx, input, report, input.lines);
    if (!(await endBatch(ctx.db, report.batchId, ctx.clock.now()))) refuse('importStopped');
  } catch (error) {
    await breakOffBatch(ctx.db, report.batchId).catch((reason: unknown) =>
      ctx.log.warn(
        { err: reason, batchId: String(report.batchId) },
        'an import that broke off is still shown as running',
      ),
    );
    throw error;
  }
  return report;
}
