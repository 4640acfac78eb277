import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

type LedgerMismatch = {
  readonly userId: bigint;
  readonly cachedMicro: bigint;
  readonly summedMicro: bigint;
};

/**
 * Reconciles the ledger: the users' accounts whose cached balance differs from the sum of their movements. Empty where
 * all is well. Movements themselves balance by construction: each names both of its sides.
 */
export async function findLedgerMismatches(db: Db): Promise<LedgerMismatch[]> {
  const { rows } = await sql<{ user_id: bigint; cached: bigint; summed: bigint }>`
    with sums as (
      select account, sum(amount)::bigint as summed from (
        select credit_account as account, amount_micro as amount from ledger_movements where credit_account >= 1000
        union all
        select debit_account, -amount_micro from ledger_movements where debit_account >= 1000
      ) as sides group by account)
    select a.user_id, a.balance_micro as cached, coalesce(sums.summed, 0)::bigint as summed
    from ledger_accounts a left join sums on sums.account = a.id
    where a.user_id is not null and a.balance_micro <> coalesce(sums.summed, 0)`.execute(db);
  return rows.map((row) => ({ userId: row.user_id, cachedMicro: row.cached, summedMicro: row.summed }));
}
