import type { Days } from './daily-totals.sql.ts';

const DAY_MS = 86_400_000;

const parse = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const format = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The last `count` days up to and including `day`. */
export const daysUpTo = (day: string, count: number): Days => ({
  from: format(parse(day) - (count - 1) * DAY_MS),
  to: day,
});

/** Each day, first to last. */
export const listDays = ({ from, to }: Days): string[] => {
  const count = Math.max(0, (parse(to) - parse(from)) / DAY_MS + 1);
  return Array.from({ length: count }, (_, index) => format(parse(from) + index * DAY_MS));
};

export const countDays = ({ from, to }: Days): number => (parse(to) - parse(from)) / DAY_MS + 1;
