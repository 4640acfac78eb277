import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { useIsFetching } from '@tanstack/react-query';

let isShown = false;

/** An answer that never comes delays it no longer than this. */
const LONGEST_MS = 10_000;

/**
 * Whether the page shows what it is for: every query of the first page is answered, and the browser is idle, or ten
 * seconds have passed. For what a page can be read without, because on a slow network each request delays the others.
 * Stays true on the pages that follow.
 */
export function useAfterContent(): boolean {
  const [isReady, setIsReady] = useState(isShown);
  const isAsking = useIsFetching() > 0;
  useEffect(() => {
    if (isReady) return undefined;
    const show = () => {
      isShown = true;
      setIsReady(true);
    };
    if (!isAsking) return whenIdle(show);
    const timer = setTimeout(show, Math.max(0, LONGEST_MS - performance.now()));
    return () => clearTimeout(timer);
  }, [isReady, isAsking]);
  return isReady;
}

/** Returns what cancels it. */
function whenIdle(act: () => void): () => void {
  // Safari has no idle callback.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act, 100);
    return () => clearTimeout(timer);
  }
  const callback = requestIdleCallback(act, { timeout: 10_000 });
  return () => cancelIdleCallback(callback);
}

/** A part that may come after the content; `before` stands in for it until then and while its code loads. */
export const AfterContent = ({ children, before }: { children: ReactNode; before?: ReactNode }): ReactNode =>
  useAfterContent() ? <Suspense fallback={before}>{children}</Suspense> : before;
