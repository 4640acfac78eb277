import type { Events } from '../../platform/context.ts';
import { requireBalanceLeft } from './opening-limit.ts';
import { getUserImport, lockUserImports, startUserImport } from './user-imports.sql.ts';
import './user-imports.events.ts';

/**
 * Starts imports that a second person has approved; the job makes the users. Checks the limit of opening balances again
 * (amountOutOfRange): others may have been approved since this one was proposed.
 */
export function subscribeUserImports(events: Events): void {
  events.on('userImportApproved', async (step, { terms }) => {
    const id = BigInt(terms.import);
    await lockUserImports(step.db);
    const { total_micro: totalMicro } = await getUserImport(step.db, id);
    await requireBalanceLeft(step, totalMicro);
    await startUserImport(step.db, id, step.clock.now());
  });
}
