import { expect, test } from 'vitest';
import { formatUsdt, formatUsdtBalance } from './format-money.ts';

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
