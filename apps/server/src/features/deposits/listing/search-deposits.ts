import { findPage, readId, type IdBounds } from '../../../platform/lists/by-id.ts';
import type { SortedList } from '../../../platform/lists/page-reader.ts';
import type { Db } from '../../../platform/db/db.ts';
import {
  findBounds,
  findDeposits,
  findDepositsByAmount,
  findIdFrom,
  type DepositFilter,
  type FoundDeposit,
} from './search-deposits.sql.ts';

/** Clocks of several machines differ, so ids and recording times may be out of order by about this many rows. */
const SKEW_ROWS = 1_000n;

/** Limits other than the usual ones, for tests. */
type TimeLimits = { readonly window?: bigint | undefined; readonly skew?: bigint | undefined };

/**
 * Deposits by recording time or amount. By time, dust may be almost every row, since it is cheap to send: where the
 * conditions have no index, the page may end before it is full.
 */
export const depositList: SortedList<DepositFilter, FoundDeposit, bigint, TimeLimits> = {
  readPlace: readId,
  writePlace: ({ id }) => String(id),
  amountOf: ({ amount_micro }) => amount_micro,
  findByAmount: findDepositsByAmount,
  async findByTime(db, filter, position, limit, { window, skew = SKEW_ROWS } = {}) {
    const all = await findBounds(db);
    if (all === null) return { rows: [], next: null };
    const isIndexed = hasIndex(filter);
    const bounds = isIndexed ? all : await boundsOfTime(db, all, filter, skew);
    const { shown, next } = await findPage(bounds, { position, limit, isIndexed, window }, (part, count) =>
      findDeposits(db, filter, part, position, count),
    );
    return { rows: shown, next: next === null ? null : String(next) };
  },
};

/**
 * Deposits of a transaction, sender or user, lost ones, and those waiting for a person, have an index ordered by id.
 */
const hasIndex = ({ txHash, senders, owner, state, isLost }: DepositFilter): boolean =>
  isLost ||
  [txHash, senders, owner].some((one) => one !== undefined) ||
  state === 'held' ||
  state === 'unmatched';

/** Ids ascend with the recording time, apart from the skew. */
async function boundsOfTime(
  db: Db,
  all: IdBounds,
  { from, to }: DepositFilter,
  skew: bigint,
): Promise<IdBounds> {
  const first = from === undefined ? all.lowest : ((await findIdFrom(db, from)) ?? all.highest) - skew;
  const last = to === undefined ? all.highest : ((await findIdFrom(db, justAfter(to))) ?? all.highest) + skew;
  return {
    lowest: first > all.lowest ? first : all.lowest,
    highest: last < all.highest ? last : all.highest,
  };
}

const justAfter = (time: Date): Date => new Date(time.getTime() + 1);
