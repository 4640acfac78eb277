import { expect, test } from 'vitest';
import { comparePages } from './setup/checks/check-pages.ts';
import type { SeenEvent } from './setup/load/live-viewer.ts';

const orders = (ms: number, ...numbers: number[]): SeenEvent[] =>
  numbers.map((number) => ({ id: `${ms}-${number}`, name: 'order', data: '{}' }));
const figures = (ms: number, number: number): SeenEvent => ({
  id: `${ms}-${number}`,
  name: 'figures',
  data: '{}',
});

test('pages that heard the same have no fault, wherever they began and ended', () => {
  expect(comparePages([orders(7, 3, 5, 8, 9), orders(7, 5, 8)])).toEqual([]);
  expect(comparePages([[...orders(7, 1, 2), figures(7, 3), ...orders(7, 4)], orders(7, 1, 2, 4)])).toEqual(
    [],
  );
});

test('what one page never heard between its first and last event is found', () => {
  expect(comparePages([orders(7, 3, 5, 8), orders(7, 3, 8)])).toEqual([
    'a page never heard 1 of 3 events that another page of its buyer heard',
  ]);
  expect(comparePages([orders(7, 3, 5, 6), [...orders(7, 3), figures(7, 7)]])).toHaveLength(1);
});

test('an event that came twice or late is found', () => {
  const twice = 'a page heard an event twice, or an older after a newer one';
  for (const wrong of [
    orders(7, 1, 2, 2),
    orders(7, 2, 1),
    [...orders(7, 1), ...orders(8, 1), ...orders(7, 2)],
  ])
    expect(comparePages([wrong, wrong])).toEqual([twice]);
});
