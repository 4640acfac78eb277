import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { pageOf } from '../../platform/http/page-of.ts';
import { daysUpTo } from './days.ts';
import { readFigures } from './read-figures.ts';
import { sumSalesBy } from './sum-sales-by.ts';

/** Products by accounts sold in so many days up to today, best first. */
export function listBestSellers(
  ctx: Ctx,
  { query }: Input<'listBestSellers'>,
): Promise<Data<'listBestSellers'>> {
  requireAction(ctx.actor, 'statistics.read');
  return readFigures(ctx, async (figures) => {
    const { rows } = await sumSalesBy(figures, 'goods', daysUpTo(figures.today, query.days), ctx.language);
    return pageOf(
      rows
        .filter((row) => row.accounts > 0)
        .toSorted((a, b) => b.accounts - a.accounts || Number(a.key) - Number(b.key)),
      query,
    );
  });
}
