import { randomKey } from '../random-key.ts';

/** An address within the site. `search` and `hash` begin with their sign, or are empty. */
export type Path = { readonly pathname: string; readonly search: string; readonly hash: string };

/** Where a navigation leads: as written in a link, or the parts of it. Without a pathname the page stays. */
export type To = string | Partial<Path>;

/** An entry of the history. `key` is `default` for an address that was typed. */
export type Location = Path & { readonly state: unknown; readonly key: string };

export const DEFAULT_KEY = 'default';

/** The address within the site, as `parsePath` reads it. */
export const pathOf = ({ pathname, search, hash }: Path): string => pathname + search + hash;

/** The parts that an address names. `?` and `#` alone name an empty search or hash. */
export function parsePath(address: string): Partial<Path> {
  const [, pathname, search, hash] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address)!;
  return {
    ...(pathname && { pathname }),
    ...(search !== undefined && { search: search.length > 1 ? search : '' }),
    ...(hash !== undefined && { hash: hash.length > 1 ? hash : '' }),
  };
}

/**
 * The address of a link on the page `from`. Always one of this site: slashes at its start are one, so none of them
 * leads to another host.
 */
export function resolvePath(to: To, from: Path): Path {
  const parts = typeof to === 'string' ? parsePath(to) : to;
  const sign = (text: string | undefined, mark: string) =>
    text === undefined || text === '' || text.startsWith(mark) ? (text ?? '') : mark + text;
  const address = `/${parts.pathname ?? from.pathname}${sign(parts.search, '?')}${sign(parts.hash, '#')}`;
  // In one piece with a host: alone, an address that becomes two slashes without its tabs would name a host itself.
  const url = new URL(`http://own.invalid${address}`);
  // Only now: the parser takes tabs and dots out from between slashes.
  return { pathname: url.pathname.replaceAll(/\/+/g, '/'), search: url.search, hash: url.hash };
}

/** An entry of the history, with a key of its own. `state` must survive structuredClone. */
export const createLocation = (path: Path, state: unknown = null): Location => ({
  ...path,
  state,
  key: randomKey(),
});

/** Whether going from one to the other only moves to a part of the same page. */
export const isHashChangeOnly = (from: Path, to: Path): boolean =>
  from.pathname === to.pathname && from.search === to.search && to.hash !== '';
