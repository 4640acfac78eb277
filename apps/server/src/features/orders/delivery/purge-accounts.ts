import { sql } from 'kysely';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import type { Db } from '../../../platform/db/db.ts';
import { eraseItems, type ItemRange } from '../../stock/index.ts';
import type { OrderRow } from '../orders.sql.ts';

const ORDERS_A_STEP = 200;
/** Erasing more in one transaction would make buyers' orders wait on the embedded database. */
const ACCOUNTS_A_STEP = 5_000;

/** Erases the account data of orders whose retention is over, one step of it; order numbers and amounts stay. */
export async function purgeAccounts(ctx: Ctx): Promise<{ more: boolean }> {
  const { purged, more } = await inTransaction(ctx, async ({ db, clock }) => {
    const now = clock.now();
    const due = await lockOrdersToPurge(db, now, ORDERS_A_STEP);
    const ids = firstOf(due);
    if (ids.length === 0) return { purged: 0, more: false };
    await eraseItems(db, await findOrderItems(db, ids));
    crashPoint('purge: erased');
    await markPurged(db, ids, now);
    crashPoint('purge: marked');
    return { purged: ids.length, more: ids.length < due.length || due.length === ORDERS_A_STEP };
  });
  if (purged > 0) {
    crashPoint('purge: after commit');
    ctx.log.info({ orders: purged }, 'account texts erased');
  }
  return { more };
}

/** As many orders as a step may erase, but at least one. */
function firstOf(due: readonly { readonly id: bigint; readonly quantity: number }[]): bigint[] {
  let accounts = 0;
  const ids: bigint[] = [];
  for (const { id, quantity } of due) {
    accounts += quantity;
    if (accounts > ACCOUNTS_A_STEP && ids.length > 0) break;
    ids.push(id);
  }
  return ids;
}

/** Orders whose account data is due to be erased, with how many accounts each bought; skips those locked elsewhere. */
const lockOrdersToPurge = (db: Db, now: Date, limit: number): Promise<Pick<OrderRow, 'id' | 'quantity'>[]> =>
  db
    .selectFrom('orders')
    .select(['id', 'quantity'])
    .where('accounts_deleted_at', 'is', null)
    .where('accounts_delete_at', '<=', now)
    .orderBy('accounts_delete_at')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();

async function markPurged(db: Db, ids: readonly bigint[], now: Date): Promise<void> {
  await db.updateTable('orders').set({ accounts_deleted_at: now }).where('id', 'in', ids).execute();
}

/** Every item that the orders ever took, replacements included. */
export async function findOrderItems(db: Db, orderIds: readonly bigint[]): Promise<ItemRange[]> {
  const { rows } = await sql<{ first_id: bigint; end_id: bigint }>`
    select first_id, end_id from order_ranges where order_id = any(${orderIds}::bigint[])
    order by first_id`.execute(db);
  return rows.map((row) => ({ firstId: row.first_id, endId: row.end_id }));
}
