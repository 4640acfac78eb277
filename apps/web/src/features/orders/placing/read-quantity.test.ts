import { expect, test } from 'vitest';
import { readQuantity } from './read-quantity.ts';

test.each([
  ['1', 'en', 1],
  [' 25 ', 'en', 25],
  ['1,000', 'en', 1_000],
  ['10,000', 'zh-cn', 10_000],
  ['1.000', 'pt', 1_000],
  ['1 000', 'ru', 1_000],
  ['1\u00A0000', 'ru', 1_000],
  ['1 000', 'en', 1_000],
])('%j in %s is %d', (text, language, quantity) => {
  expect(readQuantity(text, language)).toBe(quantity);
});

test.each([
  ['', 'en'],
  ['-5', 'en'],
  ['1.5', 'en'],
  ['1,5', 'pt'],
  ['1.000', 'en'],
  ['1,000', 'ru'],
  ['1e2', 'en'],
  ['10,00', 'en'],
  [',100', 'en'],
  ['0x10', 'en'],
])('%j in %s is no quantity', (text, language) => {
  expect(readQuantity(text, language)).toBeNaN();
});
