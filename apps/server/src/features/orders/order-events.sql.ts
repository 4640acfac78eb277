import type { OrderEventKind } from '@portside/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import './order-events.tables.ts';
import type { OrderRow } from './orders.sql.ts';

type NewEvent = {
  readonly kind: OrderEventKind;
  readonly quantity?: number;
  readonly amountMicro?: bigint;
  readonly note?: string;
  /** Who did it, where that is not who acts now. */
  readonly actorId?: bigint | null;
  /** What two persons agreed to, where it took two. */
  readonly proposalId?: bigint | null;
};

/** Tells the id of the event: what a refund moves in the ledger carries it as its reference. */
export async function recordOrderEvent(
  { db, clock, actor }: Pick<Ctx, 'db' | 'clock' | 'actor'>,
  order: Pick<OrderRow, 'id' | 'created_at'>,
  { kind, quantity, amountMicro, note, actorId = userOf(actor), proposalId }: NewEvent,
): Promise<bigint> {
  const row = await db
    .insertInto('order_events')
    .values({
      order_id: order.id,
      placed_at: order.created_at,
      kind,
      at: clock.now(),
      actor_id: actorId,
      quantity: quantity ?? null,
      amount_micro: amountMicro ?? null,
      note: note ?? '',
      proposal_id: proposalId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

const userOf = (actor: Actor): bigint | null => (actor.kind === 'user' ? actor.userId : null);

/** Apart from every other number that something of the shop is locked under. */
const REFUNDS_LOCK = 741;

/** An admin's refunds happen in turn, so that each is in the sum that the next one is judged by. */
export async function lockRefundsBy(db: Db, userId: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(${REFUNDS_LOCK}::int, hashint8(${userId}))`.execute(db);
}

/** What an admin has paid back since then without a second person. */
export async function sumRefundedAlone(db: Db, userId: bigint, since: Date): Promise<bigint> {
  const { sum } = await db
    .selectFrom('order_events')
    .select(({ fn }) => fn.sum<string | null>('amount_micro').as('sum'))
    .where('kind', '=', 'refunded')
    .where('proposal_id', 'is', null)
    .where('actor_id', '=', userId)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return BigInt(sum ?? 0);
}

export type EventOfOrder = {
  readonly kind: OrderEventKind;
  readonly at: Date;
  readonly actor: string | null;
  readonly quantity: number | null;
  readonly amount_micro: bigint | null;
  readonly note: string;
};

/** In the order in which they happened. */
export const findOrderEvents = (db: Db, orderId: bigint): Promise<EventOfOrder[]> =>
  db
    .selectFrom('order_events')
    .leftJoin('users', 'users.id', 'order_events.actor_id')
    .select(['kind', 'at', 'users.username as actor', 'quantity', 'amount_micro', 'note'])
    .where('order_id', '=', orderId)
    .orderBy('order_events.id')
    .execute();
