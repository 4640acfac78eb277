import {
  remainingBounds,
  cutWindow,
  takeBounds,
  type IdBounds,
  type IdPosition,
} from '../../../platform/db/id-position.ts';
import type { Db } from '../../../platform/db/db.ts';
import {
  findBounds,
  findDeposits,
  findTimeFrom,
  type DepositFilter,
  type FoundDeposit,
} from './search-deposits.sql.ts';

/** Most ids scanned for one page. Dust is cheap to send, so a page's conditions may exclude almost every row. */
const MAX_SCANNED_IDS = 200_000n;
/** Clocks of several machines differ, so ids and recording times may be out of order by about this many rows. */
const SKEW_ROWS = 1_000n;

/** Limits other than the usual ones, for tests. */
export type TimeLimits = { readonly window?: bigint | undefined; readonly skew?: bigint | undefined };

export type FoundDeposits = {
  readonly deposits: readonly FoundDeposit[];
  /** The last id of the page or of the scanned window, to continue after; null at the end of the list. */
  readonly next: bigint | null;
};

/**
 * A page of deposits by recording time, in bounded time: where the conditions have no index, the page may end
 * before it is full, with `next` set.
 */
export async function searchDeposits(
  db: Db,
  filter: DepositFilter,
  position: IdPosition,
  limit: number,
  { window = MAX_SCANNED_IDS, skew = SKEW_ROWS }: TimeLimits = {},
): Promise<FoundDeposits> {
  const all = await findBounds(db);
  if (all === null) return { deposits: [], next: null };
  const left = remainingBounds(hasIndex(filter) ? all : await boundsOfTime(db, all, filter, skew), position);
  const bounds = hasIndex(filter) ? left : takeBounds(left, position, window);
  const found = await findDeposits(db, filter, bounds, position, limit + 1);
  const { shown, next } = cutWindow(found, limit, position, { bounds, left });
  return { deposits: shown, next };
}

/** Deposits of a transaction, sender or user, and those waiting for a person, have an index ordered by id. */
const hasIndex = ({ txHash, senders, owner, state }: DepositFilter): boolean =>
  [txHash, senders, owner].some((one) => one !== undefined) || state === 'held' || state === 'unmatched';

/** Ids ascend with the recording time, apart from the skew. */
async function boundsOfTime(
  db: Db,
  all: IdBounds,
  { from, to }: DepositFilter,
  skew: bigint,
): Promise<IdBounds> {
  const first = from === undefined ? all.lowest : (await findIdFrom(db, all, from)) - skew;
  const last = to === undefined ? all.highest : (await findIdFrom(db, all, justAfter(to))) + skew;
  return {
    lowest: first > all.lowest ? first : all.lowest,
    highest: last < all.highest ? last : all.highest,
  };
}

const justAfter = (time: Date): Date => new Date(time.getTime() + 1);

/** Binary search for the first deposit of a time: too rare a query to maintain an index for. */
async function findIdFrom(db: Db, { lowest, highest }: IdBounds, time: Date): Promise<bigint> {
  let [low, high] = [lowest, highest];
  while (low < high) {
    const middle = (low + high) / 2n;
    const found = await findTimeFrom(db, middle);
    if (found.recorded_at < time) low = found.id + 1n;
    else high = middle;
  }
  return low;
}
