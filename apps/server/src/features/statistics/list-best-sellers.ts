import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { pageOf } from '../../platform/http/page-of.ts';
import { daysUpTo } from './days.ts';
import { readSnapshot } from './read-snapshot.ts';
import { sumSalesBy } from './sum-sales-by.ts';

/** Products by accounts sold in the last `days` days, today included, best first. */
export function listBestSellers(
  ctx: Ctx,
  { query }: Input<'listBestSellers'>,
): Promise<Data<'listBestSellers'>> {
  requireAction(ctx.actor, 'statistics.read');
  return readSnapshot(ctx, async (snapshot) => {
    const { rows } = await sumSalesBy(snapshot, 'goods', daysUpTo(snapshot.today, query.days), ctx.language);
    return pageOf(
      rows
        .filter((row) => row.accounts > 0)
        .toSorted((a, b) => b.accounts - a.accounts || Number(a.key) - Number(b.key)),
      query,
    );
  });
}
