// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { useTableAddress, type TableControls } from './use-table-address.ts';

let table: TableControls<'search' | 'status'>;

function Table() {
  table = useTableAddress(['search', 'status']);
  return null;
}

test('a filter that is set while the last navigation is under way keeps what that one changed', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const router = createMemoryRouter([{ path: '/', Component: Table }]);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<RouterProvider router={router} />));
  await act(async () => {
    table.filter({ status: 'successful' });
    table.filter({ search: 'RECH' });
  });
  expect(router.state.location.search).toBe('?status=successful&search=RECH');
  await act(async () => router.navigate('/?status=failed'));
  await act(async () => table.filter({ search: 'RECH' }));
  expect(router.state.location.search).toBe('?status=failed&search=RECH');
  act(() => root.unmount());
});
