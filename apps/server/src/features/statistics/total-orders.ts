import { formatMicro, type Data, type Input } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { findGoodsInCategory } from '../goods/index.ts';
import { sumOrders, type OrdersSum } from '../orders/index.ts';
import { resolvePeriod } from '../settings/index.ts';
import { readNextDay, readOwnDay, sumSales, readSnapshot } from './daily-totals.sql.ts';
import { addSums } from './sum-sales-by.ts';
import type { SalesBy } from './rollups.sql.ts';

/**
 * The totals of orders that match a filter: exact over any period that daily totals cover. Otherwise orders are
 * counted, newest first; if there are too many, `counted_from` says how far back.
 */
export async function totalOrders(ctx: Ctx, { query }: Input<'totalOrders'>): Promise<Data<'totalOrders'>> {
  const sum = (await sumWholeDays(ctx, query)) ?? (await sumOrders(ctx.db, query, { isWhole: false }));
  return present(sum);
}

const present = ({ orders, items, amountMicro, countedFrom }: OrdersSum): Data<'totalOrders'> => ({
  orders: Number(orders),
  accounts: Number(items),
  amount: formatMicro(amountMicro),
  counted_from: countedFrom?.toISOString() ?? null,
});

type Filter = Input<'totalOrders'>['query'];

const FIRST_DAY = '2000-01-01';

const LAST_DAY = '2099-12-31';

/**
 * The totals of orders that match a filter, from daily totals; orders of partly covered days are counted one by one.
 * Null if the filter uses what daily totals do not have, such as the present agent of buyers: totals by agent are
 * by who earned the commission.
 */
async function sumWholeDays(ctx: Ctx, filter: Filter): Promise<OrdersSum | null> {
  const { from, to, goods, category, ...others } = filter;
  const known = [goods, category].filter((one) => one !== undefined);
  if (known.length > 1 || Object.values(others).some((one) => one !== undefined)) return null;
  return readSnapshot(ctx, async ({ db, rollup }) => {
    const moments = await resolvePeriod(db, { from, to });
    const first = moments.from && (await readNextDay(db, moments.from, rollup.time_zone));
    // The last moment is part of the period, so a whole day ends where the next one begins.
    const end = moments.to && new Date(moments.to.getTime() + 1);
    const last = end && (await readOwnDay(db, end, rollup.time_zone));
    if (first && last && first.start >= last.start) return sumOrders(db, filter, { isWhole: true });
    const by: SalesBy = known.length > 0 ? 'goods' : 'all';
    const keys =
      category === undefined ? [BigInt(goods ?? 0)] : await findGoodsInCategory(db, BigInt(category));
    const days = { from: first?.day ?? FIRST_DAY, to: last?.dayBefore ?? LAST_DAY };
    const whole = addSums(await sumSales(db, rollup, { ...days, by, perRow: 'key', keys }));
    const parts: Filter[] = [];
    if (first && first.start > moments.from)
      parts.push({ ...filter, to: new Date(first.start.getTime() - 1).toISOString() });
    if (last && end > last.start) parts.push({ ...filter, from: last.start.toISOString() });
    const total = { orders: whole.orders, items: whole.items, amountMicro: whole.amount_micro };
    for (const part of parts) {
      const sum = await sumOrders(db, part, { isWhole: true });
      total.orders += sum.orders;
      total.items += sum.items;
      total.amountMicro += sum.amountMicro;
    }
    return { ...total, countedFrom: null };
  });
}
