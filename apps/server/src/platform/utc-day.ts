/**
 * The day of limits and counts that go by the day, as 2026-01-31, in UTC: all processes and all buyers have the same.
 */
export const utcDay = (time: Date): string => time.toISOString().slice(0, 10);
