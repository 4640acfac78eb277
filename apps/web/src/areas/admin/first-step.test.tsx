// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { useIdentity } from '../../features/sessions/use-identity.ts';
import { createQueryClient, query, queryKey } from '../../lib/api/query.ts';
import { setCallGuard } from '../../lib/api/call.ts';
import { skipForbiddenReads } from '../../lib/api/skip-forbidden-reads.ts';
import { MemoryRouter } from '../../lib/router/testing/memory-router.tsx';
import { clearStored, updateStored } from '../../lib/stored/stored-state.ts';
import { FirstStep } from './first-step.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('fetch', () => new Promise(() => undefined));

test.each([
  ['nothing is known yet', undefined, false],
  ['the second factor is missing', { to_do: 'two_factor' }, false],
  ['nothing is to do', { to_do: null }, true],
])('while %s (%j) the page behind is there: %s', async (_, identity, isThere) => {
  const client = createQueryClient();
  if (identity) client.setQueryData(queryKey('readIdentity'), identity);
  const page = document.createElement('div');
  const root = createRoot(page);
  await act(async () =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={client}>
          <MemoryRouter>
            <FirstStep>the page</FirstStep>
          </MemoryRouter>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  expect(page.textContent?.includes('the page')).toBe(isThere);
  act(() => root.unmount());
});

test('a page behind asks by the permissions that came with the identity, not by those stored before', async () => {
  updateStored({ token: 'a token' });
  skipForbiddenReads();
  const permissions = { menus: [{ path: '/admin/mails' }], actions: ['statistics.read'] };
  const data = { user: { username: 'owner', balance: '0' }, permissions, to_do: null };
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url, 'http://shop.test').pathname);
    return Response.json({ code: 200, message: 'ok', data });
  });
  const Behind = () => {
    useQuery(query('readMailHealth'));
    return 'the page';
  };
  const Shop = () => {
    useIdentity();
    return (
      <FirstStep>
        <Behind />
      </FirstStep>
    );
  };
  const root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={createQueryClient()}>
          <MemoryRouter>
            <Shop />
          </MemoryRouter>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await act(() => vi.waitFor(() => expect(asked).toHaveLength(2)));
  act(() => root.unmount());
  setCallGuard(undefined);
  clearStored();
});
