import type { LiveFigures } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { countSoldSince, listLatestOrders, maskOrderNo } from '../orders/index.ts';
import { loadSettings } from '../settings/index.ts';
import { readMidnight } from './shop-figures.sql.ts';

const LATEST_ORDERS = 10;

export type ShopFigures = Omit<LiveFigures, 'online_users'>;

/** Accounts sold since midnight in the shop's time zone, and the newest orders with masked numbers. */
export async function readShopFigures({ db, clock }: Ctx): Promise<ShopFigures> {
  const { timeZone } = await loadSettings(db);
  const midnight = await readMidnight(db, clock.now(), timeZone);
  const latest = await listLatestOrders(db, LATEST_ORDERS);
  return {
    accounts_sold_today: await countSoldSince(db, midnight),
    latest_orders: latest.map((order) => ({
      order_no: maskOrderNo(order.order_no),
      created_at: order.created_at.toISOString(),
    })),
  };
}
