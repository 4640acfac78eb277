// @vitest-environment happy-dom
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { createMemoryHistory } from '../../lib/router/history.ts';
import { createNavigation } from '../../lib/router/navigation.ts';
import { SiteRouter } from '../../lib/router/site-router.tsx';
import { useTableAddress, type TableControls } from './table-address.ts';

type Controls = TableControls<'search' | 'status'>;

function Table({ onRender }: { readonly onRender: (controls: Controls) => void }) {
  const controls = useTableAddress(['search', 'status']);
  useEffect(() => onRender(controls));
  return null;
}

test('a filter that is set while the last navigation is under way keeps what that one changed', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  let table!: Controls;
  const Page = () => <Table onRender={(controls) => void (table = controls)} />;
  const router = createNavigation({ routes: [{ path: '/', Page }], history: createMemoryHistory(['/']) });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<SiteRouter navigation={router} />));
  await act(async () => {
    table.filter({ status: 'successful' });
    table.filter({ search: 'RECH' });
  });
  expect(router.state().location.search).toBe('?status=successful&search=RECH');
  await act(async () => router.navigate('/?status=failed'));
  await act(async () => table.filter({ search: 'RECH' }));
  expect(router.state().location.search).toBe('?status=failed&search=RECH');
  act(() => root.unmount());
});
