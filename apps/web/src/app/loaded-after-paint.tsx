import { useEffect, useState, type ReactNode } from 'react';

const RELOADED_AFTER_MS = 3_000;

/**
 * Loads what comes after the first paint, while this build is still served. Browsers do not request code again that
 * failed, so without it the page is loaded again, unless somebody has begun to use it.
 */
export function LoadedAfterPaint() {
  const [part, setPart] = useState<ReactNode>(null);
  useEffect(() => {
    void import('./after-paint.tsx').then(
      ({ AfterPaint }) => setPart(<AfterPaint />),
      () => {
        if (navigator.onLine && !document.querySelector('input:focus, textarea:focus, select:focus'))
          setTimeout(() => location.reload(), RELOADED_AFTER_MS);
      },
    );
  }, []);
  return part;
}
