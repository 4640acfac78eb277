// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import type { SiteConfig } from '@portside/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../lib/api/query.ts';
import { updateStored } from '../../../lib/stored/stored-state.ts';
import { DemoSignIns } from './login-form.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
afterEach(() => document.body.replaceChildren());

/** Shows the list in a shop that is a sandbox, or is none; answers the addresses that it asked. */
async function open(isSandbox: boolean): Promise<string[]> {
  const asked: string[] = [];
  const data = { sign_ins: [{ role: 'owner', username: 'owner-7', password: 'harbour-9' }], chains: [] };
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return Promise.resolve(Response.json({ code: 200, message: 'ok', data }));
  });
  updateStored({ webConfig: { sandbox: isSandbox } as SiteConfig });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={createQueryClient()}>
          <DemoSignIns onPick={() => undefined} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  return asked;
}

test('a sandbox offers its demo users', async () => {
  const asked = await open(true);
  await act(() => vi.waitFor(() => expect(document.body.textContent).toContain('owner-7')));
  expect(asked).toHaveLength(1);
});

test('a shop that is no sandbox does not ask for them', async () => {
  expect(await open(false)).toEqual([]);
  expect(document.body.textContent).not.toContain('owner-7');
});
