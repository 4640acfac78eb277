import { createContext, startTransition, useContext, useLayoutEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { Router, useLocation, useSearch } from 'wouter';
import { onAreaChange } from './browser/current-area.ts';
import { hasUnsaved, mayLeave } from './browser/unsaved.ts';
import { randomKey } from './random-key.ts';

/** An address of this site. `search` and `hash` begin with their sign, or are empty. */
export type Address = { readonly pathname: string; readonly search: string; readonly hash: string };

/** A history entry: its address and the state that a navigation stored with it. */
export type Entry = Address & { readonly state: unknown; readonly key: string };

/** Where a page opens: where it was left, at the top or at its hash, or without scrolling. */
type Scroll = number | 'top' | 'stay';
type Shown<Page> = { readonly entry: Entry; readonly page: Page; readonly scroll: Scroll };

type NavigateOptions = {
  /** Takes the place of the current entry. */
  readonly replace?: boolean;
  readonly state?: unknown;
  readonly preventScrollReset?: boolean;
};
type Navigate = (to: string, options?: NavigateOptions) => Promise<void>;

/**
 * The address that a link names. Always one of this site: several slashes are one, and only after parsing, which takes
 * tabs and dots out from between them.
 */
export function addressOf(to: string): Address {
  const { pathname, search, hash } = new URL(`http://own.invalid/${to}`);
  return { pathname: pathname.replaceAll(/\/+/g, '/'), search, hash };
}

const hrefOf = ({ pathname, search, hash }: Address): string => pathname + search + hash;
const newEntry = (to: string, state: unknown): Entry => ({ ...addressOf(to), state, key: randomKey() });
const isWithinPage = (from: Address, to: Address): boolean =>
  from.pathname === to.pathname && from.search === to.search && to.hash !== '';

/** What the browser stores with an entry. Entries outlive a deploy, so do not rename these. */
type Kept = { readonly usr?: unknown; readonly key?: string } | null;

function write(how: 'push' | 'replace', entry: Entry): void {
  const kept: Kept = { usr: entry.state, key: entry.key };
  try {
    history[`${how}State`](kept, '', hrefOf(entry));
  } catch {
    // Browsers limit how often entries may change; page loads are not limited.
    location.assign(hrefOf(entry));
  }
}

/** The current history entry; one that the browser created gets its key now. */
function currentEntry(): Entry {
  const kept = history.state as Kept;
  const { pathname, search, hash } = location;
  const entry = { pathname, search, hash, state: kept?.usr ?? null, key: kept?.key ?? randomKey() };
  if (kept?.key === undefined) write('replace', entry);
  return entry;
}

const POSITIONS = 'scroll-positions';

/** How far each entry was scrolled when it was left, in CSS pixels. Without storage, pages open at the top. */
function readPositions(): Record<string, number | undefined> {
  try {
    return JSON.parse(sessionStorage.getItem(POSITIONS) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

type Options<Page> = {
  /** Runs before every navigation, by back and forward too, but not within a page; returns where to go instead. */
  readonly guard: (to: Address) => string | undefined;
  /** Loads everything that a page renders with. Never rejects: if something fails to load, the page says so. */
  readonly load: (to: Address) => Promise<Page>;
};
type Site<Page> = ReturnType<typeof createSite<Page>>;

/** Navigation in this tab; `SiteRouter` shows it. */
export function createSite<Page>({ guard, load }: Options<Page>) {
  const positions = readPositions();
  let shown: Shown<Page> | undefined;
  let tell = (_isLoading: boolean): void => undefined;
  /** The latest of a navigation that has not ended. */
  let coming: Entry | undefined;
  /** Counts navigations: any but the latest has been superseded. */
  let turn = 0;

  async function go(how: 'push' | 'replace' | 'traverse', entry: Entry, scroll: Scroll): Promise<void> {
    if (shown && hasUnsaved() && !isWithinPage(shown.entry, entry) && !(await mayLeave())) {
      // The history has already moved.
      if (how === 'traverse') write('push', shown.entry);
      return;
    }
    const own = ++turn;
    if (shown) positions[shown.entry.key] = scrollY;
    // The same address again is for a page that did not load.
    const isSame = shown && hrefOf(entry) === hrefOf(shown.entry);
    const isWithin = shown && !isSame && isWithinPage(shown.entry, entry);
    if (!isWithin) {
      const elsewhere = guard(entry);
      // An entry already in the history is replaced: pushing another would trap the back button.
      if (elsewhere !== undefined)
        return go(how === 'push' ? how : 'replace', newEntry(elsewhere, null), scroll);
      if (shown && shown.entry.pathname !== entry.pathname) tell(true);
    }
    coming = entry;
    const page = isWithin ? shown!.page : await load(entry);
    if (own !== turn) return;
    coming = undefined;
    if (how !== 'traverse') write(how, entry);
    shown = { entry, page, scroll: how === 'traverse' ? (positions[entry.key] ?? scroll) : scroll };
    tell(false);
  }
  const traverse = (scroll: Scroll) => go('traverse', currentEntry(), scroll);

  return {
    shown: () => shown!,
    /** The entry that will be shown: of the navigation that has not ended, or the one that is shown. */
    coming: () => coming ?? shown!.entry,
    /** Opens the page at which the history stands. */
    open: () => traverse('stay'),
    /**
     * Goes to an address; the page before stays until the next one has loaded. Resolves then, also where the guard chose
     * another page or a later navigation overtook this one.
     */
    navigate: (async (to, { replace = false, state = null, preventScrollReset = false } = {}) => {
      const entry = newEntry(to, state);
      const isCurrent = currentEntry().key === shown!.entry.key;
      // Navigating to the open page adds no entry; the history may already be at another page that is still loading.
      const how = isCurrent && (replace || hrefOf(entry) === hrefOf(shown!.entry)) ? 'replace' : 'push';
      await go(how, entry, preventScrollReset ? 'stay' : 'top');
    }) satisfies Navigate,
    /** Listens to the history until the returned function is called. */
    connect(report: typeof tell): () => void {
      const connection = new AbortController();
      const { signal } = connection;
      // The browser would scroll before the page has loaded. Across full page loads it scrolls better than we do.
      const take = () => void (history.scrollRestoration = 'manual');
      const giveBack = () => {
        positions[shown!.entry.key] = scrollY;
        try {
          sessionStorage.setItem(POSITIONS, JSON.stringify(positions));
        } catch {
          // Full or unavailable.
        }
        history.scrollRestoration = 'auto';
      };
      tell = report;
      take();
      addEventListener('pageshow', take, { signal });
      addEventListener('pagehide', giveBack, { signal });
      addEventListener('popstate', () => void traverse('top'), { signal });
      addEventListener('beforeunload', (event) => void (hasUnsaved() && event.preventDefault()), { signal });
      // The same page in the layout of the new width, unless the reader would be asked before leaving this one.
      const stopWatching = onAreaChange(() => {
        if (dispatchEvent(new Event('beforeunload', { cancelable: true }))) void traverse('stay');
      });
      signal.addEventListener('abort', stopWatching);
      report(false);
      // The reader went back before the first page was there.
      if (currentEntry().key !== shown!.entry.key) void traverse('top');
      return () => connection.abort();
    },
  };
}

type Place = {
  readonly shown: Omit<Shown<unknown>, 'page'>;
  readonly site: Pick<Site<unknown>, 'navigate' | 'shown' | 'coming'>;
};
const PlaceContext = createContext<Place | null>(null);
const LoadingContext = createContext(false);

/** wouter decodes what its hooks return, the query once too often: `%2526` in a redirect would come out as `&`. */
const escaped = (text: string): string => text.replaceAll('%', '%25');

const withoutSlash = (pathname: string): string => pathname.replace(/(?<=.)\/+$/, '');

/** wouter's location hook, for the page that is shown, not the one that is loading. Ignores trailing slashes. */
function useSiteLocation(): [pathname: string, navigate: Navigate] {
  const { shown, site } = useContext(PlaceContext)!;
  return [escaped(withoutSlash(shown.entry.pathname)), site.navigate];
}

const useSiteSearch = (): string => escaped(useContext(PlaceContext)!.shown.entry.search);

const siteHook = Object.assign(useSiteLocation, {
  searchHook: useSiteSearch,
  hrefs: (to: string) => hrefOf(addressOf(to)),
});

type SiteRouterProps<Page> = { readonly site: Site<Page>; readonly children: (page: Page) => ReactNode };

/** Shows the site's page; call `open` first. The old page stays while a part of the new one suspends. */
export function SiteRouter<Page>({ site, children }: SiteRouterProps<Page>) {
  const [shown, setShown] = useState(site.shown);
  const [isLoading, setLoading] = useState(false);
  useLayoutEffect(() => {
    const show = () => {
      setShown(site.shown());
      setLoading(false);
    };
    return site.connect((isBusy) => (isBusy ? setLoading(true) : startTransition(show)));
  }, [site]);
  useLayoutEffect(() => {
    const { entry, scroll } = shown;
    const part = typeof scroll === 'number' ? null : document.getElementById(entry.hash.slice(1));
    if (part) part.scrollIntoView();
    else if (scroll !== 'stay') scrollTo(0, scroll === 'top' ? 0 : scroll);
  }, [shown]);
  const place = useMemo(() => ({ shown, site }), [shown, site]);
  return (
    <PlaceContext value={place}>
      <LoadingContext value={isLoading}>
        <Router hook={siteHook}>{children(shown.page)}</Router>
      </LoadingContext>
    </PlaceContext>
  );
}

/** Whether the next page is loading. */
export const useIsLoading = (): boolean => useContext(LoadingContext);

/** The site's `navigate`; stable across renders. */
export const useNavigate = (): Navigate => useLocation<typeof siteHook>()[1];

/** The entry that is shown. Under another router of wouter's than ours it has an address without a hash. */
export function useEntry(): Entry & { readonly scroll: Scroll } {
  const [pathname] = useLocation();
  const query = useSearch();
  const { entry, scroll = 'top' } = useContext(PlaceContext)?.shown ?? {};
  return { hash: '', state: null, key: '', ...entry, pathname, search: query && `?${query}`, scroll };
}

type SetSearch = (
  next: URLSearchParams | Record<string, string> | ((now: URLSearchParams) => URLSearchParams),
  options?: NavigateOptions,
) => void;

/**
 * The query of the address. Setting it is a navigation; a function gets a copy that it may change: of the address as it
 * will be, also where that has not been loaded or rendered yet, which wouter's own hook does not know.
 */
export function useSearchParams(): [search: URLSearchParams, set: SetSearch] {
  const { pathname, search } = useEntry();
  const navigate = useNavigate();
  const site = useContext(PlaceContext)?.site;
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const set: SetSearch = (next, options) => {
    const to = site?.coming();
    const now = new URLSearchParams(to && withoutSlash(to.pathname) === pathname ? to.search : search);
    const query = new URLSearchParams(typeof next === 'function' ? next(now) : next);
    void navigate(`${pathname}?${query}`, options);
  };
  return [params, set];
}
