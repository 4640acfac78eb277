import type { Ctx } from '../../platform/context.ts';
import { failSilentBatches } from './batches.sql.ts';

/** A chunk takes a fraction of a second; a file that comes this slowly does not come. */
const SILENT_MS = 5 * 60_000;

/**
 * Shows as failed what no process imports any more. Nothing is half: every chunk stands as a whole, and a late
 * one of such an import is refused.
 */
export async function closeSilentBatches({ db, clock, log }: Ctx): Promise<{ more: boolean }> {
  const now = clock.now();
  const failed = await failSilentBatches(db, new Date(now.getTime() - SILENT_MS), now);
  for (const id of failed) log.warn({ batchId: String(id) }, 'an import broke off');
  return { more: false };
}
