// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  useIsAt,
  useLocation,
  useNavigate,
  useNavigationState,
  useParams,
  useSearchParams,
} from './hooks.ts';
import { createMemoryHistory } from './history.ts';
import { Link, NavLink } from './link.tsx';
import type { Route } from './match-routes.ts';
import { createNavigation } from './navigation.ts';
import { Outlet, SiteRouter } from './site-router.tsx';
import { useScrollRestoration } from './use-scroll-restoration.ts';

let root: Root;
// Newer browsers return a promise.
const scrolledTo = vi.fn(async () => undefined);
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('scrollTo', scrolledTo);
  scrolledTo.mockClear();
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Layout() {
  useScrollRestoration();
  const { isLoading } = useNavigationState();
  return (
    <>
      <nav data-loading={isLoading || undefined}>
        <NavLink to="/list" className="entry">
          List
        </NavLink>
        <NavLink to="/lis">Other</NavLink>
        <Link to="/list?page=2" target="_blank">
          Window
        </Link>
        <Link to="#part">Part</Link>
      </nav>
      <main>
        <Outlet />
      </main>
    </>
  );
}
const ErrorPage = () => {
  const navigate = useNavigate();
  return <button onClick={() => void navigate('', { replace: true })}>Again</button>;
};

let isBroken = false;
function List() {
  const [search, setSearch] = useSearchParams();
  if (isBroken) throw new Error('crashed');
  return (
    <>
      <b>{`list ${search.get('page') ?? 1}`}</b>
      <button onClick={() => setSearch((now) => (now.set('page', '3'), now))}>Three</button>
      <i id="part" />
    </>
  );
}
function Product() {
  const { product } = useParams();
  return <b>{`product ${product} ${useIsAt('/product/:product')} ${useLocation().hash}`}</b>;
}

let later: PromiseWithResolvers<{ Page: () => string }>;
const routes: Route[] = [
  {
    path: '/',
    Page: Layout,
    ErrorPage,
    children: [
      {
        ErrorPage,
        children: [
          { path: 'list', Page: List },
          { path: 'product/:product', Page: Product },
          { path: 'later', load: () => later.promise },
        ],
      },
    ],
  },
];

async function visit(address: string) {
  later = Promise.withResolvers();
  isBroken = false;
  const navigation = createNavigation({ routes, history: createMemoryHistory(['/list', address]) });
  await navigation.open();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<SiteRouter navigation={navigation} />));
  return navigation;
}
const main = () => document.querySelector('main')?.textContent;
const press = (words: string, how: MouseEventInit = {}) => {
  const found = [...document.querySelectorAll('a, button')].find(({ textContent }) => textContent === words)!;
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, button: 0, ...how });
  // What the browser would do with a click that is its own is not what is tried here.
  addEventListener('click', (last) => last.preventDefault(), { once: true });
  return act(async () => void found.dispatchEvent(event));
};

test('a link has a real address, and opens its page without leaving the layout', async () => {
  const navigation = await visit('/product/7-mail#terms');
  expect(main()).toBe('product 7-mail true #terms');
  const nav = document.querySelector('nav');
  expect(document.querySelector('a')!.getAttribute('href')).toBe('/list');
  await press('List');
  expect(main()).toContain('list 1');
  expect(document.querySelector('nav')).toBe(nav);
  await press('List');
  await act(async () => navigation.navigate(-1));
  expect(main()).toContain('product 7-mail');
});

test('other clicks are the browser’s', async () => {
  const navigation = await visit('/product/1');
  for (const how of [
    { metaKey: true },
    { ctrlKey: true },
    { shiftKey: true },
    { altKey: true },
    { button: 1 },
  ])
    await press('List', how);
  await press('Window');
  expect(navigation.state().location.pathname).toBe('/product/1');
});

test('the entry of the current page, or of one above it, says so', async () => {
  const navigation = await visit('/list');
  const current = () =>
    [...document.querySelectorAll('[aria-current="page"]')].map(({ className }) => className);
  expect(current()).toEqual(['entry active']);
  await act(async () => navigation.navigate('/List/'));
  expect(current()).toEqual(['entry active']);
  await act(async () => navigation.navigate('/product/1'));
  expect(current()).toEqual([]);
});

test('setting the query keeps the page', async () => {
  await visit('/list?page=2#part');
  await press('Three');
  expect(main()).toContain('list 3');
});

test('the page stays, and the layout knows, while the next one loads', async () => {
  const navigation = await visit('/list');
  await act(async () => void navigation.navigate('/later'));
  expect(main()).toContain('list 1');
  expect(document.querySelector('nav')!.dataset.loading).toBe('true');
  later.resolve({ Page: () => 'here now' });
  await act(async () => later.promise);
  expect(main()).toBe('here now');
  expect(document.querySelector('nav')!.dataset.loading).toBeUndefined();
});

test('a page that crashes or does not load keeps its layout, and can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const navigation = await visit('/product/1');
  isBroken = true;
  await press('List');
  expect([main(), document.querySelector('nav') !== null]).toEqual(['Again', true]);
  isBroken = false;
  await press('Again');
  expect(main()).toContain('list 1');

  later.reject(new TypeError('Failed to fetch'));
  await act(async () => navigation.navigate('/later'));
  expect([main(), document.querySelector('nav') !== null]).toEqual(['Again', true]);
  await press('List');
  expect(main()).toContain('list 1');
});

test('a new page opens at its top, a part of one where it is', async () => {
  await visit('/product/1');
  scrolledTo.mockClear();
  await press('List');
  expect(scrolledTo.mock.calls).toEqual([[0, 0]]);
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  await press('Part');
  expect([seen.mock.contexts.map((part) => (part as Element).id), scrolledTo.mock.calls.length]).toEqual([
    ['part'],
    1,
  ]);
});

test('a page comes back to where it was left, and leaves again', async () => {
  const history = createMemoryHistory(['/list']);
  const scroll = { keep: () => undefined, of: () => 300, store: () => undefined };
  const navigation = createNavigation({ routes, history, scroll });
  await navigation.open();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<SiteRouter navigation={navigation} />));
  expect(scrolledTo.mock.calls).toEqual([[0, 300]]);
  await act(async () => navigation.navigate('/product/1'));
  expect(main()).toContain('product 1');
});

test('a change of the query keeps what another one changed before the page was rendered again', async () => {
  type Set = ReturnType<typeof useSearchParams>[1];
  const sets: Set[] = [];
  const navigation = createNavigation({ routes: [], history: createMemoryHistory(['/?page=2']) });
  function Reader() {
    sets.push(useSearchParams()[1]);
    return null;
  }
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <SiteRouter navigation={navigation}>
        <Reader />
      </SiteRouter>,
    ),
  );
  const set = (name: string) => (now: URLSearchParams) => {
    now.set(name, '1');
    return now;
  };
  // Both of the first rendering.
  const [first] = sets;
  await act(async () => {
    first!(set('price'));
    await new Promise((done) => setTimeout(done));
    first!(set('gender'));
  });
  expect(navigation.state().location.search).toBe('?page=2&price=1&gender=1');
});
