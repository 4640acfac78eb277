import { expect, test } from 'vitest';
import { createMemoryHistory } from './history.ts';
import type { Route } from './match-routes.ts';
import { createNavigation, type NavigateOptions } from './navigation.ts';
import { pathOf, type Path } from './path.ts';

const Page = () => null;
const ErrorPage = () => null;

/** A page whose code arrives, or fails, when the test says so. */
function slow(path: string) {
  const asked: PromiseWithResolvers<{ Page: typeof Page }>[] = [];
  const route: Route = {
    path,
    load: () => {
      asked.push(Promise.withResolvers());
      return asked.at(-1)!.promise;
    },
  };
  return { route, asked, arrive: () => asked.at(-1)!.resolve({ Page }) };
}

function site(
  pages: readonly Route[],
  addresses: string[] = ['/'],
  guard?: (to: Path) => string | undefined,
) {
  const history = createMemoryHistory(addresses);
  const positions = new Map<string, number>();
  let scrolled = 0;
  const navigation = createNavigation({
    routes: [{ path: '/', Page, ErrorPage, children: [{ index: true, Page }, ...pages] }],
    history,
    ...(guard && { guard }),
    scroll: {
      keep: ({ key }) => void positions.set(key, scrolled),
      of: ({ key }) => positions.get(key) ?? null,
      store: () => undefined,
    },
  });
  const at = () => pathOf(navigation.state().location);
  const step = async (steps: number) => {
    await navigation.navigate(steps);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return {
    navigation,
    at,
    step,
    inHistory: () => pathOf(history.current()),
    go: (to: string, options?: NavigateOptions) => navigation.navigate(to, options),
    scrollBy: (y: number) => void (scrolled = y),
  };
}

const open: Route[] = ['a', 'b', 'c'].map((path) => ({ path, Page }));

test('the first page is ready once it and its layouts are loaded', async () => {
  const page = slow('a');
  const { navigation } = site([page.route], ['/a']);
  const ready = navigation.open();
  expect([navigation.state().pages.length, navigation.state().pages[1]]).toEqual([2, undefined]);
  page.arrive();
  await ready;
  expect(navigation.state()).toMatchObject({ failure: null, isLoading: false, pages: [Page, Page] });
});

test('the old page stays while the next one loads, also in the history; each page loads once', async () => {
  const page = slow('b');
  const { navigation, at, inHistory, go } = site([...open.slice(0, 1), page.route], ['/a']);
  await navigation.open();
  const going = go('/b?x=1');
  expect([at(), inHistory(), navigation.state().isLoading]).toEqual(['/a', '/a', true]);
  page.arrive();
  await going;
  expect([at(), inHistory(), navigation.state().isLoading]).toEqual(['/b?x=1', '/b?x=1', false]);
  await go('/a');
  await go('/b');
  expect(page.asked).toHaveLength(1);
});

test('a later navigation takes the place of one that loads, and leaves no step of it', async () => {
  const page = slow('b');
  const { navigation, at, go, step } = site([...open.filter(({ path }) => path !== 'b'), page.route], ['/a']);
  await navigation.open();
  const first = go('/b');
  await go('/c');
  page.arrive();
  await first;
  expect([at(), navigation.state().isLoading]).toEqual(['/c', false]);
  await step(-1);
  expect(at()).toBe('/a');
});

test('of several at once the last alone takes place', async () => {
  const { navigation, at, go, step } = site(open, ['/a']);
  await navigation.open();
  await Promise.all([go('/b'), go('/c')]);
  expect(at()).toBe('/c');
  await step(-1);
  expect(at()).toBe('/a');
});

test('replacing leaves no step behind, and state is kept with its entry', async () => {
  const { navigation, at, go, step } = site(open, ['/a']);
  await navigation.open();
  await go('/b', { state: { trail: [1] } });
  await go('/c', { replace: true, state: 'again' });
  expect(navigation.state().location.state).toBe('again');
  await step(-1);
  expect([at(), navigation.state().location.state]).toEqual(['/a', null]);
  await step(1);
  expect([at(), navigation.state().location.state]).toEqual(['/c', 'again']);
});

const signIn = ({ pathname }: Path) => (pathname === '/b' ? '/c?redirect=/b' : undefined);

test('the guard sends elsewhere in one step', async () => {
  const { navigation, at, go, step } = site(open, ['/a'], signIn);
  await navigation.open();
  await go('/b');
  expect(at()).toBe('/c?redirect=/b');
  await step(-1);
  expect(at()).toBe('/a');
});

test.each([
  ['typed', ['/a', '/b'], (shop: ReturnType<typeof site>) => shop.navigation.open()],
  ['stepped to', ['/a', '/b', '/a'], (shop: ReturnType<typeof site>) => shop.step(-1)],
])(
  'a redirect from an address that was %s takes its place: back is not trapped',
  async (_, addresses, act) => {
    const shop = site(open, addresses, signIn);
    await act(shop);
    expect([shop.at(), shop.inHistory()]).toEqual(['/c?redirect=/b', '/c?redirect=/b']);
    await shop.step(-1);
    expect(shop.at()).toBe('/a');
  },
);

test('one that replaces is redirected in the same entry', async () => {
  const { navigation, go, step, at } = site(open, ['/a', '/c'], signIn);
  await navigation.open();
  await go('/b', { replace: true });
  await step(-1);
  expect(at()).toBe('/a');
});

test('navigating to the page itself runs the guard again; moving within it does not', async () => {
  let asked = 0;
  const { navigation, at, go } = site(open, ['/a'], () => void asked++);
  await navigation.open();
  await go('/a#part');
  expect([asked, at()]).toEqual([1, '/a#part']);
  await go('/a', { replace: true });
  expect([asked, at()]).toEqual([2, '/a']);
});

test('an entry of the site map may lead to another', async () => {
  const { navigation, at, inHistory } = site([...open, { path: 'old', redirect: '/c' }], ['/old']);
  await navigation.open();
  expect([at(), inHistory()]).toEqual(['/c', '/c']);
});

test('code that does not load fails at the boundary around it, and is tried again', async () => {
  const page = slow('b');
  const layout: Route = { path: 'shop', Page, children: [{ ErrorPage, children: [page.route] }] };
  const { navigation, at, go } = site([layout]);
  await navigation.open();
  const broken = go('/shop/b');
  page.asked[0]!.reject(new TypeError('Failed to fetch'));
  await broken;
  expect(navigation.state().failure).toMatchObject({ at: 2, error: { message: 'Failed to fetch' } });
  expect(at()).toBe('/shop/b');
  const again = go('/shop/b', { replace: true });
  page.arrive();
  await again;
  expect(navigation.state()).toMatchObject({ failure: null, pages: [Page, Page, undefined, Page] });
});

test('a layout that does not load fails in the boundary outside of it', async () => {
  const layout = slow('shop');
  const { navigation, go } = site([
    { ...layout.route, ErrorPage, children: [{ ErrorPage, children: open }] },
  ]);
  await navigation.open();
  const broken = go('/shop/a');
  layout.asked[0]!.reject(new Error('gone'));
  await broken;
  expect(navigation.state().failure?.at).toBe(0);
});

test('a page opens at its top, stays where it is, or comes back to where it was left', async () => {
  const { navigation, go, step, scrollBy } = site(open, ['/a']);
  await navigation.open();
  scrollBy(640);
  await go('/b');
  expect(navigation.state().scroll).toBe('reset');
  await go('/b?filter=1', { preventScrollReset: true });
  expect(navigation.state().scroll).toBe('keep');
  await step(-2);
  expect(navigation.state().scroll).toBe(640);
});
