// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import type { UserDetails } from '@portside/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '../../lib/api/query.ts';
import { updateStored } from '../../lib/stored/stored-state.ts';
import { AllUsers } from './all-users.tsx';
import { EditUser } from './user-sheet.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('fetch', () => new Promise(() => undefined));

const user = {
  id: '7',
  username: 'ann',
  email: 'ann@example.test',
  language: 'en',
} as unknown as UserDetails;

/** What an operator sees whose role has these actions. */
function show(actions: readonly string[] | undefined, part: ReactNode): { text: string; fields: boolean[] } {
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
  const { text } = show(actions, <AllUsers renderPending={() => null} />);
  expect([text.includes('users.add.title'), text.includes('table.export')]).toEqual([isNew, isFile]);
});

test('who may only read a user sees the fields, and cannot write them', () => {
  const { text, fields } = show(['user.read'], <EditUser user={user} />);
  expect(text).toContain('frame.readOnly');
  expect(fields).toEqual([false, false, false, false]);
  expect(show(['user.write'], <EditUser user={user} />).fields).toEqual([true, true, true, true]);
});
