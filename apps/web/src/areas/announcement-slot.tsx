import type { AnnouncementPosition } from '@portside/contract';
import { lazy, Suspense } from 'react';
import { BlockBoundary } from '../ui/messages/block-boundary.tsx';

/** After the first paint: few pages have something to announce. */
const AnnouncementCard = lazy(() => import('../features/announcements/announcement-card.tsx'));

/** Where announcements of a position appear. */
export const AnnouncementSlot = ({ at }: { at: AnnouncementPosition }) => (
  <BlockBoundary fallback={null}>
    <Suspense>
      <AnnouncementCard position={at} />
    </Suspense>
  </BlockBoundary>
);
