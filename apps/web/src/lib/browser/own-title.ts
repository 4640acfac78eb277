import { useEffect } from 'react';
import { create } from 'zustand';

const useTitle = create<{ readonly own: string | null }>(() => ({ own: null }));

/**
 * Gives the page a title of its own, such as a product's name, in place of the one in the site map; null for none, so
 * that a part of the page may give it one.
 */
export function useOwnTitle(own: string | null): void {
  useEffect(() => {
    if (own === null) return undefined;
    useTitle.setState({ own });
    return () => useTitle.setState({ own: null });
  }, [own]);
}

/** The open page's own title; null where it has the one in the site map. */
export const useShownTitle = (): string | null => useTitle((s) => s.own);
