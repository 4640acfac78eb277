// @vitest-environment happy-dom
import { MantineProvider, TextInput } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { createQueryClient, query, queryKey } from '../../lib/api/query.ts';
import { updateStored, clearStored } from '../../lib/stored/stored-state.ts';
import { Navigation, FirstStep, useScrollToFault } from './layout.tsx';
import { useIdentity } from '../../features/sessions/use-session.ts';
import { setCallGuard } from '../../lib/api/call.ts';
import { skipForbiddenReads } from '../../lib/api/permissions.ts';
import { useForm } from '@mantine/form';
import { PasswordField } from '../../ui/fields/password-field.tsx';

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
          <Router hook={memoryLocation({ path: '/admin/user' }).hook}>
            <Navigation />
          </Router>
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

// @vitest-environment happy-dom

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
          <FirstStep>the page</FirstStep>
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
          <Shop />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await act(() => vi.waitFor(() => expect(asked).toHaveLength(2)));
  act(() => root.unmount());
  setCallGuard(undefined);
  clearStored();
});

// @vitest-environment happy-dom

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

function Page() {
  useScrollToFault();
  const form = useForm({
    initialValues: { username: 'Box', password: '' },
    validate: { password: (password) => (password === '' ? 'missing' : null) },
  });
  return (
    <form onSubmit={form.onSubmit(() => undefined)} noValidate>
      <TextInput {...form.getInputProps('username')} />
      <PasswordField {...form.getInputProps('password')} />
      <button type="submit">save</button>
    </form>
  );
}

test('a form that is not sent shows the first field at fault', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <MantineProvider>
        <Page />
      </MantineProvider>,
    ),
  );
  await act(async () => document.querySelector<HTMLElement>('[type=submit]')!.click());
  await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT'));
  expect((document.activeElement as HTMLInputElement).type).toBe('password');
  act(() => root.unmount());
});
