import { formatMicro, type AdminOrder, type Language, type OrderEvent } from '@portside/contract';
import type { Db } from '../../../platform/db/db.ts';
import { findGoods } from '../../goods/index.ts';
import type { EventOfOrder } from '../order-events.sql.ts';
import { findBuyersById, type Buyer } from './order-filter.sql.ts';
import { presentOrder } from '../orders.present.ts';
import type { OrderRow } from '../orders.sql.ts';

export async function presentAdminOrders(
  db: Db,
  orders: readonly OrderRow[],
  language: Language,
): Promise<AdminOrder[]> {
  const [goods, buyers] = await Promise.all([
    findGoods(db, [...new Set(orders.map((order) => order.goods_id))]),
    findBuyersById(db, [...new Set(orders.map((order) => order.user_id))]),
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

/** That an order was placed and purged stands in the order itself; what of it was decided, in the proposals. */
export function presentEvents(
  order: OrderRow,
  buyer: string,
  events: readonly EventOfOrder[],
  decided: readonly OrderEvent[],
): OrderEvent[] {
  const own = (kind: 'placed' | 'purged', at: Date, actor: string | null): OrderEvent => ({
    kind,
    at: at.toISOString(),
    actor,
    accounts: kind === 'placed' ? order.quantity : null,
    amount: kind === 'placed' ? formatMicro(order.total_micro) : null,
    note: '',
  });
  const later = events.map(({ kind, at, actor, quantity, amount_micro, note }) => ({
    kind,
    at: at.toISOString(),
    actor,
    accounts: quantity,
    amount: amount_micro === null ? null : formatMicro(amount_micro),
    note,
  }));
  const purged = order.accounts_deleted_at;
  const all = [
    own('placed', order.created_at, buyer),
    // Before what came of it, perhaps in the same moment.
    ...decided,
    ...later,
    ...(purged ? [own('purged', purged, null)] : []),
  ];
  return all.toSorted((a, b) => a.at.localeCompare(b.at));
}
