import { sql } from 'kysely';
import { crashPoint } from '../../platform/crash-point.ts';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import { availableAccountOf, REVENUE } from './accounts.ts';

export type Sale = { readonly orderId: bigint; readonly userId: bigint; readonly totalMicro: bigint };

/**
 * Users pay for their orders out of their balances: one movement a sale, one balance update a user, in
 * one statement each, because orders come in batches. The balances are locked by the caller.
 */
export async function recordSales(db: Db, sales: readonly Sale[], now: Date): Promise<void> {
  if (sales.length === 0) return;
  const movements = sql`
    insert into ledger_movements (kind, reference, debit_account, credit_account, amount_micro, created_at)
    select 'sale', sale.order_id, sale.account, ${REVENUE}, sale.total, ${now}
    from unnest(
      ${idArray(sales.map((sale) => sale.orderId))}::bigint[],
      ${idArray(sales.map((sale) => availableAccountOf(sale.userId)))}::bigint[],
      ${idArray(sales.map((sale) => sale.totalMicro))}::bigint[]) as sale (order_id, account, total)`.execute(
    db,
  );
  const spent = Map.groupBy(sales, (sale) => sale.userId);
  const balances = sql`
    update ledger_accounts set balance_micro = balance_micro - paid.total
    from unnest(
      ${idArray([...spent.keys()].map(availableAccountOf))}::bigint[],
      ${idArray([...spent.values()].map(sumOf))}::bigint[]) as paid (account, total)
    where id = paid.account`.execute(db);
  await Promise.all([movements, balances]);
  crashPoint('order: charged');
}

const sumOf = (sales: readonly Sale[]): bigint => sales.reduce((sum, sale) => sum + sale.totalMicro, 0n);
