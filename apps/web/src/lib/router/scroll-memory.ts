import { DEFAULT_KEY, type Location } from './path.ts';

/** How far each entry of the history was scrolled when it was left, in CSS pixels. */
export type ScrollMemory = {
  readonly keep: (location: Location) => void;
  readonly of: (location: Location) => number | null;
  /** Stores what is kept until the tab closes. */
  readonly store: () => void;
};

const STORED = 'scroll-positions';

/**
 * Entries that the browser made itself, as for a link within the page, all have the key "default", so they are keyed by
 * their path; otherwise a page would open at another page's scroll position.
 */
const keyOf = ({ key, pathname, search }: Location): string =>
  key === DEFAULT_KEY ? pathname + search : key;

/** The memory of this tab; without a storage, of this page load. */
export function createScrollMemory(): ScrollMemory {
  let positions: Record<string, unknown> = {};
  try {
    positions = JSON.parse(sessionStorage.getItem(STORED) ?? '{}') as typeof positions;
  } catch {
    // Unavailable or damaged: pages open at their top.
  }
  return {
    keep: (location) => void (positions[keyOf(location)] = scrollY),
    of: (location) => {
      const position = positions[keyOf(location)];
      return typeof position === 'number' ? position : null;
    },
    store: () => {
      try {
        sessionStorage.setItem(STORED, JSON.stringify(positions));
      } catch {
        // Full or unavailable: the next load opens at the top.
      }
    },
  };
}
