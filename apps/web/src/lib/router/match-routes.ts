import type { ComponentType } from 'react';
import type { Path } from './path.ts';

export type PageModule = {
  readonly Page: ComponentType;
  /** Loads what else the page shows at this address, each time before it opens. */
  readonly prepare?: (to: Path) => Promise<void>;
};

/** An entry of the site map: a page, a layout around pages, or a boundary that catches their errors. */
export type Route = {
  /** Below that of its parent: segments, `:name` for any one segment, or `*` for all that is left. */
  readonly path?: string;
  /** The page at the address of its parent. */
  readonly index?: true;
  /** Loaded once, when it is first opened. */
  readonly load?: () => Promise<PageModule>;
  /** Instead of `load`, where the code is there already. */
  readonly Page?: ComponentType;
  /** Shown in place of this route when one below it crashes or does not load. */
  readonly ErrorPage?: ComponentType;
  /** Leads to another page instead of opening one. */
  readonly redirect?: string;
  /** The name of its text. */
  readonly title?: string;
  readonly children?: readonly Route[];
};

export type Params = Readonly<Record<string, string>>;
export type Match = { readonly routes: readonly Route[]; readonly params: Params };

/**
 * The routes that an address leads through, outermost first; none where the site map has no such page. The first that
 * fits wins, so `*` stands last. Letter case and slashes at the end do not count.
 */
export function matchRoutes(routes: readonly Route[], pathname: string): Match | null {
  const path = pathname.replace(/^\//, '').replace(/\/+$/, '');
  return matchSegments(routes, path === '' ? [] : path.split('/'));
}

function matchSegments(routes: readonly Route[], segments: readonly string[]): Match | null {
  for (const route of routes) {
    const match = matchRoute(route, segments);
    if (match) return match;
  }
  return null;
}

function matchRoute(route: Route, segments: readonly string[]): Match | null {
  if (route.index) return segments.length === 0 ? { routes: [route], params: {} } : null;
  const begun = takePath(route.path, segments);
  if (begun === null) return null;
  const below = route.children && matchSegments(route.children, begun.left);
  if (below) return { routes: [route, ...below.routes], params: { ...begun.params, ...below.params } };
  return route.path !== undefined && begun.left.length === 0
    ? { routes: [route], params: begun.params }
    : null;
}

/** Takes a route's own path off the segments; null where they begin otherwise. */
function takePath(
  path: string | undefined,
  segments: readonly string[],
): { left: readonly string[]; params: Params } | null {
  if (path === '*') return { left: [], params: {} };
  const names = path?.split('/').filter((name) => name !== '') ?? [];
  const params: Record<string, string> = {};
  for (const [place, name] of names.entries()) {
    const segment = segments[place];
    if (!segment) return null;
    if (name.startsWith(':')) params[name.slice(1)] = decode(segment);
    else if (name.toLowerCase() !== segment.toLowerCase()) return null;
  }
  return { left: segments.slice(names.length), params };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
