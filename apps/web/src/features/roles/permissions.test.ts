import { ACTIONS } from '@portside/contract';
import { expect, test } from 'vitest';
import { gapsOf, MENUS } from './permissions.ts';

test('a page needs an action, an action needs its page', () => {
  expect(gapsOf([], [])).toEqual([]);
  expect(gapsOf(['/admin/sales'], ['sales.read'])).toEqual([]);
  expect(gapsOf(['/admin/sales'], [])).toEqual([{ menu: '/admin/sales', unreachable: [] }]);
  expect(gapsOf([], ['stock.read', 'stock.import'])).toEqual([
    { menu: '/admin/goods', unreachable: ['stock.read', 'stock.import'] },
  ]);
});

test('every action is taken on some page', () => {
  expect(
    gapsOf([], ACTIONS)
      .flatMap(({ unreachable }) => unreachable)
      .toSorted(),
  ).toEqual(ACTIONS.toSorted());
  expect(gapsOf(MENUS, ACTIONS)).toEqual([]);
});
