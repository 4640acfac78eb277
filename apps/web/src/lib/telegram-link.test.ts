import { expect, test } from 'vitest';
import { telegramLink } from './telegram-link.ts';

test.each([
  ['@harbour', 'https://t.me/harbour'],
  [' harbour ', 'https://t.me/harbour'],
  ['https://t.me/harbour', 'https://t.me/harbour'],
  ['t.me/harbour', 'https://t.me/harbour'],
  ['../evil?x', 'https://t.me/..%2Fevil%3Fx'],
])('%s → %s', (name, link) => {
  expect(telegramLink(name)).toBe(link);
});
