import { lazy, Suspense } from 'react';

const Picture = lazy(() => import('./harbour.tsx'));

/** The harbour behind a text, after the first paint. */
export const LaterHarbour = ({ className }: { className?: string | undefined }) => (
  <Suspense>
    <Picture className={className} />
  </Suspense>
);
