import { requireAction } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { firstItems } from './first-items.ts';
import { openItems, type OpenedItem } from '../open-items.ts';
import { findFreeRanges } from '../ranges.sql.ts';
import type { UnsoldFilter } from './unsold-filter.ts';

const ITEMS_A_STEP = 1_000;

/**
 * The items that are free, by id, a thousand at most at a time: memory stays flat, and what is sold before its
 * turn comes is left out.
 */
export async function* exportUnsold(ctx: Ctx, filter: UnsoldFilter): AsyncGenerator<OpenedItem[]> {
  requireAction(ctx.actor, 'stock.export');
  await inTransaction(ctx, (inner) =>
    recordAudit(inner, {
      action: 'stock.export',
      subject: `goods:${filter.goodsId}`,
      after: { gender: filter.gender, batchId: filter.batchId },
    }),
  );
  let fromId = 0n;
  while (true) {
    const ranges = await findFreeRanges(ctx.db, filter, fromId, ITEMS_A_STEP);
    if (ranges.length === 0) return;
    const page = firstItems(ranges, ITEMS_A_STEP);
    fromId = page.at(-1)!.endId;
    yield await openItems(ctx, page);
  }
}
