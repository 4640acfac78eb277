import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { eraseItems } from '../../stock/index.ts';
import { findOrderItems, lockOrdersToPurge, markPurged } from '../orders.sql.ts';

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
