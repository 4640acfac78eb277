// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { createMemoryHistory } from '../../lib/router/history.ts';
import { createNavigation } from '../../lib/router/navigation.ts';
import { parsePath } from '../../lib/router/path.ts';
import { SiteRouter } from '../../lib/router/site-router.tsx';
import { useOpened } from './use-opened.ts';

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

function visit(before: string, address: string, stateThere: object | null = null) {
  const routes = ['/before', '/orders', '/user'].map((path) => ({ path, Page }));
  const router = createNavigation({
    routes,
    history: createMemoryHistory([before, { ...parsePath(address), state: stateThere }]),
  });
  root = createRoot(document.createElement('div'));
  act(() => root.render(<SiteRouter navigation={router} />));
  const at = () => router.state().location.pathname + router.state().location.search;
  const go = (to: number | string) => act(async () => router.navigate(to));
  return { at, go, state: () => router.state().location.state };
}

const say = (name: string | null) => act(async () => page.open!(name));

test('going back closes what was opened, and the filter stays', async () => {
  const { at, go } = visit('/before', '/orders?status=paid');
  await say('7');
  expect(at()).toBe('/orders?status=paid&open=7');
  await go(-1);
  expect(at()).toBe('/orders?status=paid');
  await go(-1);
  expect(at()).toBe('/before');
});

test('closing takes the step of the opening back: however often, one step leads away', async () => {
  const { at, go } = visit('/before', '/orders?status=paid');
  for (const name of ['7', '8', '9']) {
    await say(name);
    await say(null);
    await say(null);
    expect(at()).toBe('/orders?status=paid');
  }
  await go(-1);
  expect(at()).toBe('/before');
});

test('another in its place is no further step', async () => {
  const { at, go } = visit('/before', '/orders');
  await say('7');
  await say('8');
  expect(at()).toBe('/orders?open=8');
  await go(-1);
  expect(at()).toBe('/orders');
});

test('what was opened by an address is closed where it is', async () => {
  const { at, go } = visit('/before', '/orders?status=paid&open=7');
  await say(null);
  expect(at()).toBe('/orders?status=paid');
  await go('/user?open=1');
  await say(null);
  expect(at()).toBe('/user');
  await go(-1);
  expect(at()).toBe('/orders?status=paid');
});

test('what the page below keeps with its step is kept', async () => {
  const { state } = visit('/before', '/orders?cursor=2', { trail: [null] });
  await say('7');
  expect(state()).toEqual({ trail: [null], isOpening: true });
});
