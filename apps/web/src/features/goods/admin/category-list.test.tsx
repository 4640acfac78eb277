// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { errors } from '@portside/contract/wire/errors';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../lib/api/query.ts';
import { CategoryList } from './category-list.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

test('categories that the role may not see are no failure to try again', async () => {
  const refusal = { code: errors.noPermission.code, message: 'no', data: null };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(refusal, { status: 403 })));
  const page = document.createElement('div');
  const root = createRoot(page);
  act(() =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={createQueryClient()}>
          <CategoryList />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await act(() => vi.waitFor(() => expect(page.querySelector('table')).toBeNull()));
  expect(page.textContent).toContain('frame.notAllowed');
  expect(page.textContent).not.toContain('shell.retry');
  act(() => root.unmount());
});
