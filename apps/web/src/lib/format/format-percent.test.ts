import { expect, test } from 'vitest';
import { formatPercent } from './format-percent.ts';

test('a percentage is written as its readers write it', () => {
  expect(formatPercent('7.5', 'en')).toBe('7.5%');
  expect(formatPercent('12.25', 'zh-cn')).toBe('12.25%');
  expect(formatPercent('7.5', 'pt')).toBe('7,5%');
  expect(formatPercent('7.5', 'ru')).toBe('7,5\u00a0%');
  expect(formatPercent('0', 'ru')).toBe('0\u00a0%');
});
