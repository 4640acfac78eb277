import { requireAction } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import type { ItemRange } from '../ranges.sql.ts';
import { countItems, summarizeRanges } from './summarize-ranges.ts';
import { findLanes, insertWithdrawals, takeOffSale, type GoodsRange } from './withdrawals.sql.ts';

/**
 * Takes items off sale for good and erases their texts; the same texts cannot be imported again. Items that are sold or
 * were withdrawn before are skipped. Returns how many were withdrawn; the audit log lists them by product.
 */
export async function withdrawItems(
  ctx: Ctx,
  { items, reason }: { readonly items: readonly ItemRange[]; readonly reason: string },
): Promise<number> {
  requireAction(ctx.actor, 'stock.withdraw');
  return inTransaction(ctx, async (inner) => {
    const taken = await withdraw(inner, items, { reason, isForgotten: false });
    const audit = (subject: string, ranges: readonly GoodsRange[]) =>
      recordAudit(inner, {
        action: 'stock.withdraw',
        subject,
        after: { reason, withdrawn: countItems(ranges), ...summarizeRanges(ranges) },
      });
    if (taken.length === 0) await audit('stock', []);
    for (const [goodsId, ranges] of Map.groupBy(taken, (range) => range.goodsId))
      await audit(`goods:${goodsId}`, ranges);
    return countItems(taken);
  });
}

/** In the caller's transaction; returns the items withdrawn, by id. A job erases their texts afterwards. */
export async function withdraw(
  ctx: Ctx,
  items: readonly ItemRange[],
  { reason, isForgotten }: { readonly reason: string; readonly isForgotten: boolean },
): Promise<GoodsRange[]> {
  const { db, clock, actor } = ctx;
  const taken = await takeOffSale(db, await findLanes(db, items), items);
  if (taken.length === 0) return [];
  const userId = actor.kind === 'user' ? actor.userId : null;
  await insertWithdrawals(db, taken, { reason, isForgotten, userId }, clock.now());
  return taken;
}
