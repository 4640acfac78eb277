import { formatMicro, type Data, type Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { sumOrders, type OrdersSum } from '../orders/index.ts';
import { sumWholeDays } from './sum-whole-days.ts';

/**
 * The totals of orders that match a filter: exact over any period where daily totals have them. Otherwise orders are
 * counted, newest first; where there are too many, `counted_from` says how far back.
 */
export async function totalOrders(ctx: Ctx, { query }: Input<'totalOrders'>): Promise<Data<'totalOrders'>> {
  requireAction(ctx.actor, 'order.read');
  const sum = (await sumWholeDays(ctx, query)) ?? (await sumOrders(ctx.db, query, { isWhole: false }));
  return present(sum);
}

const present = ({ orders, items, amountMicro, countedFrom }: OrdersSum): Data<'totalOrders'> => ({
  orders: Number(orders),
  accounts: Number(items),
  amount: formatMicro(amountMicro),
  counted_from: countedFrom?.toISOString() ?? null,
});
