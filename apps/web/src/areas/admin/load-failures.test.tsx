// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { errors } from '@portside/contract/wire/errors';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { OrderTotals } from '../../features/orders/admin/all-orders.tsx';
import { UnsoldSheet } from '../../features/stock/unsold-sheet.tsx';
import { UserSessions } from '../../features/users/user-access.tsx';
import { createQueryClient } from '../../lib/api/query.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const goods = { id: '3', name: 'Mailboxes' } as never;

test.each<[string, ReactNode]>([
  ['the totals of orders', <OrderTotals key="1" filter={{}} />],
  ['the sessions of a user', <UserSessions key="2" id="7" name="ann" />],
  ['what is unsold', <UnsoldSheet key="3" goods={goods} onClose={() => undefined} />],
])('%s that could not be read say so, and can be asked for again', async (_, part) => {
  let asked = 0;
  const refusal = { code: errors.parameterError.code, message: 'no', data: null };
  vi.stubGlobal('fetch', () => {
    asked += 1;
    return Promise.resolve(Response.json(refusal, { status: 400 }));
  });
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  act(() =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={createQueryClient()}>{part}</QueryClientProvider>
      </MantineProvider>,
    ),
  );
  const again = await vi.waitFor(async () => {
    await act(async () => undefined);
    const button = [...document.querySelectorAll('button')].find(({ textContent: text }) =>
      text.includes('shell.retry'),
    );
    expect(button).toBeDefined();
    return button!;
  });
  const before = asked;
  await act(async () => again.click());
  expect(asked).toBeGreaterThan(before);
  act(() => root.unmount());
  document.body.replaceChildren();
});
