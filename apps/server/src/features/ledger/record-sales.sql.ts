import { sql } from 'kysely';
import { idArray } from '../../platform/db/arrays.ts';
import type { Write } from '../../platform/db/pipeline.ts';
import { availableAccountOf, REVENUE } from './accounts.ts';

type Sale = { readonly orderId: bigint; readonly userId: bigint; readonly totalMicro: bigint };

/**
 * Users pay for their orders from their balances: one movement per sale and one balance update per user, as writes for
 * the caller to combine with the orders of the batch. The caller has locked the balances.
 */
export function recordSales(sales: readonly Sale[], now: Date): Write[] {
  const movements = sql`
    insert into ledger_movements (kind, reference, debit_account, credit_account, amount_micro, created_at)
    select 'sale', unnest(${idArray(sales.map((sale) => sale.orderId))}::bigint[]),
      unnest(${idArray(sales.map((sale) => availableAccountOf(sale.userId)))}::bigint[]), ${REVENUE}::bigint,
      unnest(${idArray(sales.map((sale) => sale.totalMicro))}::bigint[]), ${now}::timestamptz`;
  const spent = Map.groupBy(sales, (sale) => sale.userId);
  const balances = sql`
    update ledger_accounts set balance_micro = balance_micro - paid.total
    from unnest(
      ${idArray([...spent.keys()].map(availableAccountOf))}::bigint[],
      ${idArray([...spent.values()].map(sumOf))}::bigint[]) as paid (account, total)
    where id = paid.account returning 1`;
  return [
    { statement: movements },
    { statement: balances, mustChange: { rows: spent.size, orElse: 'a buyer has no balance' } },
  ];
}

const sumOf = (sales: readonly Sale[]): bigint => sales.reduce((sum, sale) => sum + sale.totalMicro, 0n);
