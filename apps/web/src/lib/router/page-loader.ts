import type { ComponentType } from 'react';
import type { Route } from './match-routes.ts';

/** Code that did not load; `at` is the place of the route that shows its ErrorPage instead, -1 without one. */
export type LoadFailure = { readonly at: number; readonly error: unknown };

/** Loads the code of routes, each once; one that failed is tried again when it is next opened. */
export function createPageLoader() {
  const loaded = new Map<Route, ComponentType>();
  const pageOf = (route: Route): ComponentType | undefined => route.Page ?? loaded.get(route);
  const missingOf = (routes: readonly Route[]) => routes.filter((route) => route.load && !pageOf(route));

  /** Resolves when all of them, outermost first, are loaded or have failed; with the outermost failure. */
  async function load(routes: readonly Route[]): Promise<LoadFailure | null> {
    const missing = missingOf(routes);
    const results = await Promise.allSettled(
      missing.map(async (route) => void loaded.set(route, (await route.load!()).Page)),
    );
    const failed = results.findIndex(({ status }) => status === 'rejected');
    if (failed < 0) return null;
    // A layout's own boundary is inside it: the code of a layout fails in that of its parent.
    const parents = routes.slice(0, routes.indexOf(missing[failed]!));
    return {
      at: parents.findLastIndex(({ ErrorPage }) => ErrorPage),
      error: (results[failed] as PromiseRejectedResult).reason,
    };
  }

  return { pageOf, load, isMissing: (routes: readonly Route[]) => missingOf(routes).length > 0 };
}
