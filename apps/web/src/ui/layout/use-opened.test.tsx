// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { createSite, SiteRouter } from '../../lib/site-location.tsx';
import { useOpened, useOpenedRow } from './use-opened.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const page: { open?: (name: string | null) => void } = {};
function Page() {
  const [, open] = useOpened();
  useLayoutEffect(() => {
    page.open = open;
  });
  return null;
}

let root: Root;
afterEach(() => act(() => root.unmount()));

/** Opens the last of these addresses, with the others behind it. */
async function visit(Content: () => null, addresses: string[], stateThere: object | null = null) {
  history.replaceState(null, '', addresses[0]);
  for (const address of addresses.slice(1)) history.pushState({ usr: stateThere }, '', address);
  const site = createSite({ guard: () => undefined, load: async () => null });
  await site.open();
  root = createRoot(document.createElement('div'));
  await act(async () => root.render(<SiteRouter site={site}>{() => <Content />}</SiteRouter>));
  return {
    at: () => location.pathname + location.search,
    go: (to: string) => act(async () => site.navigate(to)),
    back: () => act(async () => stepBack()),
    state: () => site.shown().entry.state,
  };
}

async function stepBack() {
  const { promise, resolve } = Promise.withResolvers();
  addEventListener('popstate', resolve, { once: true });
  history.back();
  await promise;
}

const say = (name: string | null) => act(async () => page.open!(name));

test('going back closes what was opened, and the filter stays', async () => {
  const { at, back } = await visit(Page, ['/before', '/orders?status=paid']);
  await say('7');
  expect(at()).toBe('/orders?status=paid&open=7');
  await back();
  expect(at()).toBe('/orders?status=paid');
  await back();
  expect(at()).toBe('/before');
});

test('closing takes the step of the opening back: however often, one step leads away', async () => {
  const { at, back } = await visit(Page, ['/before', '/orders?status=paid']);
  for (const name of ['7', '8', '9']) {
    await say(name);
    await say(null);
    await say(null);
    expect(at()).toBe('/orders?status=paid');
  }
  await back();
  expect(at()).toBe('/before');
});

test('another in its place is no further step', async () => {
  const { at, back } = await visit(Page, ['/before', '/orders']);
  await say('7');
  await say('8');
  expect(at()).toBe('/orders?open=8');
  await back();
  expect(at()).toBe('/orders');
});

test('what was opened by an address is closed where it is', async () => {
  const { at, go, back } = await visit(Page, ['/before', '/orders?status=paid&open=7']);
  await say(null);
  expect(at()).toBe('/orders?status=paid');
  await go('/user?open=1');
  await say(null);
  expect(at()).toBe('/user');
  await back();
  expect(at()).toBe('/orders?status=paid');
});

test('what the page below keeps with its step is kept', async () => {
  const { state } = await visit(Page, ['/before', '/orders?cursor=2'], { trail: [null] });
  await say('7');
  expect(state()).toEqual({ trail: [null], isOpening: true });
});

type Row = { id: string; state: string };

const rowPage: { rows?: Row[]; opened?: ReturnType<typeof useOpenedRow<Row>> } = {};

function RowPage() {
  const opened = useOpenedRow(rowPage.rows, ({ id }) => id);
  useLayoutEffect(() => {
    rowPage.opened = opened;
  });
  return null;
}

const ann: Row = { id: '7', state: 'open' };

test('going back closes the row and stays on the page', async () => {
  rowPage.rows = [ann];
  const { at, back } = await visit(RowPage, ['/before', '/list?state=open']);
  await act(async () => rowPage.opened!.open(ann));
  expect([at(), rowPage.opened!.row]).toEqual(['/list?state=open&open=7', ann]);
  await back();
  expect([at(), rowPage.opened!.row]).toEqual(['/list?state=open', null]);
});

test('a row is shown as the list has it now, and as it was once it has left', async () => {
  rowPage.rows = [ann];
  await visit(RowPage, ['/list']);
  await act(async () => rowPage.opened!.open(ann));
  const settled = { id: '7', state: 'settled' };
  rowPage.rows = [settled];
  await act(async () => rowPage.opened!.open(ann));
  expect(rowPage.opened!.row).toEqual(settled);
  rowPage.rows = [];
  await act(async () => rowPage.opened!.open(ann));
  expect(rowPage.opened!.row).toEqual(ann);
});

test('a new one is open by its own name, and what was kept of it takes its place in one step', async () => {
  rowPage.rows = [];
  const { at, back } = await visit(RowPage, ['/before', '/list']);
  await act(async () => rowPage.opened!.openNew());
  expect([at(), rowPage.opened!.isNew, rowPage.opened!.row]).toEqual(['/list?open=new', true, null]);
  await act(async () => rowPage.opened!.open(ann));
  expect([at(), rowPage.opened!.isNew, rowPage.opened!.row]).toEqual(['/list?open=7', false, ann]);
  await back();
  expect(at()).toBe('/list');
});
