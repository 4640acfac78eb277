// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { createQueryClient, queryKey } from '../../lib/api/query.ts';
import { MemoryRouter } from '../../lib/router/testing/memory-router.tsx';
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
