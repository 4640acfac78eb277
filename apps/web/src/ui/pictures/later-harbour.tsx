import { lazy } from 'react';
import { AfterContent } from '../../lib/api/after-content.tsx';

const Picture = lazy(() => import('./harbour.tsx'));

/** The harbour behind a text, after the page's content. */
export const LaterHarbour = ({ className }: { className?: string | undefined }) => (
  <AfterContent>
    <Picture className={className} />
  </AfterContent>
);
