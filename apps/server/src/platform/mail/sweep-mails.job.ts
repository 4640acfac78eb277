import type { Ctx } from '../context.ts';
import { deleteSettledMails } from './outbox.sql.ts';

const KEPT_MS = 30 * 86_400_000;
const ROWS_PER_STEP = 1_000;

/** Deletes mails thirty days after they were queued, unless they still wait: their addresses have no further use. */
export async function sweepMails({ db, clock }: Ctx): Promise<{ more: boolean }> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  const deleted = await deleteSettledMails(db, before, ROWS_PER_STEP);
  return { more: deleted === ROWS_PER_STEP };
}
