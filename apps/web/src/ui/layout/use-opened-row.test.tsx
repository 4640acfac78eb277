// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { createMemoryHistory } from '../../lib/router/history.ts';
import { createNavigation } from '../../lib/router/navigation.ts';
import { SiteRouter } from '../../lib/router/site-router.tsx';
import { useOpenedRow } from './use-opened-row.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

type Row = { id: string; state: string };
const page: { rows?: Row[]; opened?: ReturnType<typeof useOpenedRow<Row>> } = {};
function Page() {
  const opened = useOpenedRow(page.rows, ({ id }) => id);
  useLayoutEffect(() => {
    page.opened = opened;
  });
  return null;
}

let root: Root;
afterEach(() => act(() => root.unmount()));

function visit(...addresses: string[]) {
  const routes = [{ path: '/before' }, { path: '/list', Page }];
  const router = createNavigation({ routes, history: createMemoryHistory(addresses) });
  root = createRoot(document.createElement('div'));
  act(() => root.render(<SiteRouter navigation={router} />));
  return {
    at: () => router.state().location.pathname + router.state().location.search,
    back: () => act(async () => router.navigate(-1)),
  };
}

const ann: Row = { id: '7', state: 'open' };

test('going back closes the row and stays on the page', async () => {
  page.rows = [ann];
  const { at, back } = visit('/before', '/list?state=open');
  await act(async () => page.opened!.open(ann));
  expect([at(), page.opened!.row]).toEqual(['/list?state=open&open=7', ann]);
  await back();
  expect([at(), page.opened!.row]).toEqual(['/list?state=open', null]);
});

test('a row is shown as the list has it now, and as it was once it has left', async () => {
  page.rows = [ann];
  visit('/list');
  await act(async () => page.opened!.open(ann));
  const settled = { id: '7', state: 'settled' };
  page.rows = [settled];
  await act(async () => page.opened!.open(ann));
  expect(page.opened!.row).toEqual(settled);
  page.rows = [];
  await act(async () => page.opened!.open(ann));
  expect(page.opened!.row).toEqual(ann);
});

test('a new one is open by its own name, and what was kept of it takes its place in one step', async () => {
  page.rows = [];
  const { at, back } = visit('/before', '/list');
  await act(async () => page.opened!.openNew());
  expect([at(), page.opened!.isNew, page.opened!.row]).toEqual(['/list?open=new', true, null]);
  await act(async () => page.opened!.open(ann));
  expect([at(), page.opened!.isNew, page.opened!.row]).toEqual(['/list?open=7', false, ann]);
  await back();
  expect(at()).toBe('/list');
});
