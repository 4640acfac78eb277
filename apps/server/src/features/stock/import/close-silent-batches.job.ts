import type { Ctx } from '../../../platform/context.ts';
import { breakOffSilentBatches } from './batches.sql.ts';

/** A chunk takes a fraction of a second. Whoever comes late all the same goes on as if nothing had been. */
const SILENT_MS = 30_000;

/** Shows as unfinished what nobody brings lines of any more. Nothing is half: every chunk stands as a whole. */
export async function closeSilentBatches({ db, clock, log }: Ctx): Promise<{ more: boolean }> {
  const seenBefore = new Date(clock.now().getTime() - SILENT_MS);
  for (const id of await breakOffSilentBatches(db, seenBefore))
    log.warn({ batchId: String(id) }, 'an import broke off');
  return { more: false };
}
