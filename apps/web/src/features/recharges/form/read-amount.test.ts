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
  expect(readAmount(typed, limits, 'en')).toEqual({ amount, problem: null });
});

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['1.000', 'format'],
  ['1,0000', 'format'],
  ['12.125', 'format'],
  ['-20', 'format'],
  ['1e3', 'format'],
  ['9.99', 'tooSmall'],
  ['0', 'tooSmall'],
  ['50000.01', 'tooLarge'],
] as const)('%j is refused as %s', (typed, problem) => {
  expect(readAmount(typed, limits, 'en')).toEqual({ amount: null, problem });
});

test.each([
  ['pt', '10,50', '10.5'],
  ['pt', '10.50', '10.5'],
  ['pt', '1000', '1000'],
  ['ru', '10,50', '10.5'],
  ['ru', '1 000,50', '1000.5'],
  ['ru', '1\u00A0000', '1000'],
  ['ru', '12\u202F500.01', '12500.01'],
  ['en', '1 000', '1000'],
  ['en', '10,20', '10.2'],
  ['zh-cn', '10,20', '10.2'],
  ['pt', '10,20', '10.2'],
  ['zh-cn', '125.50', '125.5'],
  // As the amounts to choose from are written.
  ['en', '1,000', '1000'],
  ['zh-cn', '1,000', '1000'],
  ['pt', '1.000', '1000'],
  ['ru', '12.500', '12500'],
  ['en', '1,000.50', '1000.5'],
  ['pt', '1.000,50', '1000.5'],
  ['pt', '1,000.50', '1000.5'],
  ['zh-cn', '１２５．５０', '125.5'],
  ['zh-cn', '125。5', '125.5'],
  ['en', '١٢٥', '125'],
  ['en', '$1,250 USDT', '1250'],
  ['en', '12.', '12'],
])('in %s %j is an amount', (language, typed, amount) => {
  expect(readAmount(typed, limits, language)).toEqual({ amount, problem: null });
});

test.each([
  ['pt', '10,50,50'],
  ['pt', '10,500'],
  ['en', '10.500'],
  ['ru', '1,000'],
  ['ru', '10 00'],
  ['ru', '1 0000'],
])('in %s %j is no amount, rather than another one', (language, typed) => {
  expect(readAmount(typed, limits, language)).toEqual({ amount: null, problem: 'format' });
});
