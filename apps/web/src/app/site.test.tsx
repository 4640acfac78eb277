// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../lib/api/query.ts';
import { createSite, SiteRouter } from '../lib/site-location.tsx';
import { startIn } from '../locales/language.ts';
import { loadPage, Site } from './site.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('fetch', () => new Promise(() => undefined));
vi.stubGlobal('scrollTo', () => undefined);

let root: Root;
beforeAll(() => startIn('en'));
beforeEach(() => {
  history.replaceState(null, '', '/docs/terms');
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

test.each([
  ['/client/main', '/client/main'],
  ['/CLIENT/Main//', '/client/main'],
  ['/client/other', '*'],
  ['/client/main/more', '*'],
  ['/client//main', '*'],
  ['/product', '*'],
  ['/product/', '*'],
  ['/Product/7-mail', '/product/:product'],
  ['/admin/nowhere/at/all', '/admin/*'],
  ['/nowhere', '*'],
  ['/%E0%A4%A', '*'],
])('%s is the page of %s', async (address, path) => {
  expect((await loadPage({ pathname: address, search: '', hash: '' })).path).toBe(path);
});

/** A site of which the page at /docs/privacy lacks its code until it is there. */
async function visit(isThere: () => boolean) {
  const site = createSite({
    guard: () => undefined,
    load: async (to) => {
      const page = await loadPage(to);
      if (to.pathname === '/docs/terms') return { ...page, Page: () => 'the terms' };
      const Page = () => {
        if (!isThere()) throw new Error('crashed');
        return 'the privacy';
      };
      return { ...page, Page };
    },
  });
  await site.open();
  await act(async () =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={createQueryClient()}>
          <SiteRouter site={site}>{(page) => <Site page={page} />}</SiteRouter>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  return site;
}

const main = () => document.querySelector('main')?.textContent;

test('the title follows the page, and the focus moves to its main part', async () => {
  const site = await visit(() => true);
  expect(document.title).toMatch(/^Terms/);
  await act(async () => site.navigate('/docs/privacy'));
  expect([main(), document.activeElement?.tagName]).toEqual(['the privacy', 'MAIN']);
  expect(document.title).toMatch(/^Privacy/);
});

test('a page that crashes keeps its layout, and can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let isThere = false;
  const site = await visit(() => isThere);
  const nav = document.querySelector('nav');
  await act(async () => site.navigate('/docs/privacy'));
  expect(document.querySelector('nav')).toBe(nav);
  isThere = true;
  await act(async () => document.querySelector<HTMLElement>('main button')!.click());
  expect(main()).toBe('the privacy');
});
