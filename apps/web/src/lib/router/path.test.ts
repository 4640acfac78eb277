import { expect, test } from 'vitest';
import { isHashChangeOnly, parsePath, pathOf, resolvePath } from './path.ts';

const here = { pathname: '/client/purchase-record', search: '?open=7', hash: '#top' };

test.each([
  ['/login?mode=register#form', '/login?mode=register#form'],
  ['?status=paid', '/client/purchase-record?status=paid'],
  ['?', '/client/purchase-record'],
  ['#terms', '/client/purchase-record#terms'],
  ['', '/client/purchase-record'],
  ['/a/../login', '/login'],
  ['/product/ä b', '/product/%C3%A4%20b'],
])('%j leads from here to %s', (to, address) => {
  expect(pathOf(resolvePath(to, here))).toBe(address);
});

test.each([
  ['//evil.example/pay', '/evil.example/pay'],
  ['/\\evil.example', '/evil.example'],
  ['\\\\evil.example', '/evil.example'],
  ['https://evil.example', '/https:/evil.example'],
  // The parser takes tabs, line breaks and dots out, which joins slashes.
  ['/./\t/evil.example/pay', '/evil.example/pay'],
  ['/\t/evil.example', '/evil.example'],
  ['/a/..//evil.example', '/evil.example'],
  ['/.//\r\n\\evil.example', '/evil.example'],
  ['/%2e/\t/evil.example', '/evil.example'],
  ['javascript:alert(1)', '/javascript:alert(1)'],
])('%j stays on this site', (to, address) => {
  expect(pathOf(resolvePath(to, here))).toBe(address);
});

test('of parts, those that are missing are empty, and the page stays', () => {
  expect(pathOf(resolvePath({ search: '', hash: '' }, here))).toBe('/client/purchase-record');
  expect(pathOf(resolvePath({ search: 'a=1', hash: 'ticket=x' }, here))).toBe(
    '/client/purchase-record?a=1#ticket=x',
  );
  expect(parsePath('/a?b#c?d')).toEqual({ pathname: '/a', search: '?b', hash: '#c?d' });
});

test('only a part of the same page is no navigation of its own', () => {
  expect(isHashChangeOnly(here, { ...here, hash: '#end' })).toBe(true);
  expect(isHashChangeOnly(here, { ...here, hash: '' })).toBe(false);
  expect(isHashChangeOnly(here, { ...here, search: '', hash: '#end' })).toBe(false);
});
