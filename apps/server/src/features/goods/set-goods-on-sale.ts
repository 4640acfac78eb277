import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { lockGoods, setOnSale } from './write-goods.sql.ts';

/** Puts products on sale or takes them off: all of them, or none where one does not exist (notFound). */
export async function setGoodsOnSale(
  ctx: Ctx,
  { body }: Input<'setGoodsOnSale'>,
): Promise<Data<'setGoodsOnSale'>> {
  requireAction(ctx.actor, 'goods.write');
  return inTransaction(ctx, async (step) => {
    const ids = [...new Set(body.ids)].map(BigInt);
    if ((await lockGoods(step.db, ids)) < ids.length) refuse('notFound', 'goods');
    const changed = await setOnSale(step.db, ids, { isOnSale: body.on_sale, now: step.clock.now() });
    await recordAudit(step, {
      action: 'goods.onSale',
      subject: ids.length === 1 ? `goods:${ids[0]}` : 'goods',
      after: { changed, isOnSale: body.on_sale },
    });
    return { changed: changed.length };
  });
}
