import { PAGE_PATHS } from '@portside/contract/wire/page-paths';
import { expect, test } from 'vitest';
import type { Route } from '../lib/router/match-routes.ts';
import { siteMap } from './router.tsx';

/** Every address at which the router has something of its own; layouts and `*` have none. */
function addressesOf(routes: readonly Route[], base = ''): string[] {
  return routes.flatMap((route) => {
    const address = [base, route.path].filter((part) => part && part !== '/').join('/');
    return [
      ...(route.path !== undefined && route.path !== '*' ? [address] : []),
      ...addressesOf(route.children ?? [], address),
    ];
  });
}

test('the server knows the address of every page, and no other', () => {
  const known = PAGE_PATHS.map((path) => path.replace(/^\//, ''));
  expect([...new Set(addressesOf(siteMap))].toSorted()).toEqual(known.toSorted());
  expect(new Set(PAGE_PATHS.map((path) => path.toLowerCase())).size).toBe(PAGE_PATHS.length);
});
