import { RECHARGE_STATES } from '@portside/contract';
import { expect, test } from 'vitest';
import { progressOf } from './payment-progress.ts';

const at = (sub_state: (typeof RECHARGE_STATES)[number], confirmations: number | null = null) =>
  progressOf({ sub_state, confirmations, confirmations_needed: 20 });

test('the bar only goes forward on the way to the credit', () => {
  const way = [at('waiting'), at('seen', 0), at('confirming', 1), at('confirming', 10), at('confirming', 20)];
  const percents = [...way, at('credited', 25)].map((one) => one!.percent);
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  expect(new Set(percents).size).toBe(percents.length);
  expect([percents[0], percents.at(-1)]).toEqual([0, 100]);
});

test('it is not full before the credit, however many confirmations there are', () => {
  expect(at('confirming', 500)!.percent).toBeLessThan(100);
});

test('a payment under review is held, not failed', () => {
  expect(at('review', 20)).toMatchObject({ current: 'confirming', isHeld: true });
});

test('what failed has no way to go', () => {
  expect(RECHARGE_STATES.filter((state) => at(state) === null)).toEqual(['cancelled', 'expired', 'rejected']);
});
