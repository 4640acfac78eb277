import type { Db } from '../../../platform/db/db.ts';
import './tickets.tables.ts';

export async function insertTicket(
  db: Db,
  ticket: { readonly rechargeId: bigint; readonly hash: Buffer; readonly opensUntil: Date },
): Promise<void> {
  await db
    .insertInto('recharge_tickets')
    .values({
      recharge_id: ticket.rechargeId,
      ticket_hash: ticket.hash,
      opens_until: ticket.opensUntil,
      token_hash: null,
      token_until: null,
    })
    .execute();
}

/** Deletes a top-up's tickets that have expired and whose tokens, if any, have expired too. */
export async function deleteExpiredTickets(db: Db, rechargeId: bigint, now: Date): Promise<void> {
  await db
    .deleteFrom('recharge_tickets')
    .where('recharge_id', '=', rechargeId)
    .where('opens_until', '<=', now)
    .where((is) => is.or([is('token_until', 'is', null), is('token_until', '<=', now)]))
    .execute();
}

type Token = { readonly hash: Buffer; readonly until: Date };

/**
 * Exchanges an unused ticket, the newest of its top-up, for a token, once; answers its top-up, undefined where there is
 * no such ticket.
 */
export const useTicket = (db: Db, ticketHash: Buffer, token: Token, now: Date) =>
  db
    .updateTable('recharge_tickets')
    .set({ token_hash: token.hash, token_until: token.until })
    .where('ticket_hash', '=', ticketHash)
    .where('token_hash', 'is', null)
    .where('opens_until', '>', now)
    .where('id', '=', (query) =>
      query
        .selectFrom('recharge_tickets as of_same')
        .select(({ fn }) => fn.max('of_same.id').as('newest'))
        .whereRef('of_same.recharge_id', '=', 'recharge_tickets.recharge_id'),
    )
    .returning('recharge_id')
    .executeTakeFirst();

/** The user and top-up of a valid token. */
export const findTokenHolder = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('recharge_tickets')
    .innerJoin('recharges', 'recharges.id', 'recharge_tickets.recharge_id')
    .innerJoin('users', 'users.id', 'recharges.user_id')
    .select(['recharges.id as rechargeId', 'recharges.user_id as userId', 'users.status as status'])
    .where('recharge_tickets.token_hash', '=', tokenHash)
    .where('recharge_tickets.token_until', '>', now)
    .executeTakeFirst();
