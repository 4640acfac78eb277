import type { Data, Input } from '@portside/contract';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { presentRecharges } from '../recharges.present.ts';
import { getRecharge } from '../recharges.sql.ts';
import { hashTicket, newTicketToken } from './ticket-texts.ts';
import { useTicket } from './tickets.sql.ts';

/** Long enough to pay and to see the payment become final on the slowest chain. */
export const TOKEN_MS = 60 * 60_000;

/** Redeems a ticket for a token. Refuses an unknown, used or expired ticket alike (ticketInvalid). */
export async function openTicket(ctx: Ctx, { body }: Input<'openTicket'>): Promise<Data<'openTicket'>> {
  const token = newTicketToken();
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + TOKEN_MS);
  const row = await inTransaction(ctx, async ({ db }) => {
    const used = await useTicket(db, hashTicket(body.ticket), { hash: hashTicket(token), until }, now);
    return used ? getRecharge(db, used.recharge_id) : refuse('ticketInvalid');
  });
  const [recharge] = await presentRecharges(ctx, [row]);
  return { token, expires_at: until.toISOString(), recharge: recharge! };
}
