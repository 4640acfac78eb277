import { expect, test } from 'vitest';
import { openTab, tabPath, tabAfterClosing, withoutOthers } from './pages.ts';

const tabs = [
  { path: '/admin/dataBoard' },
  { path: '/admin/order?status=refunded' },
  { path: '/admin/user' },
];

test('a page opens at the end, and once', () => {
  expect(
    openTab(tabs, '/admin/role')
      .map((tab) => tab.path)
      .at(-1),
  ).toBe('/admin/role');
  expect(openTab(tabs, '/admin/order?status=completed')).toHaveLength(3);
});

test('a tab keeps the newest filter of its page', () => {
  expect(openTab(tabs, '/admin/order')[1]).toEqual({ path: '/admin/order' });
});

test('the menu leads to a page as it was left', () => {
  expect([tabPath(tabs, '/admin/order'), tabPath(tabs, '/admin/role')]).toEqual([
    '/admin/order?status=refunded',
    '/admin/role',
  ]);
});

test('of all tabs the open one is left, with its filter', () => {
  expect(withoutOthers(tabs, '/admin/order')).toEqual([{ path: '/admin/order?status=refunded' }]);
});

test.each([
  ['/admin/order?status=refunded', '/admin/order', '/admin/user'],
  ['/admin/user', '/admin/user', '/admin/order?status=refunded'],
  ['/admin/user', '/admin/order', undefined],
])('closing %s on %s goes to %s', (closing, current, next) => {
  expect(tabAfterClosing(tabs, closing, current)).toBe(next);
});
