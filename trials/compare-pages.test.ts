import { expect, test } from 'vitest';
import { comparePages } from './setup/checks/compare-pages.ts';
import { neverReached } from './setup/runs/run-kills.ts';
import type { SeenEvent } from './setup/load/live-viewer.ts';

const orders = (run: string, ...numbers: number[]): SeenEvent[] =>
  numbers.map((number) => ({ id: `${run}-${number}`, name: 'order', data: '{}' }));
const figures = (run: string, number: number): SeenEvent => ({
  id: `${run}-${number}`,
  name: 'figures',
  data: '{}',
});

test('pages that received the same events have no fault, wherever they started and ended', () => {
  expect(comparePages([orders('a', 3, 5, 8, 9), orders('a', 5, 8)])).toEqual([]);
  expect(
    comparePages([[...orders('a', 1, 2), figures('a', 3), ...orders('a', 4)], orders('a', 1, 2, 4)]),
  ).toEqual([]);
});

test('an event that a page missed between its first and last one is found', () => {
  expect(comparePages([orders('a', 3, 5, 8), orders('a', 3, 8)])).toEqual([
    'a page never heard 1 of 3 events that another page of its buyer heard',
  ]);
  expect(comparePages([orders('a', 3, 5, 6), [...orders('a', 3), figures('a', 7)]])).toHaveLength(1);
});

test('an event between two starts of the hub may be missed, one within a start may not', () => {
  expect(
    comparePages([orders('a', 1, 2).concat(orders('b', 1, 2)), orders('a', 1).concat(orders('b', 2))]),
  ).toEqual([]);
  expect(
    comparePages([orders('a', 1).concat(orders('b', 1, 2, 3)), orders('a', 1).concat(orders('b', 1, 3))]),
  ).toHaveLength(1);
});

test('an event that arrives twice, late or from an earlier start is found', () => {
  const twice = 'a page heard an event twice, or an older after a newer one';
  for (const wrong of [
    orders('a', 1, 2, 2),
    orders('a', 2, 1),
    [...orders('a', 1), ...orders('b', 1), ...orders('a', 2)],
  ])
    expect(comparePages([wrong, wrong])).toEqual([twice]);
});

test('a crash point that was never reached is found; one that was reached at another time is not', () => {
  const plan = (point: 'order: written' | 'purge: erased', wasReached: boolean) =>
    ({ plan: { kind: 'point', point, passing: 1 }, wasReached }) as const;
  const rounds = [plan('order: written', true), plan('purge: erased', false), plan('order: written', false)];
  expect(neverReached(rounds)).toEqual(['purge: erased']);
});
