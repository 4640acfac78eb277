import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { findFreeRanges, type ItemRange } from '../ranges.sql.ts';
import { parseUnsoldFilter } from './unsold-filter.ts';
import { withdrawItems } from './withdraw-items.ts';

/** More ranges than one product ever has. */
const MAX_RANGES = 1_000_000;

/** Withdraws all unsold items of a filter, or those of them that are named by id. */
export async function withdrawStock(
  ctx: Ctx,
  { body }: Input<'withdrawStock'>,
): Promise<Data<'withdrawStock'>> {
  requireAction(ctx.actor, 'stock.withdraw');
  const { item_ids: named, reason } = body;
  const free = await findFreeRanges(ctx.db, parseUnsoldFilter(body), 0n, MAX_RANGES);
  const items = named === undefined ? free : namedOf(free, named);
  return { withdrawn: await withdrawItems(ctx, { items, reason }) };
}

/** The named items that are in the ranges, which are ordered by id. */
function namedOf(ranges: readonly ItemRange[], named: readonly string[]): ItemRange[] {
  const ids = [...new Set(named)].map(BigInt).toSorted((a, b) => (a < b ? -1 : 1));
  const found: ItemRange[] = [];
  let at = 0;
  for (const id of ids) {
    while (at < ranges.length && ranges[at]!.endId <= id) at += 1;
    if (at < ranges.length && ranges[at]!.firstId <= id) found.push({ firstId: id, endId: id + 1n });
  }
  return found;
}
