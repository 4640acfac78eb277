/** The only source of time for verbs and jobs, so that tests can control it. */
export type Clock = { now(): Date };

/** The machine's clock, shifted by so many milliseconds. */
export const createClock = (offsetMs: number): Clock => ({ now: () => new Date(Date.now() + offsetMs) });

export const systemClock: Clock = createClock(0);

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/**
 * The day of limits and counts that go by the day, as 2026-01-31, in UTC: all processes and all buyers have the same.
 */
export const utcDay = (time: Date): string => time.toISOString().slice(0, 10);

/** A list or a total that may end early does so after the step in which this time is over. */
const BUDGET_MS = 40;

/** A clock started now: whether the time for one answer is spent. */
export function startBudget(budgetMs = BUDGET_MS): { isSpent(): boolean } {
  const start = performance.now();
  return { isSpent: () => performance.now() - start > budgetMs };
}
