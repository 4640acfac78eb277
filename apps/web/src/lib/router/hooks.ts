import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { matchRoutes, type Params } from './match-routes.ts';
import type { NavigateOptions, Navigation, NavigationState } from './navigation.ts';
import type { Location } from './path.ts';

export const NavigationContext = createContext<Navigation | null>(null);
export const StateContext = createContext<NavigationState | null>(null);
export const LocationContext = createContext<Location | null>(null);
export const OutletContext = createContext<ReactNode>(null);

function inRouter<T>(value: T | null): T {
  if (value === null) throw new Error('outside of the router');
  return value;
}

/** The state and functions of the site's navigation; throws outside of the router. */
export const useSiteNavigation = (): Navigation => inRouter(useContext(NavigationContext));

/** The page that is shown, and whether the next one is loading. */
export const useNavigationState = (): NavigationState => inRouter(useContext(StateContext));

/** The address of the page that is shown. */
export const useLocation = (): Location => inRouter(useContext(LocationContext));

/** Goes to another page (`Navigation`); the same function in every render. */
export const useNavigate = (): Navigation['navigate'] => useSiteNavigation().navigate;

/** What the address has in place of each `:name`. */
export const useParams = (): Params => useNavigationState().params;

/** Whether the address fits a path as the site map writes it. */
export const useIsAt = (path: string): boolean => matchRoutes([{ path }], useLocation().pathname) !== null;

type SetSearch = (
  next: URLSearchParams | Record<string, string> | ((now: URLSearchParams) => URLSearchParams),
  options?: NavigateOptions,
) => void;

/**
 * The query of the address. Setting it is a navigation; a function is given a copy that it may change: of the address as
 * it is, also where the page has not been rendered since it changed.
 */
export function useSearchParams(): [search: URLSearchParams, set: SetSearch] {
  const { navigate, state } = useSiteNavigation();
  const { search } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const set: SetSearch = (next, options) => {
    const value =
      typeof next === 'function'
        ? next(new URLSearchParams(state().location.search))
        : new URLSearchParams(next);
    void navigate({ search: value.toString() }, options);
  };
  return [params, set];
}

/**
 * A value in the URL's query, for what is open over a page: going back closes it, and links and sign-in redirects
 * return to it. A value that does not match the pattern counts as absent.
 */
export function useUrlParam(
  name: string,
  pattern: RegExp,
): [value: string | null, change: (value: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const named = search.get(name);
  const change = (value: string | null) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: value === null, preventScrollReset: true },
    );
  return [named !== null && pattern.test(named) ? named : null, change];
}
