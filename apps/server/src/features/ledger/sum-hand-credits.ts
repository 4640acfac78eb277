import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { ADJUSTMENTS } from './accounts.ts';

const HAND_CREDITS_LOCK = 7_004;

/** Credits by hand happen in turn, so that each is in the sum that the next one is judged by. Held to the commit. */
export async function lockHandCredits(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${HAND_CREDITS_LOCK})`.execute(db);
}

/** What was credited by hand since then, in micro-USDT. */
export async function sumHandCredits(db: Db, since: Date): Promise<bigint> {
  const { sum } = await db
    .selectFrom('ledger_movements')
    .select(({ fn }) => fn.sum<string | null>('amount_micro').as('sum'))
    .where('kind', '=', 'adjustment')
    .where('debit_account', '=', ADJUSTMENTS)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return BigInt(sum ?? 0);
}
