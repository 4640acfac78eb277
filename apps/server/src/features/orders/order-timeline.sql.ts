import type { OrderTimelineKind } from '@portside/contract';
import { sql, type Generated } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Write } from '../../platform/db/pipeline.ts';
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

/** One entry for each order, with nothing but its kind, as a write for the caller to combine. */
export const newTimelineEntries = (
  { clock, actor }: Pick<Ctx, 'clock' | 'actor'>,
  orderIds: readonly bigint[],
  kind: OrderTimelineKind,
): Write => ({
  statement: sql`
    insert into order_timeline (order_id, placed_at, kind, at, actor_id)
    select id, created_at, ${kind}, ${clock.now()}::timestamptz, ${userOf(actor)}::bigint from orders
    where id = any(${idArray(orderIds)}::bigint[]) order by id`,
});

const userOf = (actor: Actor): bigint | null => (actor.kind === 'user' ? actor.userId : null);

/** Differs from the number of every other advisory lock in the shop. */
const REMEDIES_LOCK = 741;

/**
 * Serializes the refunds and replacements of one admin, so that each counts those before. Held to the transaction's
 * end.
 */
export async function lockRemediesOf(db: Db, userId: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(${REMEDIES_LOCK}::int, hashint8(${userId}))`.execute(db);
}

/**
 * What an admin has refunded and replaced since then without approval, at the prices of the orders, in
 * micro-USDT.
 */
export async function sumUnapprovedRemedies(db: Db, userId: bigint, since: Date): Promise<bigint> {
  const { sum } = await db
    .selectFrom('order_timeline')
    .innerJoin('orders', 'orders.id', 'order_timeline.order_id')
    .select(sql<string | null>`sum(order_timeline.quantity * orders.unit_price_micro)`.as('sum'))
    .where('kind', 'in', ['refunded', 'replaced'])
    .where('proposal_id', 'is', null)
    .where('actor_id', '=', userId)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return BigInt(sum ?? 0);
}

/** How many accounts of an order were replaced. */
export async function countReplaced(db: Db, orderId: bigint): Promise<number> {
  const { sum } = await db
    .selectFrom('order_timeline')
    .select(({ fn }) => fn.sum<string | null>('quantity').as('sum'))
    .where('order_id', '=', orderId)
    .where('kind', '=', 'replaced')
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
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

type OrderTimelineTable = {
  id: Generated<bigint>;
  order_id: bigint;
  /** When the order itself was placed. */
  placed_at: Date;
  kind: OrderTimelineKind;
  at: Date;
  /** Null where the shop itself acts. */
  actor_id: bigint | null;
  quantity: number | null;
  amount_micro: bigint | null;
  note: Generated<string>;
  /** The proposal that was approved; null where nobody had to approve. */
  proposal_id: Generated<bigint | null>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    order_timeline: OrderTimelineTable;
  }
}
