import type { Data, Input } from '@portside/contract';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { findUser } from '../../users/index.ts';
import { statusOf } from '../recharge-states.ts';
import { presentRecharges } from '../recharges.present.ts';
import { getRecharge } from '../recharges.sql.ts';
import { hashTicket, newTicketToken } from './ticket-texts.ts';
import { useTicket } from './tickets.sql.ts';

/** Long enough to pay and to see the payment become final on the slowest chain. */
export const TOKEN_MS = 60 * 60_000;

/**
 * Redeems a ticket for a token. Refuses an unknown, used, replaced or expired ticket, and one of a blocked or closed user,
 * alike (ticketInvalid): whoever opens it need not be its buyer. Refuses one of a top-up that ended unpaid
 * (rechargeEnded). What is refused is not used up: the transaction is undone.
 */
export async function openTicket(ctx: Ctx, { body }: Input<'openTicket'>): Promise<Data<'openTicket'>> {
  const token = newTicketToken();
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + TOKEN_MS);
  const row = await inTransaction(ctx, async ({ db }) => {
    const used = await useTicket(db, hashTicket(body.ticket), { hash: hashTicket(token), until }, now);
    if (!used) return refuse('ticketInvalid');
    const opened = await getRecharge(db, used.recharge_id);
    const buyer = await findUser(db, opened.user_id);
    if (buyer?.status !== 'active') refuse('ticketInvalid', 'blocked or closed');
    if (statusOf(opened.state) === 'failed') refuse('rechargeEnded');
    return opened;
  });
  const [recharge] = await presentRecharges(ctx, [row]);
  return { token, expires_at: until.toISOString(), recharge: recharge! };
}
