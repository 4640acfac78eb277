import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { findItemsByText } from './find-items-by-text.ts';

/**
 * Which items the given lines are. A match proves a password right, so every call is audited: with the number of lines
 * and matches, without the lines.
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
