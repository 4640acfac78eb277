/** The only source of time for use cases and jobs, so that tests can control it. */
export type Clock = { now(): Date };

/** The machine's clock, shifted. */
export const createClock = (offsetMs: number): Clock => ({ now: () => new Date(Date.now() + offsetMs) });

export const systemClock: Clock = createClock(0);

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The UTC day for daily limits and counts, such as 2026-01-31: the same for all processes and buyers. */
export const utcDay = (time: Date): string => time.toISOString().slice(0, 10);

/** Lists and totals that may stop early do so after this time. */
const BUDGET_MS = 40;

/** Starts the time budget of one answer. */
export function startBudget(budgetMs = BUDGET_MS): { isSpent(): boolean } {
  const start = performance.now();
  return { isSpent: () => performance.now() - start > budgetMs };
}
