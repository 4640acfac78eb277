// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import type { UserDetails } from '@portside/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient, queryKey } from '../../lib/api/query.ts';
import { updateStored } from '../../lib/stored/stored-state.ts';
import { AllUsers } from './all-users.tsx';
import { EditUser } from './user-sheet.tsx';
import { UserAgent, UserRole } from './user-access.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

describe('all users', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));

  const user = {
    id: '7',
    username: 'ann',
    email: 'ann@example.test',
    language: 'en',
  } as unknown as UserDetails;

  /** What an operator sees whose role has these actions. */
  function show(
    actions: readonly string[] | undefined,
    part: ReactNode,
  ): { text: string; fields: boolean[] } {
    updateStored({ permissions: { menus: [], ...(actions && { actions }) } as never });
    const page = document.body.appendChild(document.createElement('div'));
    const root = createRoot(page);
    act(() =>
      root.render(
        <MantineProvider>
          <QueryClientProvider client={createQueryClient()}>{part}</QueryClientProvider>
        </MantineProvider>,
      ),
    );
    const isOpen = (field: Element) => field.closest('fieldset[disabled]') === null;
    const seen = {
      text: page.textContent ?? '',
      fields: [...page.querySelectorAll('input, select, button[type=submit]')].map(isOpen),
    };
    act(() => root.unmount());
    page.remove();
    return seen;
  }

  test.each([
    [['user.read'], false, false],
    [['user.read', 'user.write'], true, false],
    [['user.read', 'user.export'], false, true],
    [undefined, true, true],
  ])('with %j a new user is offered: %s, the list as a file: %s', (actions, isNew, isFile) => {
    const { text } = show(
      actions,
      <AllUsers renderPending={() => null} renderPrices={() => null} renderKeys={() => null} />,
    );
    expect([text.includes('users.add.title'), text.includes('table.export')]).toEqual([isNew, isFile]);
  });

  test('who may only read a user sees the fields, and cannot write them', () => {
    const { text, fields } = show(['user.read'], <EditUser user={user} />);
    expect(text).toContain('frame.readOnly');
    expect(fields).toEqual([false, false, false, false]);
    expect(show(['user.write'], <EditUser user={user} />).fields).toEqual([true, true, true, true]);
  });
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
  let root: Root;

  beforeEach(() => {
    sent.length = 0;
    updateStored({ permissions: { menus: [], actions: ['role.grant', 'agent.write'] } });
    vi.stubGlobal('fetch', (url: string, { method, body }: RequestInit) => {
      if (method === 'PUT') sent.push([url, JSON.parse(body as string)]);
      const data = url.startsWith('/api/agents') ? { items: agents, next_cursor: null, total: 1 } : user;
      return Promise.resolve(Response.json({ code: 200, message: 'ok', data }));
    });
    page = document.body.appendChild(document.createElement('div'));
    root = createRoot(page);
  });

  afterEach(() => {
    act(() => root.unmount());
    document.body.replaceChildren();
  });

  const show = (part: ReactNode) =>
    act(async () => {
      const client = createQueryClient();
      client.setQueryData(queryKey('listRoles', {}), { items: roles, next_cursor: null, total: null });
      root.render(
        <MantineProvider env="test">
          <QueryClientProvider client={client}>{part}</QueryClientProvider>
        </MantineProvider>,
      );
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
