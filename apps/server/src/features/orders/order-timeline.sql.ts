import type { OrderTimelineKind } from '@portside/contract';
import { sql, type Generated } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { idArray } from '../../platform/db/arrays.ts';
import type { Write } from '../../platform/db/pipeline.ts';
import type { OrderRow } from './orders.sql.ts';

type NewEntry = {
  readonly kind: OrderTimelineKind;
  readonly quantity?: number;
  readonly amountMicro?: bigint;
  readonly note?: string;
  /** Who did it, if not the actor of the call. */
  readonly actorId?: bigint | null;
  /** The approved proposal, if one was needed. */
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

type OrderTimelineTable = {
  id: Generated<bigint>;
  order_id: bigint;
  /** When the order itself was placed. */
  placed_at: Date;
  kind: OrderTimelineKind;
  at: Date;
  /** Null if the shop itself acts. */
  actor_id: bigint | null;
  quantity: number | null;
  amount_micro: bigint | null;
  note: Generated<string>;
  /** The approved proposal; null if none was needed. */
  proposal_id: Generated<bigint | null>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    order_timeline: OrderTimelineTable;
  }
}
