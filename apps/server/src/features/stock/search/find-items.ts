import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { findItemsByText } from './find-items-by-text.ts';

/**
 * Which items the given lines are. A hit proves a password right, so who asks is written down: with how many
 * lines and hits, without a line.
 */
export async function findItems(
  ctx: Ctx,
  { body: { accounts } }: Pick<Input<'findItems'>, 'body'>,
): Promise<Data<'findItems'>> {
  requireAction(ctx.actor, 'stock.read');
  return inTransaction(ctx, async (step) => {
    const ids = await findItemsByText(step, accounts);
    const found = ids.filter((id) => id !== null).length;
    const after = { lines: accounts.length, found };
    await recordAudit(step, { action: 'stock.find', subject: 'stock', after });
    return { item_ids: ids.map((id) => (id === null ? null : String(id))) };
  });
}
