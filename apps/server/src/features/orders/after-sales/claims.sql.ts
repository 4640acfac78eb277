import type { ClaimState } from '@portside/contract';
import { sql, type Selectable } from 'kysely';
import { idArray } from '../../../platform/db/arrays.ts';
import { directionOf, afterPosition, type IdPosition } from '../../../platform/db/id-position.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { ClaimsTable } from './claims.tables.ts';

export type ClaimRow = Selectable<ClaimsTable>;

type NewClaim = Pick<ClaimRow, 'order_id' | 'user_id' | 'reason' | 'created_at'>;

/** Throws where one of the accounts was claimed before. */
export async function insertClaim(db: Db, claim: NewClaim, itemIds: readonly bigint[]): Promise<ClaimRow> {
  const row = await db
    .insertInto('claims')
    .values({ ...claim, quantity: itemIds.length })
    .returningAll()
    .executeTakeFirstOrThrow();
  await sql`
    insert into claim_items (item_id, claim_id)
    select unnest(${idArray(itemIds)}::bigint[]), ${row.id}::bigint`.execute(db);
  return row;
}

/** Newest first, with their accounts. */
export async function findClaimsOfOrder(
  db: Db,
  orderId: bigint,
): Promise<(ClaimRow & { readonly itemIds: bigint[] })[]> {
  const claims = await db
    .selectFrom('claims')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .execute();
  const items = await db
    .selectFrom('claim_items')
    .innerJoin('claims', 'claims.id', 'claim_id')
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

export type SettledCounts = { readonly replaced: number; readonly refunded: number };

export const NOTHING_SETTLED: SettledCounts = { replaced: 0, refunded: 0 };

/** How many of their accounts came to which end; claims of which none did are missing. */
export async function countSettledItems(
  db: Db,
  claimIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, SettledCounts>> {
  const { rows } = await sql<SettledCounts & { id: bigint }>`
    select item.claim_id as id, count(bad.replaced_by)::int as replaced,
      (count(*) - count(bad.replaced_by))::int as refunded
    from claim_items item join bad_items bad on bad.item_id = item.item_id
    where item.claim_id = any(${idArray(claimIds)}::bigint[])
    group by item.claim_id`.execute(db);
  return new Map(rows.map(({ id, replaced, refunded }) => [id, { replaced, refunded }]));
}

export type Settlement = {
  readonly state: Exclude<ClaimState, 'open'>;
  readonly answer: string;
  /** Null where the shop itself did. */
  readonly settledBy: bigint | null;
  readonly now: Date;
};

const settlementOf = ({ state, answer, settledBy, now }: Settlement) => ({
  state,
  answer,
  settled_by: settledBy,
  settled_at: now,
});

/** Settles the open claims of an order of which no account is good any more, and tells which they were. */
export async function settleDoneClaims(db: Db, orderId: bigint, settlement: Settlement): Promise<bigint[]> {
  const rows = await db
    .updateTable('claims')
    .set(settlementOf(settlement))
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .where(
      sql<boolean>`not exists (select from claim_items item where item.claim_id = claims.id
        and not exists (select from bad_items bad where bad.item_id = item.item_id))`,
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function settleClaim(db: Db, id: bigint, settlement: Settlement): Promise<void> {
  await db.updateTable('claims').set(settlementOf(settlement)).where('id', '=', id).execute();
}

/** With what it is about and who has to do with it. */
export type KnownClaimRow = ClaimRow & {
  readonly order_no: string;
  readonly goods_id: bigint;
  readonly buyer: string;
  readonly settler: string | null;
};

const selectClaims = (db: Db) =>
  db
    .selectFrom('claims')
    .innerJoin('orders', 'orders.id', 'claims.order_id')
    .innerJoin('users as buyer', 'buyer.id', 'claims.user_id')
    .leftJoin('users as settler', 'settler.id', 'settled_by')
    .selectAll('claims')
    .select(['order_no', 'goods_id', 'buyer.username as buyer', 'settler.username as settler']);

export const findClaim = (db: Db, id: bigint): Promise<KnownClaimRow | undefined> =>
  selectClaims(db).where('claims.id', '=', id).executeTakeFirst();

/** By their time; of one state where that is said. */
export const listClaimsByTime = (
  db: Db,
  state: ClaimState | undefined,
  place: IdPosition,
  limit: number,
): Promise<KnownClaimRow[]> =>
  selectClaims(db)
    .$if(state !== undefined, (query) => query.where('claims.state', '=', state!))
    .where(afterPosition('claims.id', place))
    .orderBy('claims.id', directionOf(place))
    .limit(limit)
    .execute();

/** The longest waiting first. */
export const listOpenClaims = (db: Db, after: bigint, limit: number): Promise<KnownClaimRow[]> =>
  selectClaims(db)
    .where('claims.state', '=', 'open')
    .where('claims.id', '>', after)
    .orderBy('claims.id')
    .limit(limit)
    .execute();

/** The newest first; of one state where that is said. */
export const listSettledClaims = (
  db: Db,
  state: ClaimState | undefined,
  before: bigint | undefined,
  limit: number,
): Promise<KnownClaimRow[]> =>
  selectClaims(db)
    .where('claims.state', state ? '=' : '<>', state ?? 'open')
    .$if(before !== undefined, (query) => query.where('claims.id', '<', before!))
    .orderBy('claims.id', 'desc')
    .limit(limit)
    .execute();
