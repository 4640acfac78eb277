import type { ClaimVerdict, WarrantyClaimState } from '@portside/contract';
import { sql, type Selectable, type Generated, type RawBuilder } from 'kysely';
import { idArray } from '../../../platform/db/arrays.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { IdBounds } from '../../../platform/lists/by-id.ts';
import { toBacklog, type Backlog } from '../../../platform/backlog.ts';
import { mapNames, type NameById } from '../../../platform/audit/record-audit.ts';

export type WarrantyClaimRow = Selectable<WarrantyClaimsTable>;

/** The claims of an order, newest first, with their items by id. */
export async function findWarrantyClaimsOfOrder(
  db: Db,
  orderId: bigint,
): Promise<(WarrantyClaimRow & { readonly itemIds: bigint[] })[]> {
  const claims = await db
    .selectFrom('warranty_claims')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .execute();
  const items = await db
    .selectFrom('warranty_claim_items')
    .innerJoin('warranty_claims', 'warranty_claims.id', 'claim_id')
    .select(['claim_id', 'item_id'])
    .where('order_id', '=', orderId)
    .orderBy('item_id')
    .execute();
  const byClaim = Map.groupBy(items, (item) => item.claim_id);
  return claims.map((claim) => ({
    ...claim,
    itemIds: (byClaim.get(claim.id) ?? []).map((item) => item.item_id),
  }));
}

export type RemedyCounts = { readonly replaced: number; readonly refunded: number };

export const NO_REMEDIES: RemedyCounts = { replaced: 0, refunded: 0 };

/** How many items of each claim were replaced and refunded; claims without either are absent. */
export async function countRemedies(
  db: Db,
  claimIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, RemedyCounts>> {
  const { rows } = await sql<RemedyCounts & { id: bigint }>`
    select item.claim_id as id, count(remedied.replaced_by)::int as replaced,
      (count(*) - count(remedied.replaced_by))::int as refunded
    from warranty_claim_items item join remedied_items remedied on remedied.item_id = item.item_id
    where item.claim_id = any(${idArray(claimIds)}::bigint[])
    group by item.claim_id`.execute(db);
  return new Map(rows.map(({ id, replaced, refunded }) => [id, { replaced, refunded }]));
}

type Settlement = {
  readonly state: Exclude<WarrantyClaimState, 'open'>;
  readonly answer: string;
  /** Null if the shop itself settles. */
  readonly settledBy: bigint | null;
  readonly now: Date;
};

const columnsOf = ({ state, answer, settledBy, now }: Settlement) => ({
  state,
  answer,
  settled_by: settledBy,
  settled_at: now,
});

/** Settles the open claims of an order of which every item is remedied; returns their ids. */
export async function settleRemediedWarrantyClaims(
  db: Db,
  orderId: bigint,
  settlement: Settlement,
): Promise<bigint[]> {
  const rows = await db
    .updateTable('warranty_claims')
    .set(columnsOf(settlement))
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .where(
      sql<boolean>`not exists (select from warranty_claim_items item where item.claim_id = warranty_claims.id
        and not exists (select from remedied_items remedied where remedied.item_id = item.item_id))`,
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function settleWarrantyClaim(db: Db, id: bigint, settlement: Settlement): Promise<void> {
  await db.updateTable('warranty_claims').set(columnsOf(settlement)).where('id', '=', id).execute();
}

/** A claim with its order, its product, and the names of its buyer and of who settled it. */
export type WarrantyClaimDetailsRow = WarrantyClaimRow & {
  readonly order_no: string;
  readonly goods_id: bigint;
  readonly buyer: string;
  readonly settler: string | null;
};

export const selectWarrantyClaims = (db: Db) =>
  db
    .selectFrom('warranty_claims')
    .innerJoin('orders', 'orders.id', 'warranty_claims.order_id')
    .innerJoin('users as buyer', 'buyer.id', 'warranty_claims.user_id')
    .leftJoin('users as settler', 'settler.id', 'settled_by')
    .selectAll('warranty_claims')
    .select(['order_no', 'goods_id', 'buyer.username as buyer', 'settler.username as settler']);

/** All claims if absent. */
export type ClaimPart = WarrantyClaimState | 'settled' | undefined;

const isIn = (part: ClaimPart): RawBuilder<boolean> => {
  if (part === undefined) return sql`true`;
  return part === 'settled' ? sql`warranty_claims.state <> 'open'` : sql`warranty_claims.state = ${part}`;
};

/** Between which ids a part of the claims lies; null for none. */
export async function findClaimBounds(db: Db, part: ClaimPart): Promise<IdBounds | null> {
  const where = part === 'open' ? isIn(part) : sql`true`;
  const { rows } = await sql<{ [Bound in keyof IdBounds]: bigint | null }>`
    select min(id) as lowest, max(id) as highest from warranty_claims where ${where}`.execute(db);
  const { lowest, highest } = rows[0]!;
  return lowest === null || highest === null ? null : { lowest, highest };
}

/** What claims must meet; an absent condition is met by all. */
export type ClaimConditions = {
  /** Among these. */
  readonly ids?: readonly bigint[] | undefined;
  readonly goodsId?: bigint | undefined;
  /** Of any of its accounts; 0 for none. */
  readonly supplierId?: bigint | undefined;
  readonly verdict?: ClaimVerdict | undefined;
  readonly userId?: bigint | undefined;
};

export function meetsClaim(conditions: ClaimConditions & { readonly state: ClaimPart }): RawBuilder<boolean> {
  const { state, ids, goodsId, supplierId, verdict, userId } = conditions;
  const parts = [isIn(state)];
  if (ids !== undefined) parts.push(sql`warranty_claims.id = any(${idArray(ids)}::bigint[])`);
  if (userId !== undefined) parts.push(sql`warranty_claims.user_id = ${userId}`);
  if (goodsId !== undefined) parts.push(sql`orders.goods_id = ${goodsId}`);
  if (supplierId !== undefined)
    parts.push(sql`exists (
      select from warranty_claim_items item
      cross join lateral (
        select batch_id from stock_batch_ranges
        where first_id <= item.item_id order by first_id desc limit 1) own
      join stock_batches batch on batch.id = own.batch_id
      where item.claim_id = warranty_claims.id and coalesce(batch.supplier_id, 0) = ${supplierId})`);
  if (verdict !== undefined) parts.push(VERDICTS[verdict]);
  return sql.join(parts, sql` and `);
}

const checked = (found: RawBuilder<unknown>): RawBuilder<boolean> => sql`exists (
  select from check_runs run join account_checks one on one.run_id = run.id
  where run.kind = 'claim' and run.subject_id = warranty_claims.id and ${found})`;

const isDead = checked(sql`one.result = 'dead'`);
/** Of some of its accounts there is no answer, or they were not asked for: a run checks so many of a claim at most. */
const isUnanswered = sql`exists (
  select from warranty_claim_items item where item.claim_id = warranty_claims.id
    and not ${checked(sql`one.item_id = item.item_id and one.result in ('good', 'dead')`)})`;
const isChecked = checked(sql`true`);

const VERDICTS: Record<ClaimVerdict, RawBuilder<boolean>> = {
  dead: isDead,
  good: sql`${isChecked} and not ${isDead} and not ${isUnanswered}`,
  unknown: sql`${isChecked} and ${isUnanswered} and not ${isDead}`,
  none: sql`not ${isChecked}`,
};

/**
 * The claims of a product or of a supplier's accounts, whichever is asked for, by its orders or imports; null if those
 * are too many to be looked through, or neither is asked for.
 */
export async function findClaimIds(
  db: Db,
  { goodsId, supplierId }: ClaimConditions,
  most: number,
): Promise<bigint[] | null> {
  if (goodsId !== undefined) {
    const orders = await sql<{ id: bigint }>`
      select id from orders where goods_id = ${goodsId} limit ${most + 1}`.execute(db);
    if (orders.rows.length <= most) {
      const { rows } = await sql<{ id: bigint }>`
        select id from warranty_claims
        where order_id = any(${idArray(orders.rows.map(({ id }) => id))}::bigint[])`.execute(db);
      return rows.map(({ id }) => id);
    }
  }
  if (supplierId === undefined || supplierId === 0n) return null;
  const { rows } = await sql<{ claim_id: bigint }>`
    select item.claim_id from stock_batches batch
    join stock_batch_ranges own on own.batch_id = batch.id
    join warranty_claim_items item on item.item_id >= own.first_id and item.item_id < own.end_id
    where batch.supplier_id = ${supplierId} limit ${most + 1}`.execute(db);
  return rows.length > most ? null : [...new Set(rows.map(({ claim_id: id }) => id))];
}

export const findWarrantyClaim = (db: Db, id: bigint): Promise<WarrantyClaimDetailsRow | undefined> =>
  selectWarrantyClaims(db).where('warranty_claims.id', '=', id).executeTakeFirst();

/** Those of the orders that have an open claim. */
export async function findOpenlyClaimed(db: Db, orderIds: readonly bigint[]): Promise<ReadonlySet<bigint>> {
  const { rows } = await sql<{ order_id: bigint }>`
    select distinct order_id from warranty_claims
    where state = 'open' and order_id = any(${idArray(orderIds)}::bigint[])`.execute(db);
  return new Set(rows.map((row) => row.order_id));
}

/** How many claims are open, and since when the oldest has waited; null if none is. */
export async function countOpenWarrantyClaims(db: Db): Promise<Backlog | null> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(created_at) as since
    from warranty_claims where state = 'open'`.execute(db);
  return toBacklog(rows[0]);
}

/** A claim is named by its order's number. */
export const nameWarrantyClaims: NameById = async ({ db }, ids) =>
  mapNames(
    await db
      .selectFrom('warranty_claims')
      .innerJoin('orders', 'orders.id', 'warranty_claims.order_id')
      .select(['warranty_claims.id', 'orders.order_no as name'])
      .where('warranty_claims.id', 'in', ids)
      .execute(),
  );

type WarrantyClaimsTable = {
  id: Generated<bigint>;
  order_id: bigint;
  user_id: bigint;
  /** How many accounts the buyer reports. */
  quantity: number;
  reason: string;
  state: Generated<WarrantyClaimState>;
  created_at: Date;
  /** The reply to the buyer; empty while the claim is open. */
  answer: Generated<string>;
  /** Null while it is open, and if the shop itself settled it. */
  settled_by: bigint | null;
  settled_at: Date | null;
};

type WarrantyClaimItemsTable = { item_id: bigint; claim_id: bigint };

/** A sold item that was replaced, or refunded if nothing replaces it; each at most once. */
type RemediedItemsTable = {
  item_id: bigint;
  order_id: bigint;
  replaced_by: bigint | null;
  /** The replacement or refund in the order's timeline. */
  timeline_id: bigint;
};

declare module '../../../platform/db/db.ts' {
  interface Database {
    warranty_claims: WarrantyClaimsTable;
    warranty_claim_items: WarrantyClaimItemsTable;
    remedied_items: RemediedItemsTable;
  }
}
