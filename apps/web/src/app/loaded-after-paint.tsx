import { useEffect, useState, type ReactNode } from 'react';
import { loadAfterPaint } from './load-after-paint.ts';

/** Shows what comes after the first paint, as soon as it has loaded. */
export function LoadedAfterPaint() {
  const [part, setPart] = useState<ReactNode>(null);
  useEffect(() => loadAfterPaint(({ AfterPaint }) => setPart(<AfterPaint />)), []);
  return part;
}
