import { sql, type RawBuilder } from 'kysely';
import { idArray, textArray } from '../../../platform/db/arrays.ts';
import { amountOrder, type AmountPosition } from '../../../platform/db/amount-position.ts';
import type { Db } from '../../../platform/db/db.ts';
import { isAlways } from '../order-id.ts';
import {
  holding,
  selectFrom,
  within,
  type FoundRecharge,
  type Search,
  type Source,
} from './search-recharges.sql.ts';

export type AmountSearch = Search & { readonly isAscending: boolean };

const orderOf = ({ isAscending }: AmountSearch) => amountOrder('r.pay_amount_micro', 'r.id', isAscending);

/** What the source holds of the span, each way of it up to a limit, where one is given. */
function selectOwn({ source, span, bounds }: Search, holds: RawBuilder<unknown>, limit: number | null) {
  const { lowest, highest } = bounds;
  const most = limit === null ? sql`` : sql`limit ${limit}`;
  return selectFrom(source, {
    byId: (key) => sql`select r.* from recharges r
      where ${key} and r.id between ${lowest} and ${highest} and ${within(span)} and ${holds} ${most}`,
    byKey: (key) => sql`select r.* from recharges r
      where ${key} and -r.id between ${-highest} and ${-lowest} and ${within(span)} and ${holds} ${most}`,
  });
}

/** Whether the source holds no more top-ups of the span than that, whatever else the search asks for. */
export async function isSourceShort(db: Db, search: AmountSearch, most: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from (${selectOwn(search, sql`true`, most + 1)}) r limit ${most + 1}) one`.execute(db);
  return rows[0]!.count <= most;
}

/** All of the source, sorted here. Set apart: else the planner may walk through all top-ups by their amount. */
export async function findSortedByAmount(
  db: Db,
  search: AmountSearch,
  past: AmountPosition | null,
  limit: number,
): Promise<FoundRecharge[]> {
  const { after, by } = orderOf(search);
  const { rows } = await sql<FoundRecharge>`
    with own as materialized (
      select r.id, r.pay_amount_micro from (${selectOwn(search, holding(search.conditions), null)}) r)
    select r.*, u.username, u.email
    from (select r.id from own r where ${after(past)} order by ${by} limit ${limit}) page
    join recharges r on r.id = page.id join users u on u.id = r.user_id order by ${by}`.execute(db);
  return rows;
}

export async function findAmountEdge(
  db: Db,
  search: AmountSearch,
  past: AmountPosition | null,
  count: number,
): Promise<AmountPosition | null> {
  const { after, by } = orderOf(search);
  const { rows } = await sql<AmountPosition>`
    select r.pay_amount_micro as micro, r.id from recharges r
    where ${after(past)} order by ${by} offset ${count - 1} limit 1`.execute(db);
  return rows[0] ?? null;
}

type Stretch = { readonly from: AmountPosition | null; readonly edge: AmountPosition | null };

/** Read by the index of amounts, and by no other: what leads elsewhere is looked at row by row. */
export async function findBetweenAmounts(
  db: Db,
  search: AmountSearch,
  { from, edge }: Stretch,
  limit: number,
): Promise<FoundRecharge[]> {
  const { after, upTo, by } = orderOf(search);
  const { rows } = await sql<FoundRecharge>`
    select r.*, u.username, u.email from (
      select r.* from recharges r
      where ${after(from)} and ${upTo(edge)} and ${inTime(search)} and ${belongs(search.source)} and ${holding(search.conditions)}
      order by ${by} limit ${limit}) r
    join users u on u.id = r.user_id order by ${by}`.execute(db);
  return rows;
}

function inTime({ span, bounds }: Search): RawBuilder<unknown> {
  if (isAlways(span)) return sql`true`;
  return sql`r.id + 0 between ${bounds.lowest} and ${bounds.highest}
    and r.order_id || '' between ${span.first} and ${span.last}`;
}

/** Sums and joins keep the planner from these columns' own indexes. */
function belongs(source: Source): RawBuilder<unknown> {
  switch (source.kind) {
    case 'all':
      return sql`true`;
    case 'ids':
      return sql`r.id + 0 = any(${idArray(source.ids)}::bigint[])`;
    case 'buyers':
      return sql`r.user_id + 0 = any(${idArray(source.ids)}::bigint[])`;
    case 'states':
      return sql`r.network || '' = any(${textArray(source.networks)}::text[])
        and r.state || '' = any(${textArray(source.states)}::text[])`;
    default: {
      const all = sql`any(${textArray(source.addresses)}::text[])`;
      return sql`(r.sender_address || '' = ${all} or r.wallet_address || '' = ${all})`;
    }
  }
}
