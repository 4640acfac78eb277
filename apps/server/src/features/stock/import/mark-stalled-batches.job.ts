import type { Ctx } from '../../../platform/context.ts';
import { markStalledUnfinished } from './batches.sql.ts';

/** A chunk takes a fraction of a second. A part that arrives later still continues the import. */
const STALLED_MS = 30_000;

/** Marks imports that receive no more lines as unfinished. Their chunks are complete: each is one transaction. */
export async function markStalledBatches({ db, clock, log }: Ctx): Promise<{ more: boolean }> {
  const seenBefore = new Date(clock.now().getTime() - STALLED_MS);
  for (const id of await markStalledUnfinished(db, seenBefore))
    log.warn({ batchId: String(id) }, 'an import broke off');
  return { more: false };
}
