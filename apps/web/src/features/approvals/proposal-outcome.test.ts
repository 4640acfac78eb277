import { expect, test } from 'vitest';
import { resultOf, outcomeMessageKey, recentlyFailed } from './proposal-outcome.ts';

test('a refusal is told in the reader’s language, other words as they are, but for who left', () => {
  const named = { outcome: 'Insufficient balance', outcome_error: 'balanceTooLow' };
  expect(outcomeMessageKey(named)).toBe('errors.balanceTooLow');
  expect(outcomeMessageKey({ outcome: 'not ours', outcome_error: null })).toBeUndefined();
  const left = { outcome: 'who proposed or approved it may no longer do so', outcome_error: null };
  expect(outcomeMessageKey(left)).toBe('admin:approvals.partyLeft');
});

test('a change that failed does not count as done', () => {
  expect(resultOf({ state: 'failed' })).toBe('failed');
  expect(resultOf({ state: 'cooling' })).toBe('cooling');
  expect(resultOf({ state: 'applied' })).toBe('applied');
});

const now = new Date('2026-03-10T12:00:00Z').getTime();

const failed = { proposed_by: 'ann', approved_by: 'bob', settled_at: '2026-03-10T11:00:00Z' };

test('who proposed or approved it reads that it failed, for three days', () => {
  expect(recentlyFailed([failed], 'ann', now)).toEqual([failed]);
  expect(recentlyFailed([failed], 'bob', now)).toEqual([failed]);
  expect(recentlyFailed([failed], 'cleo', now)).toEqual([]);
  expect(recentlyFailed([{ ...failed, approved_by: null }], undefined, now)).toEqual([]);
  expect(recentlyFailed([{ ...failed, settled_at: '2026-03-07T12:00:00Z' }], 'ann', now)).toEqual([]);
});
