// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { createQueryClient, queryKey } from '../../lib/api/query.ts';
import { updateStored } from '../../lib/stored/stored-state.ts';
import { RoleList } from './role-list.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

test.each([
  [['role.read', 'role.write'], true],
  [['role.read'], false],
])('with %j a new role is offered: %s', (actions, isOffered) => {
  updateStored({ permissions: { menus: [], actions } });
  const client = createQueryClient();
  const roles = { items: [], next_cursor: null, total: 0, own: { menus: [], actions } };
  client.setQueryData(queryKey('listRoles'), roles);
  const page = document.createElement('div');
  const root = createRoot(page);
  act(() =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={client}>
          <RoleList />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  expect(page.textContent?.includes('roles.add')).toBe(isOffered);
  act(() => root.unmount());
});
