// @vitest-environment happy-dom
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { createSite, SiteRouter } from '../../lib/site-location.tsx';
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
  history.replaceState(null, '', '/orders');
  const site = createSite({ guard: () => undefined, load: async () => null });
  await site.open();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <SiteRouter site={site}>{() => <Table onRender={(controls) => void (table = controls)} />}</SiteRouter>,
    ),
  );
  await act(async () => {
    table.filter({ status: 'successful' });
    table.filter({ search: 'RECH' });
  });
  expect(location.search).toBe('?status=successful&search=RECH');
  await act(async () => site.navigate('/orders?status=failed'));
  await act(async () => table.filter({ search: 'RECH' }));
  expect(location.search).toBe('?status=failed&search=RECH');
  act(() => root.unmount());
});
