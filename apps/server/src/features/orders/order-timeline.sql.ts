import type { OrderTimelineKind } from '@portside/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import './order-timeline.tables.ts';
import type { OrderRow } from './orders.sql.ts';

type NewEntry = {
  readonly kind: OrderTimelineKind;
  readonly quantity?: number;
  readonly amountMicro?: bigint;
  readonly note?: string;
  /** Who did it, where that is not the actor of the call. */
  readonly actorId?: bigint | null;
  /** The proposal that was approved, where one was needed. */
  readonly proposalId?: bigint | null;
};

/** Returns the entry's id: the ledger movements of a refund carry it as their reference. */
export async function recordTimelineEntry(
  { db, clock, actor }: Pick<Ctx, 'db' | 'clock' | 'actor'>,
  order: Pick<OrderRow, 'id' | 'created_at'>,
  { kind, quantity, amountMicro, note, actorId = userOf(actor), proposalId }: NewEntry,
): Promise<bigint> {
  const row = await db
    .insertInto('order_timeline')
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

/** Differs from the number of every other advisory lock in the shop. */
const REFUNDS_LOCK = 741;

/** Serializes the refunds of one admin, so that each counts the ones before it. Held to the end of the transaction. */
export async function lockRefundsOf(db: Db, userId: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(${REFUNDS_LOCK}::int, hashint8(${userId}))`.execute(db);
}

/** What an admin has refunded since then without anybody's approval, in micro-USDT. */
export async function sumUnapprovedRefunds(db: Db, userId: bigint, since: Date): Promise<bigint> {
  const { sum } = await db
    .selectFrom('order_timeline')
    .select(({ fn }) => fn.sum<string | null>('amount_micro').as('sum'))
    .where('kind', '=', 'refunded')
    .where('proposal_id', 'is', null)
    .where('actor_id', '=', userId)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return BigInt(sum ?? 0);
}

export type TimelineRow = {
  readonly kind: OrderTimelineKind;
  readonly at: Date;
  readonly actor: string | null;
  readonly quantity: number | null;
  readonly amount_micro: bigint | null;
  readonly note: string;
};

/** The recorded entries of an order, oldest first. */
export const findTimeline = (db: Db, orderId: bigint): Promise<TimelineRow[]> =>
  db
    .selectFrom('order_timeline')
    .leftJoin('users', 'users.id', 'order_timeline.actor_id')
    .select(['kind', 'at', 'users.username as actor', 'quantity', 'amount_micro', 'note'])
    .where('order_id', '=', orderId)
    .orderBy('order_timeline.id')
    .execute();
