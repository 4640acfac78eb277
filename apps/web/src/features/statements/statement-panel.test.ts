import { expect, test } from 'vitest';
import { lastMonth, periodOf, thisMonth } from './statement-panel.tsx';

test('months of the reader', () => {
  expect(thisMonth(new Date(2026, 10, 23, 15))).toEqual({ from: '2026-11-01', to: '2026-11-23' });
  expect(lastMonth(new Date(2026, 0, 31))).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  expect(lastMonth(new Date(2028, 2, 31))).toEqual({ from: '2028-02-01', to: '2028-02-29' });
});

test('a period contains the whole of its last day, and not the next one', () => {
  const period = periodOf({ from: '2026-11-01', to: '2026-11-01' })!;
  expect(period.from).toBe(new Date(2026, 10, 1).toISOString());
  expect(period.to).toBe(new Date(2026, 10, 2).toISOString());
  expect(periodOf({ from: '2026-11-01', to: '' })).toBeUndefined();
});
