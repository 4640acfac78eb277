import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { ADJUSTMENTS } from './accounts.ts';

const MANUAL_CREDITS_LOCK = 7_004;

/** Serializes manual credits, so that each counts the ones before it. Held to the end of the transaction. */
export async function lockManualCredits(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${MANUAL_CREDITS_LOCK})`.execute(db);
}

/** The sum of manual credits since then, in micro-USDT. */
export async function sumManualCredits(db: Db, since: Date): Promise<bigint> {
  const { sum } = await db
    .selectFrom('ledger_movements')
    .select(({ fn }) => fn.sum<string | null>('amount_micro').as('sum'))
    .where('kind', '=', 'adjustment')
    .where('debit_account', '=', ADJUSTMENTS)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return BigInt(sum ?? 0);
}
