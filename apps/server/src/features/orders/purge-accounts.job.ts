import { inTransaction, type Ctx } from '../../platform/context.ts';
import { crashPoint } from '../../platform/crash-point.ts';
import { eraseItems } from '../stock/index.ts';
import { findOrderItems, lockOrdersToPurge, markPurged } from './orders.sql.ts';

const ORDERS_A_STEP = 200;

/** Erases the account texts of orders whose time has come; numbers and amounts stay. */
export async function purgeAccounts(ctx: Ctx): Promise<{ more: boolean }> {
  const purged = await inTransaction(ctx, async ({ db, clock }) => {
    const now = clock.now();
    const ids = await lockOrdersToPurge(db, now, ORDERS_A_STEP);
    if (ids.length === 0) return 0;
    await eraseItems(db, await findOrderItems(db, ids));
    crashPoint('purge: erased');
    await markPurged(db, ids, now);
    crashPoint('purge: marked');
    return ids.length;
  });
  if (purged > 0) {
    crashPoint('purge: after commit');
    ctx.log.info({ orders: purged }, 'account texts erased');
  }
  return { more: purged === ORDERS_A_STEP };
}
