import { NETWORKS, type Network } from '@portside/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Hex } from 'viem';
import { idArray, textArray } from '../../../platform/db/arrays.ts';
import { directionOf, afterPosition, type IdBounds, type IdPosition } from '../../../platform/lists/by-id.ts';
import type { Db } from '../../../platform/db/db.ts';
import { isLost } from '../following/lost-deposits.sql.ts';
import type { DepositState } from '../deposit-states.ts';
import type { DepositRow } from '../deposits.sql.ts';
import { amountOrder, type AmountPosition, type AmountList } from '../../../platform/lists/by-amount.ts';

/** A user's deposits: those credited to them, and the held ones that paid their top-ups in review. */
type Owner = { readonly userId: bigint; readonly heldIds: readonly bigint[] };

export type DepositFilter = {
  readonly network: Network | undefined;
  readonly state: DepositState | undefined;
  readonly txHash: Hex | undefined;
  readonly senders: readonly Hex[] | undefined;
  readonly owner: Owner | undefined;
  /** Unmatched deposits below it are left out, and so is every deposit of zero micro-USDT. */
  readonly displayMinimumMicro: bigint;
  /** Only those that were not found again and are not decided. */
  readonly isLost: boolean;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
};

/** With the credited user and the top-up paid; for a held deposit, the top-up in review and its buyer. */
export type FoundDeposit = DepositRow & {
  readonly username: string | null;
  readonly order_id: string | null;
};

const selectFound = (db: Db) =>
  db
    .selectFrom('deposits as d')
    .leftJoin('users as u', (on) =>
      on.on(sql<boolean>`u.id = coalesce(d.user_id, case when d.state = 'small' then d.owner_id end)`),
    )
    .selectAll('d')
    .select([
      sql<string | null>`coalesce(u.username, ${fromRechargeInReview('w.username')})`.as('username'),
      sql<
        string | null
      >`coalesce((select r.order_id from recharge_deposits rd join recharges r on r.id = rd.recharge_id
        where rd.deposit_id = d.id), ${fromRechargeInReview('r.order_id')})`.as('order_id'),
    ]);

/** A column of the top-up in review that a held deposit paid, found as in `findReviewed` of recharges. */
const fromRechargeInReview = (column: 'r.order_id' | 'r.user_id' | 'w.username') => sql<string | null>`
  case when d.state = 'held' then (
    select ${sql.ref(column)} from recharges r join users w on w.id = r.user_id
    where r.chain_id = d.chain_id and r.state = 'review' and r.tx_hash = d.tx_hash
      and case when d.owner_id is null
        then (r.pay_amount_micro = d.amount_micro and r.wallet_address = d.to_address) or r.order_ref = d.order_ref
        else r.user_id = d.owner_id and r.wallet_address = d.to_address end
    order by r.pay_amount_micro = d.amount_micro desc, r.id limit 1) end`;

/** The held deposits listed as a user's, found through their top-ups in review, which are few and indexed. */
export async function findHeldFor(db: Db, userId: bigint): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select distinct d.id from recharges own
    join deposits d on d.chain_id = own.chain_id and d.tx_hash = own.tx_hash and d.state = 'held'
    where own.user_id = ${userId} and own.network = any(${textArray(NETWORKS)}::text[])
      and own.state = 'review' and ${fromRechargeInReview('r.user_id')} = ${userId}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deposits between the ids, in the order of recording. */
export const findDeposits = (
  db: Db,
  filter: DepositFilter,
  { lowest, highest }: IdBounds,
  position: IdPosition,
  limit: number,
): Promise<FoundDeposit[]> =>
  selectFound(db)
    .where(filter.owner?.heldIds.length ? inEither(filter, filter.owner, position, limit) : meets(filter))
    .where('d.id', '>=', lowest)
    .where('d.id', '<=', highest)
    .where(afterPosition('d.id', position))
    .orderBy('d.id', directionOf(position))
    .limit(limit)
    .execute();

/** The lowest and highest id of all deposits; null where there are none. */
export async function findBounds(db: Db): Promise<IdBounds | null> {
  const { rows } = await sql<{ [Bound in keyof IdBounds]: bigint | null }>`
    select min(id) as lowest, max(id) as highest from deposits`.execute(db);
  const { lowest, highest } = rows[0]!;
  return lowest === null || highest === null ? null : { lowest, highest };
}

/** The first deposit recorded at that time or later; null where there is none. */
export async function findIdFrom(db: Db, time: Date): Promise<bigint | null> {
  const found = await db
    .selectFrom('deposits')
    .select('id')
    .where('recorded_at', '>=', time)
    .orderBy('recorded_at')
    .limit(1)
    .executeTakeFirst();
  return found?.id ?? null;
}

/** The next credited and held ones, each by an index of its own: no index serves both conditions in list order. */
function inEither(
  filter: DepositFilter,
  owner: Owner,
  position: IdPosition,
  limit: number,
): RawBuilder<boolean> {
  const credited = sql`(
    select d.id from deposits d
    where ${meets({ ...filter, owner: { ...owner, heldIds: [] } })} and ${afterPosition('d.id', position)}
    order by d.id ${sql.raw(directionOf(position))} limit ${limit})`;
  const held = sql`(
    select d.id from deposits d where d.id = any(${idArray(owner.heldIds)}::bigint[])
      and ${meets({ ...filter, owner: undefined })})`;
  return sql`d.id in (${credited} union all ${held})`;
}

type Columns = Record<'sender' | 'user' | 'id', RawBuilder<unknown>>;
const COLUMNS: Columns = { sender: sql`d.from_address`, user: sql`d.user_id`, id: sql`d.id` };

const isOwnedBy = ({ userId, heldIds }: Owner, { user, id } = COLUMNS): RawBuilder<boolean> =>
  heldIds.length === 0
    ? sql`${user} = ${userId}`
    : sql`(${user} = ${userId} or ${id} = any(${idArray(heldIds)}::bigint[]))`;

function meets(filter: DepositFilter, columns = COLUMNS): RawBuilder<boolean> {
  const { network, state, txHash, senders, owner, displayMinimumMicro, from, to } = filter;
  const parts = [
    sql`(d.amount_micro >= ${displayMinimumMicro} or (d.state <> 'unmatched' and d.amount_micro > 0))`,
  ];
  if (network !== undefined) parts.push(sql`d.network = ${network}`);
  if (state !== undefined) parts.push(sql`d.state = ${state}`);
  if (txHash !== undefined) parts.push(sql`d.tx_hash = ${txHash}`);
  if (senders !== undefined) parts.push(sql`${columns.sender} = any(${textArray(senders)}::text[])`);
  if (owner !== undefined) parts.push(isOwnedBy(owner, columns));
  if (filter.isLost) parts.push(isLost('d'));
  if (from !== undefined) parts.push(sql`d.recorded_at >= ${from}`);
  if (to !== undefined) parts.push(sql`d.recorded_at <= ${to}`);
  return sql`${sql.join(parts, sql` and `)}`;
}

/** Deposits by amount, for `searchByAmount`. Deposits of one amount are ordered by id. */
export function depositsByAmount(
  filter: DepositFilter,
  isAscending: boolean,
): AmountList<FoundDeposit, AmountPosition> {
  const { way, by, after, upTo } = amountOrder('d.amount_micro', 'd.id', isAscending);
  const { displayMinimumMicro, ...conditions } = filter;
  const candidates = sql`d where ${isCandidate(filter)}`;
  return {
    isFiltered: displayMinimumMicro > 0n || Object.values(conditions).some((value) => value !== undefined),
    table: 'deposits',
    alias: 'd',
    order: { by, after },
    index: {
      by,
      after,
      within: sql`true`,
      columns: sql`d.amount_micro as micro, d.id`,
      toPosition: (edge: AmountPosition) => edge,
    },
    candidates: () => sql`select from deposits ${candidates}`,
    matches: sql`select d.id, d.amount_micro from deposits ${candidates} and ${meets(filter)}`,
    load: (db, ids) =>
      selectFound(db)
        .where('d.id', 'in', sql<bigint>`(${ids})`)
        .orderBy('d.amount_micro', way)
        .orderBy('d.id', way)
        .execute(),
    scan: (db, { past, edge }, limit) =>
      selectFound(db)
        .where(after(past))
        .where(upTo(edge))
        .where(meets(filter, WITHOUT_INDEX))
        .orderBy('d.amount_micro', way)
        .orderBy('d.id', way)
        .limit(limit)
        .execute(),
    positionOf: ({ amount_micro: micro, id }) => ({ micro, id }),
  };
}

/** The narrowest condition that has an index. Of the states, only those that wait for a person have one. */
function isCandidate({ txHash, senders, owner, state }: DepositFilter): RawBuilder<unknown> {
  if (txHash !== undefined) return sql`d.tx_hash = ${txHash}`;
  if (senders !== undefined) return sql`d.from_address = any(${textArray(senders)}::text[])`;
  if (owner !== undefined) return isOwnedBy(owner);
  return state === 'held' || state === 'unmatched' ? sql`d.state = ${sql.lit(state)}` : sql`true`;
}

/** `|| ''` and `+ 0` keep the planner from these columns' own indexes. */
const WITHOUT_INDEX = { sender: sql`d.from_address || ''`, user: sql`d.user_id + 0`, id: sql`d.id + 0` };
