import type { TicketActor } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { hashTicket } from './ticket-texts.ts';
import { findTokenHolder } from './tickets.sql.ts';

/**
 * The actor of a ticket's token. Refuses an unknown or expired token (notSignedIn) and a frozen user's (accountFrozen).
 */
export async function authenticateTicket({ db, clock }: Ctx, token: string): Promise<TicketActor> {
  const holder = await findTokenHolder(db, hashTicket(token), clock.now());
  if (!holder || holder.status === 'closed') return refuse('notSignedIn', 'ticket');
  if (holder.status === 'frozen') refuse('accountFrozen');
  return { kind: 'ticket', userId: holder.userId, rechargeId: holder.rechargeId };
}
