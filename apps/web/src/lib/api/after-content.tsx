import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { useIsFetching } from '@tanstack/react-query';

let isShown = false;

/**
 * Whether the page shows what it is for: every query of the first page is answered, and the browser is idle. For what a
 * page can be read without, because on a slow network each request delays the others. Stays true on the pages that
 * follow.
 */
export function useAfterContent(): boolean {
  const [isReady, setIsReady] = useState(isShown);
  const isAsking = useIsFetching() > 0;
  useEffect(() => {
    if (isReady || isAsking) return undefined;
    return whenIdle(() => {
      isShown = true;
      setIsReady(true);
    });
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
  const callback = requestIdleCallback(act, { timeout: 1_000 });
  return () => cancelIdleCallback(callback);
}

/** A part that may come after the content; `before` in its place until then, and while its code loads. */
export const AfterContent = ({ children, before }: { children: ReactNode; before?: ReactNode }): ReactNode =>
  useAfterContent() ? <Suspense fallback={before}>{children}</Suspense> : before;
