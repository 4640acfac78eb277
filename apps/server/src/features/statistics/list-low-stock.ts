import { textIn, type Data, type Input } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { pageOf } from '../../platform/lists/pages.ts';
import { listGoodsOnSale } from '../goods/index.ts';
import { countStock } from '../stock/index.ts';
import { sumSales, readSnapshot } from './daily-totals.sql.ts';
import { daysUpTo } from './days.ts';

/** Products on sale by how long their stock will last at the sales of the last `days` days; sold-out ones first. */
export function listLowStock(ctx: Ctx, { query }: Input<'listLowStock'>): Promise<Data<'listLowStock'>> {
  return readSnapshot(ctx, async ({ db, rollup, today }) => {
    const goods = await listGoodsOnSale(db, {});
    const ids = goods.map(({ id }) => id);
    const stock = await countStock(db, ids);
    const days = daysUpTo(today, query.days);
    const sales = await sumSales(db, rollup, { ...days, by: 'goods', perRow: 'key', keys: ids });
    const sold = new Map(sales.map((sum) => [sum.label, Number(sum.items)]));
    const rows = goods.map(({ id, name }) => {
      const counts = stock.get(id);
      const free = counts === undefined ? 0 : counts.unspecified + counts.male + counts.female;
      const perDay = (sold.get(String(id)) ?? 0) / query.days;
      return {
        goods: { id: String(id), name: textIn(name, ctx.language) },
        stock: free,
        sold_per_day: round(perDay),
        days_left: perDay === 0 ? null : round(free / perDay),
      };
    });
    const lasts = ({ stock: free, days_left }: (typeof rows)[number]): number =>
      free === 0 ? -1 : (days_left ?? Infinity);
    return pageOf(
      rows.toSorted((a, b) => (lasts(a) < lasts(b) ? -1 : lasts(a) > lasts(b) ? 1 : a.stock - b.stock)),
      query,
    );
  });
}

const round = (value: number): number => Math.round(value * 10) / 10;
