import type { Db } from '../../../apps/server/src/platform/db/db.ts';
import type { Journal } from '../load/journal.ts';

/** Acknowledged but missing, and existing but never requested: one line each. */
export async function checkJournal(db: Db, journal: Journal): Promise<string[]> {
  return [
    ...journal.contradictions,
    ...(await checkOrders(db, journal)),
    ...(await checkRecharges(db, journal)),
    ...(await checkTransfers(db, journal)),
    ...(await checkImports(db, journal)),
  ];
}

async function checkOrders(db: Db, journal: Journal): Promise<string[]> {
  const faults: string[] = [];
  const rows = await db
    .selectFrom('orders')
    .select(['order_no', 'user_id', 'goods_id', 'quantity', 'idempotency_key'])
    .execute();
  const byKey = new Map(rows.map((row) => [row.idempotency_key, row]));
  if (byKey.size < rows.length) faults.push('a key has two orders');
  for (const row of rows) {
    const entry = journal.orders.get(row.idempotency_key);
    if (!entry) faults.push(`order ${row.order_no} was never asked for`);
    else if (entry.state === 'refused') faults.push(`order ${row.order_no} was refused and is there`);
  }
  for (const entry of journal.ordersOf('acknowledged')) {
    const row = byKey.get(entry.key);
    if (!row) faults.push(`acknowledged order ${entry.orderNo} is lost`);
    else if (
      row.order_no !== entry.orderNo ||
      String(row.user_id) !== entry.userId ||
      String(row.goods_id) !== entry.goodsId ||
      row.quantity !== entry.quantity
    )
      faults.push(`order ${entry.orderNo} is not what was acknowledged`);
  }
  return faults;
}

async function checkRecharges(db: Db, journal: Journal): Promise<string[]> {
  const rows = await db
    .selectFrom('recharges')
    .select(['order_id', 'idempotency_key', 'pay_amount_micro'])
    .execute();
  const byKey = new Map(rows.map((row) => [row.idempotency_key, row]));
  return [...journal.recharges.values()]
    .filter((entry) => entry.state === 'acknowledged')
    .filter((entry) => {
      const row = byKey.get(entry.key);
      return row?.order_id !== entry.orderId || row.pay_amount_micro !== entry.payAmountMicro;
    })
    .map((entry) => `acknowledged top-up ${entry.orderId} is lost or another one`);
}

/** A transfer may still be pending; if recorded, then once and for its buyer. */
async function checkTransfers(db: Db, journal: Journal): Promise<string[]> {
  const rows = await db
    .selectFrom('deposits')
    .select(['tx_hash', 'amount_micro', 'state', 'user_id'])
    .execute();
  const byHash = Map.groupBy(rows, (row) => row.tx_hash);
  const faults: string[] = [];
  for (const transfer of journal.transfers) {
    const found = byHash.get(transfer.hash) ?? [];
    byHash.delete(transfer.hash);
    if (found.length > 1) faults.push(`transfer ${transfer.hash} is recorded ${found.length} times`);
    for (const { amount_micro, state, user_id } of found)
      if (
        amount_micro !== transfer.amountMicro ||
        state !== 'credited' ||
        String(user_id) !== transfer.userId
      )
        faults.push(`transfer ${transfer.hash} is ${state}, ${amount_micro} for user ${user_id}`);
  }
  for (const hash of byHash.keys()) faults.push(`deposit ${hash} was never sent`);
  return faults;
}

/** Lines of unacknowledged imports may exist or not. */
async function checkImports(db: Db, { imports }: Journal): Promise<string[]> {
  const { count } = await db
    .selectFrom('stock_fingerprints')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  const linesOf = (those: typeof imports): number => those.reduce((sum, one) => sum + one.lines, 0);
  const least = linesOf(imports.filter((one) => one.isAcknowledged));
  return count < least || count > linesOf(imports)
    ? [`${count} accounts were ever in the shop, ${least} were acknowledged, ${linesOf(imports)} were sent`]
    : [];
}
