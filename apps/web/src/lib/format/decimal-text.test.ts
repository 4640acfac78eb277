import { expect, test } from 'vitest';
import { readDecimal, readGrouped, showDecimal } from './decimal-text.ts';

const LANGUAGES = ['en', 'zh-cn', 'pt', 'ru'];

test.each([
  // typed, of the API, shown in: en, zh-cn, pt, ru
  ['1.5', '1.5', '1.5', '1.5', '1,5', '1,5'],
  ['1,5', '1.5', '1.5', '1.5', '1,5', '1,5'],
  ['10,20', '10.20', '10.20', '10.20', '10,20', '10,20'],
  ['0,000001', '0.000001', '0.000001', '0.000001', '0,000001', '0,000001'],
  ['1200', '1200', '1200', '1200', '1200', '1200'],
  ['12,', '12.', '12.', '12.', '12,', '12,'],
  ['', '', '', '', '', ''],
  ['0.350', '0.350', '0.350', '0.350', '0,350', '0,350'],
  ['1,2005', '1.2005', '1.2005', '1.2005', '1,2005', '1,2005'],
])('%j is read as %j', (typed, decimal, ...shown) => {
  for (const language of LANGUAGES) expect(readDecimal(typed, language)).toBe(decimal);
  expect(LANGUAGES.map((language) => showDecimal(decimal, language))).toEqual(shown);
});

test.each([
  // pasted, of the API in: en, zh-cn, pt, ru
  ['1,200', '1,200', '1,200', '1.200', '1.200'],
  ['1.200', '1.200', '1.200', '1,200', '1,200'],
  [' 1.200 ', ' 1.200 ', ' 1.200 ', ' 1,200 ', ' 1,200 '],
  ['12,345,678', '12,345,678', '12,345,678', '12.345.678', '12.345.678'],
  ['12.345.678', '12.345.678', '12.345.678', '12,345,678', '12,345,678'],
  ['1,200.50', '1,200.50', '1,200.50', '1.200.50', '1.200.50'],
  ['1.200,50', '1.200.50', '1.200.50', '1,200.50', '1,200.50'],
])('%j is no number where it has separators of thousands', (pasted, ...decimals) => {
  expect(LANGUAGES.map((language) => readDecimal(pasted, language))).toEqual(decimals);
});

test.each(['1,200', '1.200', '1,200.50', '1.200,50', '12.345.678', '10,20', '10.20', '1.200,50,3'])(
  'what %j was read as is read the same again once it is shown',
  (typed) => {
    for (const language of LANGUAGES) {
      const decimal = readDecimal(typed, language);
      expect(readDecimal(showDecimal(decimal, language), language)).toBe(decimal);
    }
  },
);

test.each([
  ['1,200', { whole: '1200', fraction: '1.2' }],
  ['350,000', { whole: '350000', fraction: '350' }],
  ['1,255', { whole: '1255', fraction: '1.255' }],
  ['12,345,678', { whole: '12345678', fraction: null }],
  ['1,200.50', { whole: '1200.50', fraction: null }],
  ['1,200.', { whole: '1200', fraction: null }],
  ['1200', null],
  ['1.200', null],
  ['10.20', null],
  ['', null],
])('%j may mean %j', (decimal, meanings) => {
  expect(readGrouped(decimal)).toEqual(meanings);
});
