import { sql } from 'kysely';
import { idArray } from '../../platform/db/arrays.ts';
import type { Write } from '../../platform/db/pipeline.ts';
import { REVENUE } from './accounts.ts';

/** What an agent earns by a sale; `account` is the agent's commission account. */
export type Commission = {
  readonly orderId: bigint;
  readonly account: bigint;
  readonly amountMicro: bigint;
};

/**
 * Agents earn commission on sales: one movement per sale and one balance update per agent, as writes for the caller to
 * combine with the sales. All buyers of an agent share the agent's account, so it is locked last and only up to the
 * commit; several accounts in the order of their ids, so that two batches cannot deadlock.
 */
export function recordCommissions(commissions: readonly Commission[], now: Date): Write[] {
  if (commissions.length === 0) return [];
  const movements = sql`
    insert into ledger_movements (kind, reference, debit_account, credit_account, amount_micro, created_at)
    select 'commission', unnest(${idArray(commissions.map((one) => one.orderId))}::bigint[]), ${REVENUE}::bigint,
      unnest(${idArray(commissions.map((one) => one.account))}::bigint[]),
      unnest(${idArray(commissions.map((one) => one.amountMicro))}::bigint[]), ${now}::timestamptz`;
  const earned = Map.groupBy(commissions, (one) => one.account);
  const balances = sql`
    update ledger_accounts set balance_micro = balance_micro + earned.total
    from (
      select account.id, sum.total from unnest(
        ${idArray([...earned.keys()])}::bigint[],
        ${idArray([...earned.values()].map(sumOf))}::bigint[]) as sum (id, total)
      join ledger_accounts account on account.id = sum.id
      order by account.id for no key update of account) as earned
    where ledger_accounts.id = earned.id returning 1`;
  return [
    { statement: movements },
    { statement: balances, mustChange: { rows: earned.size, orElse: 'an agent has no account' } },
  ];
}

const sumOf = (commissions: readonly Commission[]): bigint =>
  commissions.reduce((sum, one) => sum + one.amountMicro, 0n);
