import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { createQueryClient, queryKey } from '../../lib/api/query.ts';
import { RoleList } from './role-list.tsx';

test.each([
  [['role.read', 'role.write'], true],
  [['role.read'], false],
])('with %j a new role is offered: %s', (actions, isOffered) => {
  const client = createQueryClient();
  const roles = { items: [], next_cursor: null, total: 0, own: { menus: [], actions } };
  client.setQueryData(queryKey('listRoles'), roles);
  const html = renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <RoleList />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(html.includes('roles.add')).toBe(isOffered);
});
