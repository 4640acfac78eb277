import { lazy, Suspense } from 'react';
import { useStored } from '../lib/stored/stored-state.ts';
import { BlockBoundary } from '../ui/messages/block-boundary.tsx';

const BackOfficeLink = lazy(() => import('./back-office-link.tsx'));

/**
 * Shows admins the way to the back office; buyers never load its code. Without a page that they may open the guard would
 * sign them out.
 */
export function BackOfficeSlot() {
  const mayEnter = useStored((s) => s.user?.isAdmin === true && s.permissions.menus.length > 0);
  if (!mayEnter) return null;
  return (
    <BlockBoundary fallback={null}>
      <Suspense>
        <BackOfficeLink />
      </Suspense>
    </BlockBoundary>
  );
}

const RoleMenuLinks = lazy(() => import('./role-menu-links.tsx'));

/** Links of the profile menu for admins and agents. Loads when the menu opens; without them the menu is still there. */
export const RoleMenuSlot = ({ area }: { area: '/client' | '/mobile' }) => (
  <BlockBoundary fallback={null}>
    <Suspense>
      <RoleMenuLinks area={area} />
    </Suspense>
  </BlockBoundary>
);
