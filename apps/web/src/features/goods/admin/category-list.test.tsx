// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { errors } from '@portside/contract/wire/errors';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../lib/api/query.ts';
import { connectToasts } from '../../../ui/messages/toasts.tsx';
import { CategoryList } from './category-list.tsx';
import { useUndoGoods } from './use-goods-changed.ts';

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

test.each([
  [2, 0, 'bulk.undo.done'],
  [1, 1, 'bulk.undo.done prices.proposed'],
  [0, 1, 'prices.proposed'],
  [0, 0, 'bulk.undo.nothing'],
])('an undo of %i products and %i proposals says so', async (changed, proposed, said) => {
  const data = { changed, proposed, created: 0, audit_id: null };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: 200, message: 'ok', data })));
  const toasts: string[] = [];
  connectToasts(({ message }) => void toasts.push(message));
  const page = document.createElement('div');
  const root = createRoot(page);
  function Undo() {
    const { undo } = useUndoGoods();
    return (
      <button type="button" onClick={() => void undo('7')}>
        Undo
      </button>
    );
  }
  act(() =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={createQueryClient()}>
          <Undo />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  act(() => page.querySelector('button')!.click());
  await act(() => vi.waitFor(() => expect(toasts).toEqual([said])));
  act(() => root.unmount());
});
