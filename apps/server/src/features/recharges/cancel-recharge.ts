import type { Input, Recharge } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { publishRecharges } from './publish-recharges.ts';
import { getOwnRecharge } from './read-recharges.ts';
import { statesBefore } from './recharge-states.ts';
import { presentRecharges } from './recharges.present.ts';
import { moveRecharge, type RechargeRow } from './recharges.sql.ts';

/**
 * Cancels an unpaid top-up. Its amount stays reserved, so a payment that is already on its way is still
 * credited. Refuses a top-up whose payment was seen or that has ended otherwise (notCancellable).
 */
export async function cancelRecharge(ctx: Ctx, { params }: Input<'cancelRecharge'>): Promise<Recharge> {
  const row = await inTransaction(ctx, async (step) => {
    const own = await getOwnRecharge(step, params.order_id);
    if (own.state === 'cancelled') return own;
    const from = statesBefore('cancelled', 'buyer');
    const when = { cancelled_at: step.clock.now() };
    const cancelled = await moveRecharge(step.db, own.id, from, 'cancelled', when);
    if (!cancelled) return readCancelled(step, params.order_id);
    publishRecharges(step, [cancelled]);
    return cancelled;
  });
  const [recharge] = await presentRecharges(ctx, [row]);
  return recharge!;
}

/** The top-up has moved since it was read: cancelled by another call of the buyer, or paid. */
async function readCancelled(ctx: Ctx, orderId: string): Promise<RechargeRow> {
  const now = await getOwnRecharge(ctx, orderId);
  return now.state === 'cancelled' ? now : refuse('notCancellable');
}
