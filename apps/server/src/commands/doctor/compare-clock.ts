import { fault, ok, warning, type CheckResult } from './check-result.ts';

/** A block is never from the future, but for what its producers' own clocks may be apart. */
const MOST_AHEAD_S = 5;
/** An idle local chain has a block a minute; all others have one within seconds. */
const OLDEST_NEWEST_S = 120;

/**
 * This machine's clock by the time of the latest blocks: the database is often on the same machine and then proves
 * nothing. `ages` has a list for each network, seconds for each of its nodes, negative for a block of the future. A
 * clock is only found to be slow where all nodes of a network say so, so that none can invent it.
 */
export function compareClock(ages: readonly (readonly number[])[]): readonly CheckResult[] {
  const answered = ages.filter((all) => all.length > 0);
  if (answered.length === 0) return [];
  const aheadS = Math.round(Math.max(...answered.map((all) => -Math.max(...all))));
  if (aheadS > MOST_AHEAD_S)
    return [
      fault(
        'clock',
        `blocks are up to ${aheadS} s in the future: this machine's clock is slow. Is NTP running?`,
      ),
    ];
  const newestS = Math.round(Math.min(...answered.flat()));
  if (newestS > OLDEST_NEWEST_S)
    return [
      warning(
        'clock',
        `the newest block of all networks is ${newestS} s old: this machine's clock is fast, or every node stands still`,
      ),
    ];
  return [ok('clock', `no block is from the future, and the newest is ${Math.max(newestS, 0)} s old`)];
}
