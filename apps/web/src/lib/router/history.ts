import { randomKey } from '../random-key.ts';
import {
  createLocation,
  DEFAULT_KEY,
  parsePath,
  pathOf,
  resolvePath,
  type Location,
  type Path,
} from './path.ts';

/** The entries that back and forward lead through. */
export type History = {
  readonly current: () => Location;
  readonly push: (location: Location) => void;
  readonly replace: (location: Location) => void;
  /** Moves by so many entries; whoever listens is told once it has moved. */
  readonly go: (steps: number) => void;
  readonly listen: (onMove: (to: Location) => void) => void;
};

/** What an entry keeps besides its address. Entries outlive a deploy, so the names stay. */
type Entry = { readonly usr?: unknown; readonly key?: string } | null;

const entryOf = ({ state, key }: Location): Entry => ({ usr: state, key });

/** The history of this tab. The entry that the page was opened with gets a key of its own, which a reload keeps. */
export function createBrowserHistory(): History {
  const first = history.state as Entry;
  if (first?.key === undefined)
    history.replaceState({ usr: first?.usr, key: randomKey() } satisfies Entry, '');
  const current = (): Location => {
    const { pathname, search, hash } = location;
    const entry = history.state as Entry;
    return { pathname, search, hash, state: entry?.usr ?? null, key: entry?.key ?? DEFAULT_KEY };
  };
  return {
    current,
    push: (to) => {
      try {
        history.pushState(entryOf(to), '', pathOf(to));
      } catch {
        // Browsers limit how often an entry may be added: a page load is not limited.
        location.assign(pathOf(to));
      }
    },
    replace: (to) => history.replaceState(entryOf(to), '', pathOf(to)),
    go: (steps) => history.go(steps),
    listen: (onMove) => addEventListener('popstate', () => onMove(current())),
  };
}

const NOWHERE: Path = { pathname: '/', search: '', hash: '' };

/** A history without a browser; it begins at the last of the addresses. */
export function createMemoryHistory(
  addresses: readonly (string | (Partial<Path> & { state?: unknown }))[],
): History {
  const entries = addresses.map((address) => {
    const { state = null, ...path } = typeof address === 'string' ? { ...parsePath(address) } : address;
    return createLocation(resolvePath(path, NOWHERE), state);
  });
  let at = entries.length - 1;
  let tell: (to: Location) => void = () => undefined;
  return {
    current: () => entries[at]!,
    push: (to) => void entries.splice(++at, entries.length, to),
    replace: (to) => void (entries[at] = to),
    go: (steps) => {
      at = Math.min(Math.max(at + steps, 0), entries.length - 1);
      tell(entries[at]!);
    },
    listen: (onMove) => void (tell = onMove),
  };
}
