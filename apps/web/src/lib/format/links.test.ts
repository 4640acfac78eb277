import { expect, test } from 'vitest';
import { telegramLink, ownPath } from './links.ts';

test.each([
  ['@harbour', 'https://t.me/harbour'],
  [' harbour ', 'https://t.me/harbour'],
  ['https://t.me/harbour', 'https://t.me/harbour'],
  ['t.me/harbour', 'https://t.me/harbour'],
  ['../evil?x', 'https://t.me/..%2Fevil%3Fx'],
])('%s → %s', (name, link) => {
  expect(telegramLink(name)).toBe(link);
});

test.each(['/', '/mobile/index', '/client/purchase-record?order_no=A1#top', '/a//b'])(
  '%s is ours',
  (path) => {
    expect(ownPath(path)).toBe(path);
  },
);

test.each([
  null,
  undefined,
  '',
  'client/main',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/..//evil.example',
  'https://evil.example',
  'javascript:alert(1)',
])('%s is refused', (path) => {
  expect(ownPath(path)).toBeUndefined();
});
