import { PAGE_PATHS } from '@portside/contract/wire/page-paths';
import { expect, test } from 'vitest';
import { SITE_MAP } from './site-map.tsx';

test('the server knows the address of every page, and no other', () => {
  const addresses = SITE_MAP.flatMap(({ paths }) => paths).filter((path) => !path.includes('*'));
  expect(addresses.toSorted()).toEqual(PAGE_PATHS.toSorted());
  expect(new Set(PAGE_PATHS.map((path) => path.toLowerCase())).size).toBe(PAGE_PATHS.length);
});
