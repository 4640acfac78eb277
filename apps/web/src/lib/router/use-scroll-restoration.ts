import { useEffect, useLayoutEffect } from 'react';
import { useNavigationState, useSiteNavigation } from './hooks.ts';

/**
 * Scrolls when a page opens: where it was left, to the part that its address names, or to its top. The browser's own
 * way would scroll before the page has loaded.
 */
export function useScrollRestoration(): void {
  const navigation = useSiteNavigation();
  const { location, scroll } = useNavigationState();

  useEffect(() => {
    const take = () => void (history.scrollRestoration = 'manual');
    const giveBack = () => {
      const state = navigation.state();
      if (!state.isLoading) navigation.scroll?.keep(state.location);
      navigation.scroll?.store();
      history.scrollRestoration = 'auto';
    };
    take();
    addEventListener('pageshow', take);
    addEventListener('pagehide', giveBack);
    return () => {
      removeEventListener('pageshow', take);
      removeEventListener('pagehide', giveBack);
    };
  }, [navigation]);

  useLayoutEffect(() => {
    const part = typeof scroll === 'number' ? null : partOf(location.hash);
    if (part) part.scrollIntoView();
    else if (scroll !== 'keep') scrollTo(0, scroll === 'reset' ? 0 : scroll);
  }, [location, scroll]);
}

function partOf(hash: string): HTMLElement | null {
  try {
    return hash === '' ? null : document.querySelector(`#${CSS.escape(decodeURIComponent(hash.slice(1)))}`);
  } catch {
    return null;
  }
}
