import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { findUser } from '../../users/index.ts';
import { findOrderByNo, lockOrder, type OrderRow } from '../orders.sql.ts';

/** Refuses an unknown order (notFound), and one whose buyer's profile is closed (userDoesNotExist). */
export async function lockOrderToRefund({ db }: Ctx, orderNo: string): Promise<OrderRow> {
  const { id, user_id } = (await findOrderByNo(db, orderNo)) ?? refuse('notFound');
  const order = await lockOrder(db, id);
  if ((await findUser(db, user_id))?.status === 'closed') refuse('userDoesNotExist', 'closed');
  return order;
}
