import type { ComponentType } from 'react';
import type { History } from './history.ts';
import { matchRoutes, type Match, type Params, type Route, type PageModule } from './match-routes.ts';
import { createLocation, isHashChangeOnly, resolvePath, type Location, type Path, type To } from './path.ts';
import type { ScrollMemory } from './scroll-memory.ts';

export type NavigateOptions = {
  /** Takes the place of the current history entry. */
  readonly replace?: boolean;
  /** Kept with the history entry. */
  readonly state?: unknown;
  /** The page stays scrolled where it is. */
  readonly preventScrollReset?: boolean;
};

/** The page that is shown, and whether the next one is loading. */
export type NavigationState = {
  readonly location: Location;
  readonly routes: readonly Route[];
  /** Of each route; undefined where it has none or could not be loaded. */
  readonly pages: readonly (ComponentType | undefined)[];
  readonly params: Params;
  readonly failure: LoadFailure | null;
  readonly isLoading: boolean;
  /** Where to scroll: as it was left, to the part that the address names or to the top, or nowhere. */
  readonly scroll: number | 'reset' | 'keep';
};

type Action = 'push' | 'replace' | 'pop';

type Options = {
  readonly routes: readonly Route[];
  readonly history: History;
  /** Runs before each navigation but one within the page, also to where there is none; returns where to go instead. */
  readonly guard?: (to: Path, isMissing: boolean) => string | undefined;
  readonly scroll?: ScrollMemory;
};

export type Navigation = {
  readonly state: () => NavigationState;
  /** Returns how to stop listening. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Opens the page at which the history stands. Resolves when it and its layouts are loaded, or failed to. */
  readonly open: () => Promise<void>;
  /**
   * Goes to an address, or by so many entries of the history. Resolves when the page is loaded, also where the guard
   * chose another; at once for entries, because the browser does not say when it has moved. The page before stays
   * meanwhile. A navigation that begins before this one has loaded takes its place, also in the history.
   */
  readonly navigate: (to: To | number, options?: NavigateOptions) => Promise<void>;
  readonly scroll: ScrollMemory | undefined;
};

/** The state of navigating a site. Shows nothing by itself: `SiteRouter` does. */
export function createNavigation({ routes, history, guard, scroll }: Options): Navigation {
  const loader = createPageLoader();
  const listeners = new Set<() => void>();
  const match = ({ pathname }: Path): Match => matchRoutes(routes, pathname) ?? { routes: [], params: {} };
  const pages = (found: Match) => ({ ...found, pages: found.routes.map(loader.pageOf) });

  const first = history.current();
  let state: NavigationState = {
    ...pages(match(first)),
    location: first,
    failure: null,
    isLoading: false,
    scroll: 'reset',
  };
  let isOpen = false;
  /** Counts navigations: one that is no longer the last has been replaced. */
  let turn = 0;

  function change(next: NavigationState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  async function start(action: Action, location: Location, keepsScroll = false): Promise<void> {
    const own = ++turn;
    if (isOpen) scroll?.keep(state.location);
    const found = match(location);
    const isWithinPage = isOpen && isHashChangeOnly(state.location, location);
    let failure: LoadFailure | null = null;
    if (!isWithinPage) {
      const redirect = guard?.(location, isNoPage(found)) ?? found.routes.at(-1)?.redirect;
      if (redirect !== undefined)
        return start(redirected(action, location), toLocation(redirect), keepsScroll);
      if (isOpen && loader.isMissing(found.routes)) change({ ...state, isLoading: true });
      // A tick also where nothing is missing, so that of several navigations at once the last alone takes place.
      failure = await loader.load(found.routes, location);
      if (own !== turn) return;
    }
    if (action !== 'pop') history[action](location);
    isOpen = true;
    const position = scroll?.of(location) ?? (keepsScroll ? 'keep' : 'reset');
    change({ ...pages(found), location, failure, isLoading: false, scroll: position });
  }

  /** An entry that is in the history already is replaced: pushing another would trap the back button. */
  function redirected(action: Action, { pathname, search }: Path): Action {
    const at = history.current();
    return action !== 'push' || (at.pathname === pathname && at.search === search) ? 'replace' : 'push';
  }

  const toLocation = (to: To, kept?: unknown) => createLocation(resolvePath(to, state.location), kept);

  history.listen((to) => void start('pop', to));
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    open: () => start('pop', first),
    navigate: async (to, { replace = false, state: kept, preventScrollReset } = {}) => {
      if (typeof to === 'number') history.go(to);
      else await start(replace ? 'replace' : 'push', toLocation(to, kept), preventScrollReset);
    },
    scroll,
  };
}

function isNoPage({ routes }: Match): boolean {
  const last = routes.at(-1);
  return last === undefined || last.path === '*';
}

/** Code that did not load; `at` is the place of the route that shows its ErrorPage instead, -1 without one. */
type LoadFailure = { readonly at: number; readonly error: unknown };

/** Loads the code of routes, each once; one that failed is tried again when it is next opened. */
function createPageLoader() {
  const loaded = new Map<Route, PageModule>();
  const pageOf = (route: Route): ComponentType | undefined => route.Page ?? loaded.get(route)?.Page;
  const missingOf = (routes: readonly Route[]) => routes.filter((route) => route.load && !pageOf(route));

  /** Resolves when all of them, outermost first, are loaded or have failed; with the outermost failure. */
  async function load(routes: readonly Route[], to: Path): Promise<LoadFailure | null> {
    const loading = routes.filter((route) => route.load && !route.Page);
    const results = await Promise.allSettled(
      loading.map(async (route) => {
        const page = loaded.get(route) ?? (await route.load!());
        await page.prepare?.(to);
        loaded.set(route, page);
      }),
    );
    const failed = results.findIndex(({ status }) => status === 'rejected');
    if (failed < 0) return null;
    // A layout's own boundary is inside it: the code of a layout fails in that of its parent.
    const parents = routes.slice(0, routes.indexOf(loading[failed]!));
    return {
      at: parents.findLastIndex(({ ErrorPage }) => ErrorPage),
      error: (results[failed] as PromiseRejectedResult).reason,
    };
  }

  return { pageOf, load, isMissing: (routes: readonly Route[]) => missingOf(routes).length > 0 };
}
