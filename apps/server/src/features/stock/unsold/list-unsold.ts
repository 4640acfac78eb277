import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { readIdCursor } from '../../../platform/http/page-by-id.ts';
import { firstItems } from './first-items.ts';
import { maskText } from './mask-text.ts';
import { openItems } from '../open-items.ts';
import { findFreeRanges } from '../ranges.sql.ts';
import { parseUnsoldFilter } from './unsold-filter.ts';
import { countFree } from './unsold.sql.ts';

/** Free items by id with their texts masked; what is sold in the meantime is left out. */
export async function listUnsold(ctx: Ctx, { query }: Input<'listUnsold'>): Promise<Data<'listUnsold'>> {
  requireAction(ctx.actor, 'stock.read');
  const fromId = readIdCursor(query.cursor) ?? 0n;
  const wanted = query.limit + 1;
  const ranges = await findFreeRanges(ctx.db, parseUnsoldFilter(query), fromId, wanted);
  const items = await openItems(ctx, firstItems(ranges, wanted));
  return {
    items: items.slice(0, query.limit).map(({ id, text }) => ({ id: String(id), masked: maskText(text) })),
    next_cursor: items.length > query.limit ? String(items.at(-1)!.id) : null,
    total: null,
  };
}

/** How many items an export or a withdrawal with the filter would take now, by gender. */
export async function countUnsold(ctx: Ctx, { query }: Input<'countUnsold'>): Promise<Data<'countUnsold'>> {
  requireAction(ctx.actor, 'stock.read');
  return countFree(ctx.db, parseUnsoldFilter(query));
}
