import { lazy, Suspense } from 'react';
import { BlockBoundary } from '../ui/messages/block-boundary.tsx';

const RoleMenuLinks = lazy(() => import('./role-menu-links.tsx'));

/** Links of the profile menu for admins and agents. Loads when the menu opens; without them the menu is still there. */
export const RoleMenuSlot = ({ area }: { area: '/client' | '/mobile' }) => (
  <BlockBoundary fallback={null}>
    <Suspense>
      <RoleMenuLinks area={area} />
    </Suspense>
  </BlockBoundary>
);
