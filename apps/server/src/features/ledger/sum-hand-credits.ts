import type { Db } from '../../platform/db/db.ts';
import { ADJUSTMENTS } from './accounts.ts';

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
