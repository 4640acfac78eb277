import { expect, test } from 'vitest';
import { readDecimal, showDecimal } from './decimal-text.ts';

test.each([
  // typed, of the API, shown in: en, zh-cn, pt, ru
  ['1.5', '1.5', '1.5', '1.5', '1,5', '1,5'],
  ['1,5', '1.5', '1.5', '1.5', '1,5', '1,5'],
  ['0,000001', '0.000001', '0.000001', '0.000001', '0,000001', '0,000001'],
  ['1200', '1200', '1200', '1200', '1200', '1200'],
  ['12,', '12.', '12.', '12.', '12,', '12,'],
  ['', '', '', '', '', ''],
  // Separators of thousands make it no number; they are never dropped.
  ['1.200,50', '1.200.50', '1.200.50', '1.200.50', '1,200,50', '1,200,50'],
])('%j is read as %j', (typed, decimal, ...shown) => {
  expect(readDecimal(typed)).toBe(decimal);
  expect(['en', 'zh-cn', 'pt', 'ru'].map((language) => showDecimal(decimal, language))).toEqual(shown);
});
