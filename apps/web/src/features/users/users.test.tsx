// @vitest-environment happy-dom
import type { UserDetails } from '@portside/contract';
import { act, type ReactNode } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient, pages, queryKey } from '../../lib/api/query.ts';
import { updateStored } from '../../lib/stored/stored-state.ts';
import { AllUsers } from './all-users.tsx';
import { EditUser } from './user-sheet.tsx';
import { UserAgent, UserRole } from './user-access.tsx';
import { UserOverview } from '../timelines/about-user.tsx';
import { Notes } from '../timelines/notes.tsx';
import { openPage } from '../../testing/open-page.tsx';

describe('all users', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));

  const user = {
    id: '7',
    username: 'ann',
    email: 'ann@example.test',
    language: 'en',
  } as unknown as UserDetails;

  /** What an operator sees whose role has these actions. */
  async function seen(
    actions: readonly string[] | undefined,
    part: ReactNode,
  ): Promise<{ text: string; fields: boolean[] }> {
    updateStored({ permissions: { menus: [], ...(actions && { actions }) } as never });
    const { page, show } = openPage();
    await show(part);
    const isOpen = (field: Element) => field.closest('fieldset[disabled]') === null;
    return {
      text: page.textContent ?? '',
      fields: [...page.querySelectorAll('input, select, button[type=submit]')].map(isOpen),
    };
  }

  test.each([
    [['user.read'], false, false],
    [['user.read', 'user.write'], true, false],
    [['user.read', 'user.export'], false, true],
    [undefined, true, true],
  ])('with %j a new user is offered: %s, the list as a file: %s', async (actions, isNew, isFile) => {
    const { text } = await seen(
      actions,
      <AllUsers renderPending={() => null} renderPrices={() => null} renderKeys={() => null} />,
    );
    expect([text.includes('users.add.title'), text.includes('table.export')]).toEqual([isNew, isFile]);
  });

  test('who may only read a user sees the fields, and cannot write them', async () => {
    const { text, fields } = await seen(['user.read'], <EditUser user={user} />);
    expect(text).toContain('frame.readOnly');
    expect(fields).toEqual([false, false, false, false]);
    expect((await seen(['user.write'], <EditUser user={user} />)).fields).toEqual([true, true, true, true]);
  });
});

test('saving sends what was changed here, and the rest as it is by now', async () => {
  const shown = { id: '7', username: 'ann', email: 'ann@example.test', language: 'en' };
  const moved = { ...shown, email: 'moved@example.test' };
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method === 'PUT') sent.push(JSON.parse(String(body)));
    return Response.json({ code: 200, message: 'ok', data: moved });
  });
  updateStored({ permissions: { menus: [], actions: ['user.read', 'user.write'] } });
  const { page, show } = openPage();
  await show(<EditUser user={shown as unknown as UserDetails} />);
  const language = page.querySelector('select')!;
  await act(async () => {
    language.value = 'ru';
    language.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await act(async () => page.querySelector('form')!.requestSubmit());
  await vi.waitFor(() =>
    expect(sent).toEqual([{ username: 'ann', email: 'moved@example.test', language: 'ru' }]),
  );
});

test('figures of a buyer lead to their lists by the whole address: names begin with one another', async () => {
  updateStored({ permissions: { menus: [], actions: ['user.read'] } });
  const money = { balance: '1', debt: '0', paid: '3', refunded: '0', deposited: '5' };
  const counts = { orders: 2, accounts: 3, claimed_accounts: 1, open_claims: 1, recharges: 1 };
  const overview = { id: '7', username: 'ann', email: 'ann+1@example.test', level: null, agent: null };
  const client = createQueryClient();
  client.setQueryData(queryKey('readUserOverview', { params: { id: '7' } }), {
    ...overview,
    ...money,
    ...counts,
    language: 'en',
    credited_recharges: 1,
    remedied_accounts: 0,
    last_order_at: null,
    created_at: '2026-01-01T00:00:00.000Z',
    latest_orders: [],
  });
  const { page, show } = openPage({ client });
  await show(<UserOverview userId="7" />);
  expect([...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/admin/order?buyer=ann%2B1%40example.test',
    '/admin/order?tab=claims&user_id=7',
    '/admin/order?tab=claims&state=open&user_id=7',
    '/admin/recharge?buyer=ann%2B1%40example.test',
    '/admin/recharge?tab=deposits&state=credited&with_dust=true&username=ann',
  ]);
});

test('a note that is not changed or deleted after all hands the focus on, and shows what was saved elsewhere meanwhile', async () => {
  const at = '2026-01-01T00:00:00.000Z';
  const note = (text: string) => {
    const written = { id: '1', text, written_by: 'ana', is_own: true, created_at: at, edited_at: null };
    return { pages: [{ items: [written], next_cursor: null, total: 1 }], pageParams: [undefined] };
  };
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const client = createQueryClient();
  const { queryKey: key } = pages('listNotes', { query: { about: 'user', id: '7' } });
  client.setQueryData(key, note('Pays late'));
  const { page, show } = openPage({ client });
  await show(<Notes about="user" id="7" />);
  const press = (words: string) =>
    act(async () =>
      [...page.querySelectorAll('button')].findLast((one) => one.textContent === words)!.click(),
    );
  const focused = () => document.activeElement as HTMLTextAreaElement;
  await press('notes.change');
  expect(focused().value).toBe('Pays late');
  act(() => void client.setQueryData(key, note('Pays on time')));
  await act(() => vi.waitFor(() => expect(focused().value).toBe('Pays on time'), 100_000));
  expect(page.textContent).not.toContain('notes.save');
  await press('translation:shell.cancel');
  expect(focused().textContent).toBe('notes.change');
  await press('notes.delete');
  await press('shell.cancel');
  expect(focused().textContent).toBe('notes.delete');
});

describe('what an admin may change of a user', () => {
  const user = { id: '7', username: 'ann', role: null, agent: null } as unknown as UserDetails;
  const roles = [
    { id: '1', name: 'Owner', can_grant: true },
    { id: '2', name: 'Clerk', can_grant: true },
  ];
  const agents = [{ id: '9', username: 'kai', platform_name: 'Quay' }];

  const sent: unknown[] = [];
  let page: HTMLElement;
  let show: (part: ReactNode) => Promise<void>;

  beforeEach(() => {
    sent.length = 0;
    updateStored({ permissions: { menus: [], actions: ['role.grant', 'agent.write'] } });
    vi.stubGlobal('fetch', (url: string, { method, body }: RequestInit) => {
      if (method === 'PUT') sent.push([url, JSON.parse(body as string)]);
      const data = url.startsWith('/api/agents') ? { items: agents, next_cursor: null, total: 1 } : user;
      return Promise.resolve(Response.json({ code: 200, message: 'ok', data }));
    });
    const client = createQueryClient();
    client.setQueryData(queryKey('listRoles', {}), { items: roles, next_cursor: null, total: null });
    ({ page, show } = openPage({ client }));
  });

  const press = (words: string) =>
    act(async () => [...page.querySelectorAll('button')].find((one) => one.textContent === words)!.click());
  const choose = (value: string) =>
    act(async () => {
      const select = page.querySelector('select')!;
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });

  test('a role that is chosen is not given before it is confirmed', async () => {
    await show(<UserRole user={user} />);
    await choose('1');
    expect(sent).toEqual([]);
    await press('shell.cancel');
    expect([page.querySelector('select')!.value, sent]).toEqual(['', []]);
    await choose('2');
    await press('users.give.role');
    await vi.waitFor(() => expect(sent).toEqual([['/api/users/7/role', { role_id: '2' }]]));
  });

  test('an agent who is chosen earns nothing before it is confirmed', async () => {
    await show(<UserAgent user={user} />);
    await act(async () => page.querySelector('input')!.click());
    const option = await vi.waitFor(() => {
      const found = document.querySelector<HTMLElement>('[role=option]');
      expect(found).not.toBeNull();
      return found!;
    });
    await act(async () => option.click());
    expect(sent).toEqual([]);
    await press('users.give.agent');
    await vi.waitFor(() => expect(sent).toEqual([['/api/users/7/agent', { agent_id: '9' }]]));
  });
});
