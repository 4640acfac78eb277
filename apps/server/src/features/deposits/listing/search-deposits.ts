import {
  findAtOnce,
  findInWindows,
  type IdBounds,
  type IdPosition,
  isAscending,
  readIdCursor,
} from '../../../platform/lists/by-id.ts';
import type { Db } from '../../../platform/db/db.ts';
import {
  findBounds,
  findDeposits,
  findIdFrom,
  type DepositFilter,
  type FoundDeposit,
  depositsByAmount,
} from './search-deposits.sql.ts';
import type { SortOf } from '@portside/contract';
import {
  type AmountLimits,
  readAmountPosition,
  writeAmountPosition,
  amountPageReader,
  type ReadPage,
} from '../../../platform/lists/by-amount.ts';

/** Clocks of several machines differ, so ids and recording times may be out of order by about this many rows. */
const SKEW_ROWS = 1_000n;

/** Limits other than the usual ones, for tests. */
type TimeLimits = { readonly window?: bigint | undefined; readonly skew?: bigint | undefined };

type FoundDeposits = {
  readonly deposits: readonly FoundDeposit[];
  /** The last id of the page or of the scanned window, to continue after; null at the end of the list. */
  readonly next: bigint | null;
};

/**
 * A page of deposits by recording time, in bounded time: where the conditions have no index, the page may end
 * before it is full, with `next` set. Dust is cheap to send, so conditions may exclude almost every row.
 */
async function searchDeposits(
  db: Db,
  filter: DepositFilter,
  position: IdPosition,
  limit: number,
  { window, skew = SKEW_ROWS }: TimeLimits = {},
): Promise<FoundDeposits> {
  const all = await findBounds(db);
  if (all === null) return { deposits: [], next: null };
  const find = (bounds: IdBounds, count: number) => findDeposits(db, filter, bounds, position, count);
  const { shown, next } = hasIndex(filter)
    ? await findAtOnce(all, position, limit, find)
    : await findInWindows(await boundsOfTime(db, all, filter, skew), position, limit, find, window);
  return { deposits: shown, next };
}

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

/** Reads pages in the sort asked for, from a position on. Refuses a text that is no position (invalidFormat). */
export function depositPageReader(
  sort: SortOf<'listAllDeposits'> | undefined,
  position: string | undefined,
): ReadPage<DepositFilter, FoundDeposit, AmountLimits & TimeLimits> {
  if (sort === 'amount' || sort === '-amount') {
    const listOf = (filter: DepositFilter) => depositsByAmount(filter, isAscending(sort));
    return amountPageReader(listOf, readAmountPosition(position), writeAmountPosition);
  }
  const start = { isOldestFirst: isAscending(sort), past: readIdCursor(position) };
  return async (db, filter, limit, limits) => {
    const { deposits, next } = await searchDeposits(db, filter, start, limit, limits);
    return { rows: deposits, next: next === null ? null : String(next) };
  };
}
