import type { AnnouncementPosition } from '@portside/contract';
import { lazy, Suspense } from 'react';
import { BlockBoundary } from '../ui/messages/block-boundary.tsx';

/** Loads after the first paint: few pages have an announcement. */
const AnnouncementBar = lazy(() => import('../features/announcements/announcement-bar.tsx'));

/** Shows the announcements for one position. */
export const AnnouncementSlot = ({ at }: { at: AnnouncementPosition }) => (
  <BlockBoundary fallback={null}>
    <Suspense>
      <AnnouncementBar position={at} />
    </Suspense>
  </BlockBoundary>
);
