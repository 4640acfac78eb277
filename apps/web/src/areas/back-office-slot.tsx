import { lazy, Suspense } from 'react';
import { useStored } from '../lib/stored/stored-state.ts';
import { BlockBoundary } from '../ui/messages/block-boundary.tsx';

const BackOfficeLink = lazy(() => import('./back-office-link.tsx'));

/** Shows admins the way to the back office; buyers never load its code. */
export function BackOfficeSlot() {
  const isAdmin = useStored((s) => s.user?.isAdmin ?? false);
  if (!isAdmin) return null;
  return (
    <BlockBoundary fallback={null}>
      <Suspense>
        <BackOfficeLink />
      </Suspense>
    </BlockBoundary>
  );
}
