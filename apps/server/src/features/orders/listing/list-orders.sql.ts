import type { Db } from '../../../platform/db/db.ts';
import type { OrderRow } from '../orders.sql.ts';

export const findOrderByNo = (db: Db, orderNo: string): Promise<OrderRow | undefined> =>
  db.selectFrom('orders').selectAll().where('order_no', '=', orderNo).executeTakeFirst();
