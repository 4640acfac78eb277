import { wording } from '@portside/contract/error-wording';
import { expect, test } from 'vitest';
import { resultOf, wordsForOutcome } from './outcome-words.ts';

test('every refusal that a change can end with has its words in the reader’s language', () => {
  for (const [name, words] of Object.entries(wording)) {
    expect(wordsForOutcome(`${words} (a detail)`)).toBe(wordsForOutcome(words));
    const found = wordsForOutcome(words)?.replace('errors.', '') as keyof typeof wording;
    expect(wording[found], name).toBe(words);
  }
});

test('what is no refusal is told as it is, but for who left', () => {
  expect(wordsForOutcome('not ours')).toBeUndefined();
  expect(wordsForOutcome('who proposed or approved it may no longer do so')).toBe(
    'admin:approvals.partyLeft',
  );
});

test('a change that failed does not count as done', () => {
  expect(resultOf({ state: 'failed' })).toBe('failed');
  expect(resultOf({ state: 'cooling' })).toBe('cooling');
  expect(resultOf({ state: 'applied' })).toBe('applied');
});
