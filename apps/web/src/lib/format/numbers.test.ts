import { expect, test } from 'vitest';
import { formatUsdt, formatUsdtBalance, formatPercent, showDecimal } from './numbers.ts';
import { readDecimal } from './typed-numbers.ts';

const LANGUAGES = ['en', 'zh-cn', 'pt', 'ru'];

test.each([
  // typed, of the API, shown in: en, zh-cn, pt, ru
  ['1.5', '1.5', '1.5', '1.5', '1,5', '1,5'],
  ['1,5', '1.5', '1.5', '1.5', '1,5', '1,5'],
  ['10,20', '10.20', '10.20', '10.20', '10,20', '10,20'],
  ['0,000001', '0.000001', '0.000001', '0.000001', '0,000001', '0,000001'],
  ['1200', '1200', '1200', '1200', '1200', '1200'],
  ['12,', '12', '12', '12', '12', '12'],
  ['', '', '', '', '', ''],
  ['0.350', '0.350', '0.350', '0.350', '0,350', '0,350'],
  ['1,2005', '1.2005', '1.2005', '1.2005', '1,2005', '1,2005'],
])('%j is read as %j', (typed, decimal, ...shown) => {
  for (const language of LANGUAGES) expect(readDecimal(typed, language)).toBe(decimal);
  expect(LANGUAGES.map((language) => showDecimal(decimal, language))).toEqual(shown);
});

test.each([
  // typed, of the API in: en, zh-cn, pt, ru
  ['1,200', '1,200', '1,200', '1.200', '1.200'],
  ['1.200', '1.200', '1.200', '1,200', '1,200'],
  [' 1.200 ', '1.200', '1.200', ' 1,200 ', ' 1,200 '],
  ['١٬٢٠٠٫٥', '1200.5', '1200.5', '1200.5', '1200.5'],
  ['12,345,678', '12345678', '12345678', '12345678', '12345678'],
  ['12.345.678', '12345678', '12345678', '12345678', '12345678'],
  ['1,200.50', '1200.50', '1200.50', '1200.50', '1200.50'],
  ['1.200,50', '1200.50', '1200.50', '1200.50', '1200.50'],
  ['abc', 'abc', 'abc', 'abc', 'abc'],
])('%j is read in the language of the page', (typed, ...decimals) => {
  expect(LANGUAGES.map((language) => readDecimal(typed, language))).toEqual(decimals);
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
  ['0', '0.00'],
  ['0.45', '0.45'],
  ['100.001234', '100.001234'],
  ['123456789012.000001', '123,456,789,012.000001'],
])('%s USDT in English', (amount, shown) => {
  expect(formatUsdt(amount, 'en')).toBe(shown);
});

test('a balance is rounded down', () => {
  expect(formatUsdtBalance('12.509999', 'en')).toBe('12.50');
  expect(formatUsdtBalance('9007199254740993.99', 'en')).toBe('9,007,199,254,740,993.99');
});

test('digits follow the language', () => {
  expect(formatUsdt('1234.5', 'pt')).toBe('1.234,50');
  expect(formatUsdt('1234567.5', 'zh-cn')).toBe('1,234,567.50');
});

test('a percentage is written as its readers write it', () => {
  expect(formatPercent('7.5', 'en')).toBe('7.5%');
  expect(formatPercent('12.25', 'zh-cn')).toBe('12.25%');
  expect(formatPercent('7.5', 'pt')).toBe('7,5%');
  expect(formatPercent('7.5', 'ru')).toBe('7,5\u00a0%');
  expect(formatPercent('0', 'ru')).toBe('0\u00a0%');
});
