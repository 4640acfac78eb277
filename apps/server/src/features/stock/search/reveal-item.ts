import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { openItems } from '../open-items.ts';

/** The text of one item, also of a sold one; audited. Refuses an unknown or erased item (notFound). */
export async function revealItem(
  ctx: Ctx,
  { params, body }: Input<'revealItem'>,
): Promise<Data<'revealItem'>> {
  requireAction(ctx.actor, 'stock.reveal');
  return inTransaction(ctx, async (step) => {
    const firstId = BigInt(params.id);
    const [item] = await openItems(step, [{ firstId, endId: firstId + 1n }]);
    if (!item) return refuse('notFound', 'item');
    await recordAudit(step, {
      action: 'stock.reveal',
      subject: `item:${item.id}`,
      after: { reason: body.reason },
    });
    return { text: item.text };
  });
}
