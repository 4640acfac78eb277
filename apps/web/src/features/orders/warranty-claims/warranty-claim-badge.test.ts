import { expect, test } from 'vitest';
import { outcomeOf, partsOf } from './warranty-claim-badge.tsx';

const claim = { state: 'open', accounts: 3, replaced: 0, refunded: 0 } as const;

test('a claim is what became of its accounts, not what was done last', () => {
  expect(outcomeOf(claim)).toBe('open');
  expect(outcomeOf({ ...claim, replaced: 1 })).toBe('partlyOpen');
  expect(outcomeOf({ ...claim, state: 'refunded', replaced: 1, refunded: 2 })).toBe('mixed');
  expect(outcomeOf({ ...claim, state: 'replaced', replaced: 3 })).toBe('replaced');
  expect(outcomeOf({ ...claim, state: 'refunded', refunded: 3 })).toBe('refunded');
  expect(outcomeOf({ ...claim, state: 'refused' })).toBe('refused');
  expect(outcomeOf({ ...claim, state: 'refused', refunded: 1 })).toBe('partlyRefused');
  // Refused at first, remedied later.
  expect(outcomeOf({ ...claim, state: 'refused', refunded: 3 })).toBe('refunded');
});

test('the ends of its accounts are counted where there are several', () => {
  expect(partsOf(claim)).toEqual([]);
  expect(partsOf({ ...claim, state: 'replaced', replaced: 3 })).toEqual([]);
  expect(partsOf({ ...claim, replaced: 1 })).toEqual([
    { end: 'replaced', n: 1 },
    { end: 'open', n: 2 },
  ]);
  expect(partsOf({ ...claim, state: 'refused', replaced: 1, refunded: 1 })).toEqual([
    { end: 'replaced', n: 1 },
    { end: 'refunded', n: 1 },
    { end: 'refused', n: 1 },
  ]);
});
