// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import type { UserDetails } from '@portside/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient, queryKey } from '../../lib/api/query.ts';
import { updateStored } from '../../lib/stored/stored-state.ts';
import { UserAgent, UserRole } from './user-access.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

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
