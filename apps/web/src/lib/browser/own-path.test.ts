import { expect, test } from 'vitest';
import { ownPath } from './own-path.ts';

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
