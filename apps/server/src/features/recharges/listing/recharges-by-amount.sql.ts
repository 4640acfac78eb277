import { sql, type RawBuilder } from 'kysely';
import { idArray, textArray } from '../../../platform/db/arrays.ts';
import { amountOrder, type AmountPosition } from '../../../platform/db/amount-position.ts';
import type { AmountList } from '../../../platform/db/search-by-amount.ts';
import { isAlways, type IdSpan } from '../order-id.ts';
import {
  hasConditions,
  meets,
  selectFrom,
  type FoundRecharge,
  type Search,
  type Source,
} from './search-recharges.sql.ts';

/** No index has all that counting needs, so each row that is counted is read: a page would be spent on it. */
const MAX_SORTED = 5_000;

/** Top-ups by the amount to pay, for `searchByAmount`. Top-ups of one amount are ordered by id. */
export function rechargesByAmount(
  search: Search,
  isAscending: boolean,
): AmountList<FoundRecharge, AmountPosition> {
  const { source, conditions, span } = search;
  const { by, after, upTo } = amountOrder('r.pay_amount_micro', 'r.id', isAscending);
  return {
    isFiltered: source.kind !== 'all' || hasConditions(conditions) || !isAlways(span),
    maxSorted: MAX_SORTED,
    table: 'recharges',
    alias: 'r',
    order: { by, after },
    index: {
      by,
      after,
      within: sql`true`,
      columns: sql`r.pay_amount_micro as micro, r.id`,
      toPosition: (edge: AmountPosition) => edge,
    },
    candidates: (most) => sql`select from (${selectCandidates(search, sql`true`, most)}) r`,
    matches: sql`
      select r.id, r.pay_amount_micro from (${selectCandidates(search, meets(conditions), null)}) r`,
    load: async (db, ids) => {
      const { rows } = await sql<FoundRecharge>`
        select r.*, u.username, u.email from (${ids}) page
        join recharges r on r.id = page.id join users u on u.id = r.user_id order by ${by}`.execute(db);
      return rows;
    },
    scan: async (db, { past, edge }, limit) => {
      const { rows } = await sql<FoundRecharge>`
        select r.*, u.username, u.email from (
          select r.* from recharges r
          where ${after(past)} and ${upTo(edge)} and ${isInSpan(search)} and ${isOf(source)} and ${meets(conditions)}
          order by ${by} limit ${limit}) r
        join users u on u.id = r.user_id order by ${by}`.execute(db);
      return rows;
    },
    positionOf: ({ pay_amount_micro: micro, id }) => ({ micro, id }),
  };
}

/**
 * The source's top-ups of the span; `most` limits each branch of the source, where given. Otherwise `offset 0` keeps the
 * branches apart: the planner would join them and read the whole index of states for a few rows. Nor may it take the
 * index of order ids, which has the whole span's top-ups for each branch.
 */
function selectCandidates(
  { source, span, bounds }: Search,
  condition: RawBuilder<unknown>,
  most: number | null,
): RawBuilder<unknown> {
  const { lowest, highest } = bounds;
  const isWithin = isAlways(span) ? sql`true` : isWithinUnindexed(span);
  const limit = most === null ? sql`offset 0` : sql`limit ${most}`;
  return selectFrom(source, {
    byId: (key) => sql`select r.* from recharges r
      where ${key} and r.id between ${lowest} and ${highest} and ${isWithin} and ${condition} ${limit}`,
    byKey: (key) => sql`select r.* from recharges r
      where ${key} and -r.id between ${-highest} and ${-lowest} and ${isWithin} and ${condition} ${limit}`,
  });
}

function isInSpan({ span, bounds }: Search): RawBuilder<unknown> {
  if (isAlways(span)) return sql`true`;
  return sql`r.id + 0 between ${bounds.lowest} and ${bounds.highest} and ${isWithinUnindexed(span)}`;
}

const isWithinUnindexed = ({ first, last }: IdSpan): RawBuilder<unknown> =>
  sql`r.order_id || '' between ${first} and ${last}`;

/** `|| ''` and `+ 0` keep the planner from these columns' own indexes. */
function isOf(source: Source): RawBuilder<unknown> {
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
