import { requireAction } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { countItems } from '../unsold/summarize-ranges.ts';
import { withdraw } from '../unsold/withdraw-items.ts';
import { findBatchRanges, lockBatch, setBatchState } from './batches.sql.ts';

/**
 * Withdraws the unsold items of an import; the same lines may be imported again. A running import stops. Returns how
 * many items were withdrawn, 0 when repeated. Refuses an unknown import (notFound).
 */
export async function rollBackImport(ctx: Ctx, batchId: bigint): Promise<number> {
  requireAction(ctx.actor, 'stock.withdraw');
  return inTransaction(ctx, async (inner) => {
    const state = (await lockBatch(inner.db, batchId)) ?? refuse('notFound', 'batch');
    const items = await findBatchRanges(inner.db, batchId);
    const reason = `import ${batchId} rolled back`;
    const count = countItems(await withdraw(inner, items, { reason, isForgotten: true }));
    await setBatchState(inner.db, batchId, 'rolled back', inner.clock.now());
    await recordAudit(inner, {
      action: 'stock.withdraw',
      subject: `batch:${batchId}`,
      before: { state },
      after: { state: 'rolled back', withdrawn: count },
    });
    return count;
  });
}
