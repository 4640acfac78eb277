import { inTransaction, type Ctx } from '../../platform/context.ts';
import './goods.events.ts';
import { recordStockChanges } from './stock-levels.sql.ts';

/**
 * Announces products that ran out of stock or have some again. Orders and imports do not look for it themselves:
 * an order sees the first ranges of its lanes only, and must not pay for counting the rest.
 */
export function watchStock(ctx: Ctx): Promise<{ more: boolean }> {
  return inTransaction(ctx, async (step) => {
    for (const { goodsId, inStock } of await recordStockChanges(step.db, step.clock.now()))
      await step.events.announce(step, inStock ? 'stockReturned' : 'stockRanOut', { goodsId });
    return { more: false };
  });
}
