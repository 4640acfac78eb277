import { expect, test } from 'vitest';
import { readDecimal, showDecimal } from './decimal-text.ts';

const LANGUAGES = ['en', 'zh-cn', 'pt', 'ru'];

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
  for (const language of LANGUAGES) expect(readDecimal(typed, language)).toBe(decimal);
  expect(LANGUAGES.map((language) => showDecimal(decimal, language))).toEqual(shown);
});

test.each([
  // pasted, of the API in: en, zh-cn, pt, ru
  ['1,200', '1,200', '1,200', '1.200', '1.200'],
  ['12,345,678', '12,345,678', '12,345,678', '12.345.678', '12.345.678'],
  [' 1,200 ', ' 1,200 ', ' 1,200 ', ' 1.200 ', ' 1.200 '],
  ['0,350', '0.350', '0.350', '0.350', '0.350'],
  ['1,2000', '1.2000', '1.2000', '1.2000', '1.2000'],
])('%j, where a comma separates thousands, is no number', (pasted, ...decimals) => {
  expect(LANGUAGES.map((language) => readDecimal(pasted, language))).toEqual(decimals);
});
