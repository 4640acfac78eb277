import { sql } from 'kysely';
import type { Db } from '../../../apps/server/src/platform/db/db.ts';

/** Checks balances against what the chain gave, and the ledger of its deposits: each moved once, with no remainder. */
export async function checkMoney(
  db: Db,
  chainId: bigint,
  shouldMicro: ReadonlyMap<bigint, bigint>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const [userId, should] of shouldMicro) {
    const { rows } = await sql<{ balance: bigint; summed: bigint }>`
      select balance_micro as balance, (select coalesce(sum(case when credit_account = a.id
        then amount_micro else -amount_micro end), 0)::bigint from ledger_movements
        where credit_account = a.id or debit_account = a.id) as summed
      from ledger_accounts a where user_id = ${userId}`.execute(db);
    const { balance, summed } = rows[0]!;
    if (balance !== should) faults.push(`user ${userId} has ${balance}, the chain gave ${should}`);
    if (balance !== summed) faults.push(`user ${userId} has ${balance}, the movements say ${summed}`);
  }
  // What is worth less than a micro-USDT moves nothing.
  const { rows } = await sql<{ id: bigint }>`
    select d.id from deposits d left join ledger_movements m on m.reference = d.id and m.kind in ('deposit', 'credit')
    where chain_id = ${chainId}
    group by d.id having count(*) filter (where m.kind = 'deposit' and m.amount_micro = d.amount_micro)
        <> (d.amount_micro > 0)::int
      or count(*) filter (where m.kind = 'credit' and m.amount_micro = d.amount_micro)
        <> (d.state = 'credited')::int`.execute(db);
  return [...faults, ...rows.map(({ id }) => `deposit ${id} is not in the ledger exactly once`)];
}
