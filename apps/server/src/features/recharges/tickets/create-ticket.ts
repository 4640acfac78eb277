import type { Data, Input } from '@portside/contract';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { getPayableRecharge } from '../payment-terms/get-payable-recharge.ts';
import { statusOf } from '../recharge-states.ts';
import { hashTicket, newTicket } from './ticket-texts.ts';
import { deleteExpiredTickets, insertTicket } from './tickets.sql.ts';

export const OPENS_FOR_MS = 10 * 60_000;

/**
 * Creates a link that opens this payment in a wallet's own browser, by QR code or deep link. Its ticket can be
 * used once, within ten minutes and until there is a newer one, and grants no session. It is in the fragment, which no
 * server, proxy or log sees. Refuses a top-up that is not the caller's (notFound), one that is paid or has ended
 * (rechargeEnded) and one whose addresses are not the shop's (addressesChanged).
 */
export async function createTicket(
  ctx: Ctx,
  { params }: Input<'createTicket'>,
): Promise<Data<'createTicket'>> {
  const ticket = newTicket();
  const now = ctx.clock.now();
  const opensUntil = new Date(now.getTime() + OPENS_FOR_MS);
  await inTransaction(ctx, async (step) => {
    const { id: rechargeId, state } = await getPayableRecharge(step, params.order_id);
    if (statusOf(state) !== 'recharging') refuse('rechargeEnded');
    await deleteExpiredTickets(step.db, rechargeId, now);
    await insertTicket(step.db, { rechargeId, hash: hashTicket(ticket), opensUntil });
  });
  return { url: `${ctx.publicUrl}/h5Pay#ticket=${ticket}`, expires_at: opensUntil.toISOString() };
}
