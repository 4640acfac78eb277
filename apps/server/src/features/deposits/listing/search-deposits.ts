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

/** So many ids are looked through for a page where hardly any deposit may pass: dust costs its sender little. */
const STRETCH = 200_000n;
/** Clocks of several machines differ: of two deposits of about one moment either may have the lower id. */
const SKEW_ROWS = 1_000n;

/** Bounds other than the usual ones, for tests. */
export type TimeBounds = { readonly stretch?: bigint | undefined; readonly skew?: bigint | undefined };

export type FoundDeposits = {
  readonly deposits: readonly FoundDeposit[];
  /** Go on behind it; null where there are no more. */
  readonly next: bigint | null;
};

/**
 * A page of deposits by the time of their recording, in bounded time: where it takes a look at row after row, the
 * page may end before it is full and tell where to go on.
 */
export async function searchDeposits(
  db: Db,
  filter: DepositFilter,
  place: IdPosition,
  limit: number,
  { stretch = STRETCH, skew = SKEW_ROWS }: TimeBounds = {},
): Promise<FoundDeposits> {
  const all = await findBounds(db);
  if (all === null) return { deposits: [], next: null };
  const left = remainingBounds(isLed(filter) ? all : await boundsOfTime(db, all, filter, skew), place);
  const bounds = isLed(filter) ? left : takeBounds(left, place, stretch);
  const found = await findDeposits(db, filter, bounds, place, limit + 1);
  const { shown, next } = cutWindow(found, limit, place, { bounds, left });
  return { deposits: shown, next };
}

/** One transaction's, one sender's or one user's have an index by id, and so has what waits for somebody. */
const isLed = ({ txHash, senders, owner, state }: DepositFilter): boolean =>
  [txHash, senders, owner].some((one) => one !== undefined) || state === 'held' || state === 'unmatched';

/** Ids are given as deposits are recorded, but for the skew. */
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

/** Halved until it is known where deposits of that time begin: no index is kept for a question this rare. */
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
