import type { Data, Input } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { getPayableRecharge } from './own-recharges.ts';
import { statusOf } from './recharge-states.ts';
import { findUser } from '../users/index.ts';
import { presentRecharges } from './recharges.present.ts';
import { getRecharge } from './recharges.sql.ts';
import type { TicketActor } from '../../platform/actor.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../platform/db/db.ts';
import type { Generated } from 'kysely';

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

/** Long enough to pay and to see the payment become final on the slowest chain. */
export const TOKEN_MS = 60 * 60_000;

/**
 * Redeems a ticket for a token. Refuses an unknown, used, replaced or expired ticket, and one of a blocked or closed
 * user, alike (ticketInvalid): whoever opens it need not be its buyer. Refuses one of a top-up that ended unpaid
 * (rechargeEnded). A refusal does not use the ticket up.
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

/**
 * The actor of a ticket's token. Refuses an unknown or expired token (notSignedIn) and a frozen user's (accountFrozen).
 */
export async function authenticateTicket({ db, clock }: Ctx, token: string): Promise<TicketActor> {
  const holder = await findTokenHolder(db, hashTicket(token), clock.now());
  if (!holder || holder.status === 'closed') return refuse('notSignedIn', 'ticket');
  if (holder.status === 'frozen') refuse('accountFrozen');
  return { kind: 'ticket', userId: holder.userId, rechargeId: holder.rechargeId };
}

const BYTES = 32;

/** Distinguishes ticket tokens from session tokens, so that each is looked up in its own table only. */
const PREFIX = 'pay_';

/** 256 random bits, base64url. */
const newTicket = (): string => randomBytes(BYTES).toString('base64url');

const newTicketToken = (): string => PREFIX + newTicket();

/** By its prefix only; a lookup decides whether it opens anything. */
export const isTicketToken = (token: string): boolean => token.startsWith(PREFIX);

/** The stored form. A plain hash is enough for a secret of 256 random bits. */
const hashTicket = (text: string): Buffer => createHash('sha256').update(text).digest();

async function insertTicket(
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
async function deleteExpiredTickets(db: Db, rechargeId: bigint, now: Date): Promise<void> {
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
const useTicket = (db: Db, ticketHash: Buffer, token: Token, now: Date) =>
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
const findTokenHolder = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('recharge_tickets')
    .innerJoin('recharges', 'recharges.id', 'recharge_tickets.recharge_id')
    .innerJoin('users', 'users.id', 'recharges.user_id')
    .select(['recharges.id as rechargeId', 'recharges.user_id as userId', 'users.status as status'])
    .where('recharge_tickets.token_hash', '=', tokenHash)
    .where('recharge_tickets.token_until', '>', now)
    .executeTakeFirst();

export type RechargeTicketsTable = {
  id: Generated<bigint>;
  recharge_id: bigint;
  ticket_hash: Buffer;
  opens_until: Date;
  token_hash: Buffer | null;
  token_until: Date | null;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    recharge_tickets: RechargeTicketsTable;
  }
}
