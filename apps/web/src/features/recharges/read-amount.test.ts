import { expect, test } from 'vitest';
import { readAmount } from './read-amount.ts';

const limits = { minimum: '10', maximum: '50000' };

test.each([
  ['10', '10'],
  ['50000', '50000'],
  [' 125.50 ', '125.5'],
  ['0010', '10'],
  ['10.01', '10.01'],
])('%j is an amount', (typed, amount) => {
  expect(readAmount(typed, limits)).toEqual({ amount, problem: null });
});

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['1,000', 'format'],
  ['12.', 'format'],
  ['12.125', 'format'],
  ['-20', 'format'],
  ['1e3', 'format'],
  ['9.99', 'tooSmall'],
  ['0', 'tooSmall'],
  ['50000.01', 'tooLarge'],
] as const)('%j is refused as %s', (typed, problem) => {
  expect(readAmount(typed, limits)).toEqual({ amount: null, problem });
});
