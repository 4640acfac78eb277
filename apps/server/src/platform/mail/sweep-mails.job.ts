import { sql } from 'kysely';
import type { Ctx } from '../context.ts';

const KEPT_MS = 30 * 86_400_000;
const ROWS_A_STEP = 1_000;

/** Forgets mails that were sent or given up a month ago: their addresses have no more use. */
export async function sweepMails({ db, clock }: Ctx): Promise<{ more: boolean }> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  const { numAffectedRows = 0n } = await sql`
    delete from mails where id in (
      select id from mails where created_at < ${before} and state <> 'queued' order by id limit ${ROWS_A_STEP})`.execute(
    db,
  );
  return { more: numAffectedRows === BigInt(ROWS_A_STEP) };
}
