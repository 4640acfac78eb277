import { Suspense, type ReactNode } from 'react';
import { useIsContentShown } from './content-shown.ts';

/**
 * Shows a part that the page can be read and used without, once the page shows what it is for; `before` until then, and
 * while its code loads.
 */
export const AfterContent = ({ children, before }: { children: ReactNode; before?: ReactNode }): ReactNode =>
  useIsContentShown() ? <Suspense fallback={before}>{children}</Suspense> : before;
