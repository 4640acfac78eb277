import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { ItemRange } from './ranges.sql.ts';
import { findLanes, insertWithdrawals, takeOffSale } from './withdrawals.sql.ts';

/**
 * Takes items off sale for good and erases their texts; the same texts cannot be imported again. What is sold,
 * or was withdrawn before, is passed over. Tells how many were withdrawn.
 */
export async function withdrawItems(
  ctx: Ctx,
  { items, reason }: { readonly items: readonly ItemRange[]; readonly reason: string },
): Promise<number> {
  requireAction(ctx.actor, 'stock.withdraw');
  return inTransaction(ctx, async (inner) => {
    const count = await withdraw(inner, items, { reason, isForgotten: false });
    await recordAudit(inner, {
      action: 'stock.withdraw',
      subject: 'stock',
      after: { reason, withdrawn: count },
    });
    return count;
  });
}

/** Inside the caller's transaction; the texts are erased afterwards, step by step. */
export async function withdraw(
  ctx: Ctx,
  items: readonly ItemRange[],
  { reason, isForgotten }: { readonly reason: string; readonly isForgotten: boolean },
): Promise<number> {
  const { db, clock, actor } = ctx;
  const taken = await takeOffSale(db, await findLanes(db, items), items);
  if (taken.length === 0) return 0;
  const userId = actor.kind === 'user' ? actor.userId : null;
  await insertWithdrawals(db, taken, { reason, isForgotten, userId }, clock.now());
  return taken.reduce((sum, { firstId, endId }) => sum + Number(endId - firstId), 0);
}
