import type { ComponentType } from 'react';
import type { PageModule, Route } from './match-routes.ts';
import type { Path } from './path.ts';

/** Code that did not load; `at` is the place of the route that shows its ErrorPage instead, -1 without one. */
export type LoadFailure = { readonly at: number; readonly error: unknown };

/** Loads the code of routes, each once; one that failed is tried again when it is next opened. */
export function createPageLoader() {
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
