import { sql, type RawBuilder } from 'kysely';
import { textArray } from '../../../platform/db/arrays.ts';
import { amountOrder, type AmountPosition } from '../../../platform/db/amount-position.ts';
import type { AmountList } from '../../../platform/db/search-by-amount.ts';
import {
  isOwnedBy,
  meets,
  selectFound,
  type DepositFilter,
  type FoundDeposit,
} from './search-deposits.sql.ts';

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
