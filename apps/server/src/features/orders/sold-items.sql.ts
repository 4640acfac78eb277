import type { ClaimState, ItemState } from '@portside/contract';
import { sql } from 'kysely';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import type { ItemRange } from '../stock/index.ts';
import './after-sales/claims.tables.ts';

/** An account of an order, and what became of it. */
export type SoldItem = {
  readonly id: bigint;
  readonly state: ItemState;
  readonly replacedBy: bigint | null;
  readonly claimId: bigint | null;
  readonly claimState: ClaimState | null;
};

/** All that an order ever took, by id; of those that are good there are as many as bought and not paid back. */
export async function findSoldItems(db: Db, orderId: bigint): Promise<SoldItem[]> {
  const { rows } = await sql<SoldItem>`
    select item.id, bad.replaced_by as "replacedBy", claim.id as "claimId", claim.state as "claimState",
      case when bad.item_id is null then 'good' when bad.replaced_by is null then 'refunded' else 'replaced' end as state
    from order_ranges range
    cross join lateral generate_series(range.first_id, range.end_id - 1) as item (id)
    left join bad_items bad on bad.order_id = ${orderId} and bad.item_id = item.id
    left join (claims claim join claim_items claimed on claimed.claim_id = claim.id)
      on claim.order_id = ${orderId} and claimed.item_id = item.id
    where range.order_id = ${orderId} order by item.id`.execute(db);
  return rows;
}

export type TakenItems = {
  readonly ranges: readonly ItemRange[];
  /** What came in the place of the bad ones; null where they were paid back. */
  readonly bad: ReadonlyMap<bigint, bigint | null>;
};

/** The same without looking at each, and both at the same moment. */
export async function findTakenItems(db: Db, orderId: bigint): Promise<TakenItems> {
  const { rows } = await sql<ItemRange & { isBad: boolean; replacedBy: bigint | null }>`
    select first_id as "firstId", end_id as "endId", false as "isBad", null::bigint as "replacedBy"
      from order_ranges where order_id = ${orderId}
    union all
    select item_id, item_id + 1, true, replaced_by from bad_items where order_id = ${orderId}
    order by 1`.execute(db);
  return {
    ranges: rows.filter((row) => !row.isBad),
    bad: new Map(rows.filter((row) => row.isBad).map((row) => [row.firstId, row.replacedBy])),
  };
}

export type BadItems = {
  readonly orderId: bigint;
  readonly eventId: bigint;
  readonly itemIds: readonly bigint[];
  /** One for each, in the same order; null where they are paid back. */
  readonly replacedBy: readonly bigint[] | null;
};

/** Throws where one of them is bad already. */
export async function insertBadItems(db: Db, { orderId, eventId, ...items }: BadItems): Promise<void> {
  const replacedBy = items.replacedBy ? sql`unnest(${idArray(items.replacedBy)}::bigint[])` : sql`null`;
  await sql`
    insert into bad_items (item_id, replaced_by, order_id, event_id)
    select unnest(${idArray(items.itemIds)}::bigint[]), ${replacedBy}, ${orderId}::bigint, ${eventId}::bigint`.execute(
    db,
  );
}

/** What an order takes besides what it was placed with; the database refuses an item that is in an order. */
export async function insertTakenItems(db: Db, orderId: bigint, ranges: readonly ItemRange[]): Promise<void> {
  await db
    .insertInto('order_ranges')
    .values(ranges.map(({ firstId, endId }) => ({ first_id: firstId, end_id: endId, order_id: orderId })))
    .execute();
}
