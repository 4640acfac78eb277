import { expect, test } from 'vitest';
import { resultOf, outcomeMessageKey } from './outcome-message.ts';

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
