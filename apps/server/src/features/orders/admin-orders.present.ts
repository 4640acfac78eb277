import type { AdminOrder, Language } from '@portside/contract';
import type { Db } from '../../platform/db/db.ts';
import { findGoods } from '../goods/index.ts';
import { findBuyers, type Buyer } from './buyers.sql.ts';
import { presentOrder } from './orders.present.ts';
import type { OrderRow } from './orders.sql.ts';

/** Orders with their buyers and the agents who referred them. */
export async function presentAdminOrders(
  db: Db,
  orders: readonly OrderRow[],
  language: Language,
): Promise<AdminOrder[]> {
  const [goods, buyers] = await Promise.all([
    findGoods(db, [...new Set(orders.map((order) => order.goods_id))]),
    findBuyers(db, [...new Set(orders.map((order) => order.user_id))]),
  ]);
  return orders.map((order) => ({
    ...presentOrder(order, goods.get(order.goods_id)!, language),
    ...presentBuyer(buyers.get(order.user_id)!),
  }));
}

const presentBuyer = ({ id, username, email, agent_id, platform_name }: Buyer) => ({
  buyer: { id: String(id), username, email },
  agent: agent_id === null ? null : { id: String(agent_id), platform_name: platform_name! },
});
