// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../lib/api/query.ts';
import { createSite, SiteRouter } from '../lib/site-location.tsx';
import { startIn } from '../locales/language.ts';
import type { PageRow } from './site-map.tsx';
import { loadPage, loadRow, Site } from './site.tsx';

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

/** A site whose page at /docs/privacy crashes, or does not load, until it is mended. */
async function visit(fault: 'crash' | 'load') {
  let isBroken = true;
  const privacy: PageRow = {
    paths: ['/docs/privacy'],
    layout: 'docs',
    title: 'shell.privacy',
    texts: [],
    load: async () => {
      if (isBroken && fault === 'load') throw new TypeError('Failed to fetch');
      return { Page: Privacy };
    },
  };
  const Privacy = () => {
    if (isBroken) throw new Error('crashed');
    return 'the privacy';
  };
  const site = createSite({
    guard: () => undefined,
    load: (to) => (to.pathname === '/docs/privacy' ? loadRow(privacy, to.pathname, to) : loadPage(to)),
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
  return { go: (to: string) => act(async () => site.navigate(to)), mend: () => void (isBroken = false) };
}

const main = () => document.querySelector('main')!;

test('the title follows the page, and the focus moves to its main part', async () => {
  const { go, mend } = await visit('load');
  expect(document.title).toMatch(/^Terms/);
  mend();
  await go('/docs/privacy');
  expect([main().textContent, document.activeElement]).toEqual(['the privacy', main()]);
  expect(document.title).toMatch(/^Privacy/);
});

test.each(['crash', 'load'] as const)(
  'a page that fails (%s) keeps its layout, and loads anew when asked to, or back online',
  async (fault) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { go } = await visit(fault);
    const nav = document.querySelector('nav');
    await go('/docs/privacy');
    expect([document.querySelector('nav'), location.pathname]).toEqual([nav, '/docs/privacy']);
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
    await act(async () => main().querySelector('button')!.click());
    expect(reload).toHaveBeenCalledTimes(1);
    dispatchEvent(new Event('online'));
    expect(reload).toHaveBeenCalledTimes(2);
  },
);
