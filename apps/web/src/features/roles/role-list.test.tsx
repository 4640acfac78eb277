// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { createQueryClient, queryKey } from '../../lib/api/query.ts';
import { updateStored } from '../../lib/stored/stored-state.ts';
import { RoleList } from './role-list.tsx';
import { openPage } from '../../testing/open-page.tsx';

test.each([
  [['role.read', 'role.write'], true],
  [['role.read'], false],
])('with %j a new role is offered: %s', async (actions, isOffered) => {
  updateStored({ permissions: { menus: [], actions } });
  const client = createQueryClient();
  const roles = { items: [], next_cursor: null, total: 0, own: { menus: [], actions } };
  client.setQueryData(queryKey('listRoles'), roles);
  const { page, show } = openPage({ client });
  await show(<RoleList />);
  expect(page.textContent?.includes('roles.add')).toBe(isOffered);
});
