import { useEffect, useState, type ReactNode } from 'react';
import { useContentWatch, useIsContentShown } from '../lib/api/content-shown.ts';
import { loadAfterPaint } from './load-after-paint.ts';

/** Loads and shows what comes after the first paint, once the page shows what it is for. */
export function LoadedAfterPaint() {
  const [part, setPart] = useState<ReactNode>(null);
  const isContentShown = useIsContentShown();
  useContentWatch();
  useEffect(() => {
    if (isContentShown) return loadAfterPaint(({ AfterPaint }) => setPart(<AfterPaint />));
    return undefined;
  }, [isContentShown]);
  return part;
}
