import { sql, type RawBuilder } from 'kysely';
import { textArray } from '../../../platform/db/arrays.ts';
import { amountOrder, type AmountPosition } from '../../../platform/db/amount-position.ts';
import type { Db } from '../../../platform/db/db.ts';
import {
  belongingTo,
  holding,
  selectFound,
  type DepositFilter,
  type FoundDeposit,
} from './search-deposits.sql.ts';

export type AmountSearch = { readonly filter: DepositFilter; readonly isAscending: boolean };

const orderOf = ({ isAscending }: AmountSearch) => amountOrder('d.amount_micro', 'd.id', isAscending);

/** What an index leads to, the narrowest first; of the states only those that wait for somebody have one. */
function ledTo({ txHash, senders, owner, state }: DepositFilter): RawBuilder<unknown> {
  if (txHash !== undefined) return sql`d.tx_hash = ${txHash}`;
  if (senders !== undefined) return sql`d.from_address = any(${textArray(senders)}::text[])`;
  if (owner !== undefined) return belongingTo(owner);
  return state === 'held' || state === 'unmatched' ? sql`d.state = ${sql.lit(state)}` : sql`true`;
}

/** Whether the index leads to no more deposits than that, whatever else the search asks for. */
export async function isSourceShort(db: Db, { filter }: AmountSearch, most: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from deposits d where ${ledTo(filter)} limit ${most + 1}) one`.execute(db);
  return rows[0]!.count <= most;
}

/** All that the index leads to, sorted here. Set apart: else the planner may walk through all by their amount. */
export async function findSortedByAmount(
  db: Db,
  search: AmountSearch,
  past: AmountPosition | null,
  limit: number,
): Promise<FoundDeposit[]> {
  const { after, by, way } = orderOf(search);
  const own = sql`select d.id, d.amount_micro from deposits d where ${ledTo(search.filter)} and ${holding(search.filter)}`;
  const page = sql<bigint>`(
    with own as materialized (${own})
    select d.id from own d where ${after(past)} order by ${by} limit ${limit})`;
  return selectFound(db)
    .where('d.id', 'in', page)
    .orderBy('d.amount_micro', way)
    .orderBy('d.id', way)
    .execute();
}

/** The position after the next deposits of all, whatever holds for them. */
export async function findAmountEdge(
  db: Db,
  search: AmountSearch,
  past: AmountPosition | null,
  count: number,
): Promise<AmountPosition | null> {
  const { after, by } = orderOf(search);
  const { rows } = await sql<AmountPosition>`
    select d.amount_micro as micro, d.id from deposits d
    where ${after(past)} order by ${by} offset ${count - 1} limit 1`.execute(db);
  return rows[0] ?? null;
}

type Stretch = { readonly from: AmountPosition | null; readonly edge: AmountPosition | null };

/** A sum and a joined text keep the planner from these columns' own indexes. */
const UNLED = { sender: sql`d.from_address || ''`, user: sql`d.user_id + 0`, id: sql`d.id + 0` };

/** Read by the index of amounts, and by no other. */
export function findBetweenAmounts(
  db: Db,
  search: AmountSearch,
  { from, edge }: Stretch,
  limit: number,
): Promise<FoundDeposit[]> {
  const { after, upTo, way } = orderOf(search);
  return selectFound(db)
    .where(after(from))
    .where(upTo(edge))
    .where(holding(search.filter, UNLED))
    .orderBy('d.amount_micro', way)
    .orderBy('d.id', way)
    .limit(limit)
    .execute();
}
