// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storedState, updateStored } from '../../lib/stored/stored-state.ts';
import { createSite, SiteRouter } from '../../lib/site-location.tsx';
import { OpenPages } from './open-pages.tsx';
import { ADMIN_PAGES } from './pages.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const seen: (string | null)[] = [];
let root: Root;
beforeEach(() => {
  seen.length = 0;
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    seen.push(this.textContent);
  });
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

/** All pages are open; this one is current. */
async function visit(address: string) {
  const menus = ADMIN_PAGES.map(({ path }) => ({ path }));
  updateStored({ permissions: { menus, actions: [] }, tagsView: menus });
  history.replaceState(null, '', address);
  const site = createSite({ guard: () => undefined, load: async () => null });
  await site.open();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <MantineProvider>
        <SiteRouter site={site}>{() => <OpenPages />}</SiteRouter>
      </MantineProvider>,
    ),
  );
  const press = (name: string) => {
    const button = [...document.querySelectorAll('button')].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
    );
    return act(async () => button!.click());
  };
  return { at: () => location.pathname + location.search, press };
}

const open = () => storedState().tagsView.map(({ path }) => path);

test('the tab of the page in front is brought in sight', async () => {
  await visit('/admin/audit');
  expect(seen.at(-1)).toBe('frame.pages.audit');
});

test('closing the others leaves this one, with its filter', async () => {
  const { at, press } = await visit('/admin/order?status=refunded');
  await press('frame.allTabs');
  await press('frame.closeOthers');
  expect([at(), open()]).toEqual(['/admin/order?status=refunded', ['/admin/order?status=refunded']]);
});

test('closing all leaves the first page of the menu', async () => {
  const { at, press } = await visit('/admin/order?status=refunded');
  await press('frame.allTabs');
  await press('frame.closeAll');
  expect([at(), open()]).toEqual(['/admin/dataBoard', ['/admin/dataBoard']]);
});

test('closing all on the first page leaves it open, without its filter', async () => {
  const { at, press } = await visit('/admin/dataBoard?days=90');
  await press('frame.allTabs');
  await press('frame.closeAll');
  expect([at(), open()]).toEqual(['/admin/dataBoard', ['/admin/dataBoard']]);
});
