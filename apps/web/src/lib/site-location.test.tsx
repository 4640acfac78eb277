// @vitest-environment happy-dom
import { act, lazy, Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Link, Route, useRoute, useSearch } from 'wouter';
import { NavLink } from '../ui/layout/nav-link.tsx';
import { onLeaving, useUnsaved } from './browser/unsaved.ts';
import {
  addressOf,
  createSite,
  SiteRouter,
  useEntry,
  useIsLoading,
  useNavigate,
  useSearchParams,
  type Address,
} from './site-location.tsx';

/** Pages whose code arrives when the test says so. */
const slow = new Map<string, PromiseWithResolvers<void>>();
const asked: string[] = [];
const guarded: string[] = [];
const signIn = ({ pathname }: Address) => {
  guarded.push(pathname);
  return pathname === '/private' ? '/login?redirect=/private' : undefined;
};
const load = async ({ pathname }: Address) => {
  asked.push(pathname);
  await slow.get(pathname)?.promise;
  return pathname;
};

let root: Root;
const scrolledTo = vi.fn();
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('scrollTo', scrolledTo);
  for (const list of [asked, guarded]) list.length = 0;
  slow.clear();
  scrolledTo.mockClear();
  sessionStorage.clear();
  history.pushState(null, '', '/before');
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

let isTyped = false;
let setters: ReturnType<typeof useSearchParams>[1][] = [];
function Page({ name }: { name: string }) {
  const [search, setSearch] = useSearchParams();
  setters.push(setSearch);
  const navigate = useNavigate();
  const { state } = useEntry();
  useUnsaved(() => isTyped);
  return (
    <main data-query={useSearch()}>
      {`${name} ${search}`}
      {state !== null && ` kept ${JSON.stringify(state)}`}
      <i id="part" />
      <button onClick={() => void navigate('/list', { state: { trail: [1] } })}>Keep</button>
    </main>
  );
}

function Frame({ page }: { page: string }) {
  const isLoading = useIsLoading();
  const [isProduct] = useRoute('/product/:product');
  return (
    <>
      <nav data-loading={isLoading || undefined} data-product={isProduct || undefined}>
        <NavLink to="/list?page=2" className="entry">
          List
        </NavLink>
        <NavLink to="/lis">Other</NavLink>
        <Link to="#part">Part</Link>
      </nav>
      <Page name={page} />
    </>
  );
}

/** Opens the last of these addresses, with the others behind it. */
async function visit(...addresses: string[]) {
  history.replaceState(null, '', addresses[0]);
  for (const address of addresses.slice(1)) history.pushState(null, '', address);
  const site = createSite({ guard: signIn, load });
  await site.open();
  setters = [];
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<SiteRouter site={site}>{(page) => <Frame page={page} />}</SiteRouter>));
  return {
    site,
    go: (to: string, options?: Parameters<typeof site.navigate>[1]) =>
      act(async () => site.navigate(to, options)),
    back: () =>
      act(async () => {
        const { promise, resolve } = Promise.withResolvers();
        addEventListener('popstate', resolve, { once: true });
        history.back();
        await promise;
      }),
  };
}

const shown = () => document.querySelector('main')!.textContent.replace('Keep', '');
const isLoading = () => document.querySelector('nav')!.dataset['loading'] !== undefined;
const at = () => location.pathname + location.search + location.hash;

function holdBack(path: string) {
  const held = Promise.withResolvers<void>();
  slow.set(path, held);
  return () => act(async () => held.resolve());
}

const press = (words: string, how: MouseEventInit = {}) => {
  const found = [...document.querySelectorAll('a, button')].find(({ textContent }) => textContent === words)!;
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, button: 0, ...how });
  // What the browser would do with a click that is its own is not what is tried here.
  addEventListener('click', (last) => last.preventDefault(), { once: true });
  return act(async () => void found.dispatchEvent(event));
};

test.each([
  ['/login?mode=register#form', '/login?mode=register#form'],
  ['/a/../login', '/login'],
  ['/product/ä b', '/product/%C3%A4%20b'],
  ['//evil.example/pay', '/evil.example/pay'],
  ['/\\evil.example', '/evil.example'],
  ['\\\\evil.example', '/evil.example'],
  ['https://evil.example', '/https:/evil.example'],
  // The parser takes tabs, line breaks and dots out, which joins slashes.
  ['/./\t/evil.example/pay', '/evil.example/pay'],
  ['/\t/evil.example', '/evil.example'],
  ['/a/..//evil.example', '/evil.example'],
  ['/.//\r\n\\evil.example', '/evil.example'],
  ['/%2e/\t/evil.example', '/evil.example'],
  ['javascript:alert(1)', '/javascript:alert(1)'],
])('%j is an address of this site', (to, address) => {
  const { pathname, search, hash } = addressOf(to);
  expect(pathname + search + hash).toBe(address);
  root = createRoot(document.createElement('div'));
});

test('the page before stays while the next one loads, in the history too', async () => {
  const arrive = holdBack('/slow');
  const { site } = await visit('/list');
  await act(async () => void site.navigate('/slow?x=1'));
  expect([shown(), at(), isLoading()]).toEqual(['/list ', '/list', true]);
  await arrive();
  expect([shown(), at(), isLoading()]).toEqual(['/slow x=1', '/slow?x=1', false]);
});

test('a later navigation overtakes one that loads, and leaves no step of it', async () => {
  const arrive = holdBack('/slow');
  const { site, go, back } = await visit('/list');
  await act(async () => void site.navigate('/slow'));
  await go('/report');
  await arrive();
  expect([shown(), at(), isLoading()]).toEqual(['/report ', '/report', false]);
  await back();
  expect([shown(), at()]).toEqual(['/list ', '/list']);
});

test('of several at once the last alone takes place', async () => {
  const { site, back } = await visit('/list');
  await act(async () => void (await Promise.all([site.navigate('/report'), site.navigate('/login')])));
  expect(at()).toBe('/login');
  await back();
  expect(at()).toBe('/list');
});

test('the page stays too while the one that back leads to loads', async () => {
  const { back } = await visit('/slow', '/list');
  const arrive = holdBack('/slow');
  await back();
  expect([shown(), isLoading()]).toEqual(['/list ', true]);
  await arrive();
  expect([shown(), isLoading()]).toEqual(['/slow ', false]);
});

test('the page stays while a part of the next one suspends', async () => {
  const { promise, resolve } = Promise.withResolvers<{ default: () => string }>();
  const Part = lazy(() => promise);
  history.replaceState(null, '', '/list');
  const site = createSite({ guard: signIn, load });
  await site.open();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <Suspense fallback="nothing">
        <SiteRouter site={site}>{(page) => (page === '/list' ? 'the list' : <Part />)}</SiteRouter>
      </Suspense>,
    ),
  );
  await act(async () => site.navigate('/report'));
  expect(document.body.textContent).toBe('the list');
  resolve({ default: () => 'the report' });
  await act(async () => promise);
  expect(document.body.textContent).toBe('the report');
});

test('replacing leaves no step behind, and state stays with its entry', async () => {
  const { go, back } = await visit('/report');
  await press('Keep');
  expect(shown()).toBe('/list  kept {"trail":[1]}');
  await go('/login', { replace: true });
  expect(shown()).toBe('/login ');
  await back();
  expect(shown()).toBe('/report ');
});

test('the guard sends elsewhere in one step, before anything is loaded', async () => {
  const { go, back } = await visit('/list');
  await go('/private');
  expect([shown(), at()]).toEqual(['/login redirect=%2Fprivate', '/login?redirect=/private']);
  expect(asked).not.toContain('/private');
  await back();
  expect(at()).toBe('/list');
});

test('back is not trapped by an address that is redirected, whether it was typed or stepped to', async () => {
  const typed = await visit('/list', '/private');
  expect(at()).toBe('/login?redirect=/private');
  await typed.back();
  expect(shown()).toBe('/list ');
  await act(async () => root.unmount());
  history.pushState(null, '', '/private');
  const stepped = await visit('/list', '/private', '/report');
  await stepped.back();
  expect([shown(), at()]).toEqual(['/login redirect=%2Fprivate', '/login?redirect=/private']);
  await stepped.back();
  expect(shown()).toBe('/list ');
});

test('going to the page itself runs the guard again and is no further step; moving within it does not', async () => {
  const { go, back } = await visit('/before', '/list');
  await go('/list#part');
  expect([guarded, at()]).toEqual([['/list'], '/list#part']);
  await go('/list');
  await go('/list');
  expect(guarded).toEqual(['/list', '/list', '/list']);
  await back();
  expect(at()).toBe('/list#part');
});

test('a link has a real address; other clicks than a plain one are the browser’s', async () => {
  await visit('/product/7-mail');
  expect(document.querySelector('a')!.getAttribute('href')).toBe('/list?page=2');
  for (const how of [
    { metaKey: true },
    { ctrlKey: true },
    { shiftKey: true },
    { altKey: true },
    { button: 1 },
  ])
    await press('List', how);
  expect(shown()).toBe('/product/7-mail ');
  const nav = document.querySelector('nav');
  await press('List');
  expect([shown(), document.querySelector('nav')]).toEqual(['/list page=2', nav]);
});

test('the link of the current page, or of one above it, says so', async () => {
  const { go } = await visit('/list');
  const current = () =>
    [...document.querySelectorAll('[aria-current="page"]')].map(({ className }) => className);
  expect(current()).toEqual(['entry']);
  for (const address of ['/List/', '/list//', '/list/7']) {
    await go(address);
    expect([address, current()]).toEqual([address, ['entry']]);
  }
  await go('/product/1');
  expect([current(), document.querySelector('nav')!.dataset['product']]).toEqual([[], 'true']);
});

test('a query comes out as it went in', async () => {
  const redirect = '/mobile/purchase-account?q=a%26b';
  await visit(`/login?redirect=${encodeURIComponent(redirect)}`);
  expect(new URLSearchParams(document.querySelector('main')!.dataset['query']).get('redirect')).toBe(
    redirect,
  );
});

test.each(['rendered', 'loaded'])(
  'a change of the query keeps an earlier one that is not %s',
  async (what) => {
    await visit('/list?page=2#part');
    // Both of the first rendering.
    const [first] = setters;
    const set = (name: string) => (now: URLSearchParams) => {
      now.set(name, '1');
      return now;
    };
    const arrive = what === 'loaded' ? holdBack('/list') : async () => undefined;
    await act(async () => {
      first!(set('price'));
      await new Promise((done) => setTimeout(done));
      first!(set('gender'));
    });
    await arrive();
    expect(at()).toBe('/list?page=2&price=1&gender=1');
  },
);

test('a page opens at its top, stays where it is, or comes back to where it was left, after a reload too', async () => {
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  const { go, back } = await visit('/list');
  expect([scrolledTo.mock.calls, history.scrollRestoration]).toEqual([[], 'manual']);
  vi.stubGlobal('scrollY', 640);
  await go('/report');
  vi.stubGlobal('scrollY', 0);
  await go('/report?filter=1', { preventScrollReset: true });
  await go('/report?filter=1#part');
  expect([scrolledTo.mock.calls, seen.mock.contexts.length]).toEqual([[[0, 0]], 1]);
  await back();
  dispatchEvent(new Event('pagehide'));
  expect(history.scrollRestoration).toBe('auto');
  await act(async () => root.unmount());

  const site = createSite({ guard: signIn, load });
  await site.open();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<SiteRouter site={site}>{(page) => <Frame page={page} />}</SiteRouter>));
  await back();
  await back();
  expect([shown(), scrolledTo.mock.calls.at(-1)]).toEqual(['/list ', [0, 640]]);
});

test('a damaged memory of positions, or none, is no fault', async () => {
  sessionStorage.setItem('scroll-positions', '{');
  const { go } = await visit('/list');
  await go('/report');
  expect(scrolledTo.mock.calls).toEqual([[0, 0]]);
});

test('an entry keeps its key over a reload, and one that the browser made gets one', async () => {
  const { site } = await visit('/list');
  const { key } = site.shown().entry;
  expect(key).toMatch(/^[0-9a-z]+$/);
  const again = createSite({ guard: signIn, load });
  await again.open();
  expect(again.shown().entry.key).toBe(key);
});

test('where no more entries may be added, the page is loaded', async () => {
  const { go } = await visit('/list');
  const assigned = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  vi.spyOn(history, 'pushState').mockImplementation(() => {
    throw new DOMException('too many', 'SecurityError');
  });
  await go('/report');
  expect(assigned.mock.calls).toEqual([['/report']]);
});

test('a route reads the same address', async () => {
  history.replaceState(null, '', '/Product/100%25-off/');
  const site = createSite({ guard: signIn, load });
  await site.open();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <SiteRouter site={site}>
        {() => <Route path="/product/:product">{({ product }) => `product ${product}`}</Route>}
      </SiteRouter>,
    ),
  );
  expect(document.body.textContent).toBe('product 100%25-off');
});

test('what was typed holds its page back, by link, by back and on another width, until the reader gives it up', async () => {
  const { go, back } = await visit('/list', '/form');
  let answer = false;
  const stop = onLeaving(() => Promise.resolve(answer));
  isTyped = true;
  await go('/report');
  expect([shown(), at()]).toEqual(['/form ', '/form']);
  await back();
  expect([shown(), at()]).toEqual(['/form ', '/form']);
  expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  // Within the page nothing is lost.
  await go('/form#part');
  expect(at()).toBe('/form#part');
  answer = true;
  await go('/report');
  expect([shown(), at()]).toEqual(['/report ', '/report']);
  isTyped = false;
  await back();
  expect(at()).toBe('/form#part');
  stop();
});
