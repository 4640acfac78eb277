// @vitest-environment happy-dom
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { Link, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { createQueryClient, query, queryKey } from '../../lib/api/query.ts';
import { updateStored, clearStored } from '../../lib/stored/stored-state.ts';
import { connectToasts } from '../../ui/messages/toasts.tsx';
import { Navigation, FirstStep, useScrollToFault, WithinRole } from './layout.tsx';
import { PageTabs } from './page-tabs.tsx';
import { useIdentity } from '../../features/sessions/use-session.ts';
import { setCallGuard } from '../../lib/api/call.ts';
import { skipForbiddenReads } from '../../lib/api/permissions.ts';
import { useForm } from '@mantine/form';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { openPage } from '../../testing/open-page.tsx';

test('the menu returns to a page at the filter it was left with', async () => {
  const paths = ['/admin/order', '/admin/user'];
  updateStored({
    permissions: { menus: paths.map((path) => ({ path })), actions: [] },
    tagsView: [{ path: '/admin/order?status=refunded' }],
  });
  const { page, show } = openPage();
  await show(
    <Router hook={memoryLocation({ path: '/admin/user' }).hook}>
      <Navigation />
    </Router>,
  );
  expect([...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/admin/order?status=refunded',
    '/admin/user',
  ]);
  updateStored({ tagsView: [] });
});

test('tabs that the role cannot read are left out, but for one that a link leads to', async () => {
  updateStored({ permissions: { menus: [{ path: '/admin/goods' }], actions: ['stock.read'] } });
  const Panel = () => null;
  const tabs = ['goods', 'stock', 'reorder', 'reports'].map((name) => ({ name, title: name, Panel }));
  for (const [search, shown] of [
    ['', ['goods', 'stock']],
    ['tab=reports', ['goods', 'stock', 'reports']],
  ] as const) {
    const { hook, searchHook } = memoryLocation({ path: '/admin/goods', searchPath: search });
    const { page, show } = openPage();
    await show(
      <Router hook={hook} searchHook={searchHook}>
        <PageTabs label="goods" tabs={tabs} />
      </Router>,
    );
    expect([...page.querySelectorAll('[role=tab]')].map((tab) => tab.textContent)).toEqual(shown);
  }
});

test('a link to a page that the role does not open says so and leads nowhere', async () => {
  updateStored({
    permissions: { menus: [{ path: '/admin/dataBoard' }, { path: '/admin/user' }], actions: [] },
  });
  const said: string[] = [];
  connectToasts(({ message }) => said.push(message));
  const { hook, history } = memoryLocation({ path: '/admin/dataBoard', record: true });
  const { page, show } = openPage();
  await show(
    <Router hook={hook}>
      <WithinRole>
        <Link to="/admin/order?delivery=failed">refused</Link>
        <Link to="/admin/user?level_id=1">allowed</Link>
        <Link to="/client/main">shop</Link>
      </WithinRole>
    </Router>,
  );
  const links = page.querySelectorAll('a');
  act(() => links[0]!.click());
  expect([history, said]).toEqual([['/admin/dataBoard'], ['frame.notAllowed']]);
  act(() => links[1]!.click());
  act(() => links[2]!.click());
  expect(history).toEqual(['/admin/dataBoard', '/admin/user?level_id=1', '/client/main']);
  expect(said).toHaveLength(1);
});

vi.stubGlobal('fetch', () => new Promise(() => undefined));

test.each([
  ['nothing is known yet', undefined, false],
  ['the second factor is missing', { to_do: 'two_factor' }, false],
  ['nothing is to do', { to_do: null }, true],
])('while %s (%j) the page behind is there: %s', async (_, identity, isThere) => {
  const client = createQueryClient();
  if (identity) client.setQueryData(queryKey('readIdentity'), identity);
  const { page, show } = openPage({ client });
  await show(<FirstStep>the page</FirstStep>);
  expect(page.textContent?.includes('the page')).toBe(isThere);
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
  const { show, close } = openPage();
  await show(<Shop />);
  await act(() => vi.waitFor(() => expect(asked).toHaveLength(2)));
  close();
  setCallGuard(undefined);
  clearStored();
});

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
  await openPage().show(<Page />);
  await act(async () => document.querySelector<HTMLElement>('[type=submit]')!.click());
  await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT'));
  expect((document.activeElement as HTMLInputElement).type).toBe('password');
});
