import type { Input } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { endBatch, getBatch, type BatchRow } from './batches.sql.ts';
import { getOwnBatch } from './get-own-batch.ts';

/** Ends an import that has all its lines; a repeated call changes nothing. Refuses one rolled back (importStopped). */
export async function finishImport(ctx: Ctx, { params }: Input<'finishImport'>): Promise<BatchRow> {
  requireAction(ctx.actor, 'stock.import');
  return inTransaction(ctx, async (step) => {
    const { id } = await getOwnBatch(step, BigInt(params.id));
    const hasEnded = await endBatch(step.db, id, step.clock.now());
    const batch = await getBatch(step.db, id);
    if (batch.state !== 'done') refuse('importStopped');
    const { state, lines, added, duplicates, rejected } = batch;
    const after = { state, lines, added, duplicates, rejected };
    if (hasEnded) await recordAudit(step, { action: 'stock.import', subject: `batch:${id}`, after });
    return batch;
  });
}
