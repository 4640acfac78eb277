import type { ItemState, WarrantyClaimState } from '@portside/contract';
import { sql } from 'kysely';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import type { ItemRange } from '../stock/index.ts';

/** An item of an order with its remedy and its claim, if any. */
export type SoldItem = {
  readonly id: bigint;
  readonly state: ItemState;
  readonly replacedBy: bigint | null;
  readonly claimId: bigint | null;
  readonly claimState: WarrantyClaimState | null;
};

/** Every item that an order ever took, by id. As many are good as were bought and not refunded. */
export async function findSoldItems(db: Db, orderId: bigint): Promise<SoldItem[]> {
  const { rows } = await sql<SoldItem>`
    select item.id, remedied.replaced_by as "replacedBy", claim.id as "claimId", claim.state as "claimState",
      case when remedied.item_id is null then 'good' when remedied.replaced_by is null then 'refunded' else 'replaced' end as state
    from order_ranges range
    cross join lateral generate_series(range.first_id, range.end_id - 1) as item (id)
    left join remedied_items remedied on remedied.order_id = ${orderId} and remedied.item_id = item.id
    left join (warranty_claims claim join warranty_claim_items claimed on claimed.claim_id = claim.id)
      on claim.order_id = ${orderId} and claimed.item_id = item.id
    where range.order_id = ${orderId} order by item.id`.execute(db);
  return rows;
}

export type TakenItems = {
  readonly ranges: readonly ItemRange[];
  /** The replacement of each remedied item; null if it was refunded. */
  readonly remedied: ReadonlyMap<bigint, bigint | null>;
};

/**
 * The same of several orders as ranges, by order, read in one statement so that both parts are of the same moment.
 * Orders that took none are absent.
 */
export async function findTakenItems(db: Db, orderIds: readonly bigint[]): Promise<Map<bigint, TakenItems>> {
  const ids = idArray(orderIds);
  const { rows } = await sql<ItemRange & { orderId: bigint; isRemedied: boolean; replacedBy: bigint | null }>`
    select order_id as "orderId", first_id as "firstId", end_id as "endId", false as "isRemedied",
        null::bigint as "replacedBy"
      from order_ranges where order_id = any(${ids}::bigint[])
    union all
    select order_id, item_id, item_id + 1, true, replaced_by from remedied_items
      where order_id = any(${ids}::bigint[])
    order by 2`.execute(db);
  return new Map(
    [...Map.groupBy(rows, (row) => row.orderId)].map(([orderId, own]) => [
      orderId,
      {
        ranges: own.filter((row) => !row.isRemedied),
        remedied: new Map(own.filter((row) => row.isRemedied).map((row) => [row.firstId, row.replacedBy])),
      },
    ]),
  );
}

type NewRemedies = {
  readonly orderId: bigint;
  readonly timelineId: bigint;
  readonly itemIds: readonly bigint[];
  /** The replacement of each item, in the same order; null if they are refunded. */
  readonly replacedBy: readonly bigint[] | null;
};

/** Throws if one of the items is already remedied. */
export async function insertRemediedItems(
  db: Db,
  { orderId, timelineId, ...items }: NewRemedies,
): Promise<void> {
  const replacedBy = items.replacedBy ? sql`unnest(${idArray(items.replacedBy)}::bigint[])` : sql`null`;
  await sql`
    insert into remedied_items (item_id, replaced_by, order_id, timeline_id)
    select unnest(${idArray(items.itemIds)}::bigint[]), ${replacedBy}, ${orderId}::bigint,
      ${timelineId}::bigint`.execute(db);
}

/** Adds items to an order after it was placed; the database refuses an item that is in an order already. */
export async function insertTakenItems(db: Db, orderId: bigint, ranges: readonly ItemRange[]): Promise<void> {
  await db
    .insertInto('order_ranges')
    .values(ranges.map(({ firstId, endId }) => ({ first_id: firstId, end_id: endId, order_id: orderId })))
    .execute();
}

/**
 * How many items of each import were replaced or refunded after their sale, and how many are claimed, rejected claims left
 * out; imports without any are absent.
 */
export async function countTroubledItems(
  db: Db,
  batchIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, { readonly remedied: number; readonly claimed: number }>> {
  const { rows } = await sql<{ batch_id: bigint; remedied: number; claimed: number }>`
    select own.batch_id, sum((
        select count(*) from remedied_items item
        where item.item_id >= own.first_id and item.item_id < own.end_id))::int as remedied, sum((
        select count(*) from warranty_claim_items item
        where item.item_id >= own.first_id and item.item_id < own.end_id
          and (select state from warranty_claims where id = item.claim_id) <> 'refused'))::int as claimed
    from stock_batch_ranges own
    where own.batch_id = any(${idArray(batchIds)}::bigint[]) group by own.batch_id`.execute(db);
  return new Map(rows.map(({ batch_id: id, remedied, claimed }) => [id, { remedied, claimed }]));
}
