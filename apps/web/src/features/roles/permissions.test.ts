import { ACTIONS } from '@portside/contract';
import { expect, test } from 'vitest';
import { gapsOf, MENUS, presetOf, PRESETS } from './permissions.ts';

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

test('presets open the pages of their actions, and change nobody’s permissions, money or keys', () => {
  for (const preset of PRESETS) {
    const { menus, actions } = presetOf(preset);
    expect(gapsOf(menus, actions), preset).toEqual([]);
    expect(actions.length, preset).toBeGreaterThan(4);
    for (const none of [
      'role.write',
      'role.grant',
      'wallet.write',
      'balance.adjust',
      'apiKey.operate',
    ] as const)
      expect(actions, preset).not.toContain(none);
  }
  expect(presetOf('auditor').actions.every((action) => action.endsWith('.read'))).toBe(true);
});
