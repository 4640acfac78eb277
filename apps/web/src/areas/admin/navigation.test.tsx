// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '../../lib/api/query.ts';
import { MemoryRouter } from '../../lib/router/testing/memory-router.tsx';
import { updateStored } from '../../lib/stored/stored-state.ts';
import { Navigation } from './navigation.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

test('the menu returns to a page at the filter it was left with', () => {
  const paths = ['/admin/order', '/admin/user'];
  updateStored({
    permissions: { menus: paths.map((path) => ({ path })), actions: [] },
    tagsView: [{ path: '/admin/order?status=refunded' }],
  });
  const page = document.createElement('div');
  const root = createRoot(page);
  act(() =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={createQueryClient()}>
          <MemoryRouter at="/admin/user">
            <Navigation />
          </MemoryRouter>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  expect([...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/admin/order?status=refunded',
    '/admin/user',
  ]);
  act(() => root.unmount());
  updateStored({ tagsView: [] });
});
