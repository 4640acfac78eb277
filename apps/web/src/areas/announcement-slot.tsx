import type { AnnouncementPosition } from '@portside/contract';
import { lazy, useState } from 'react';
import { DrawnAnnouncement } from '../features/announcements/drawn-announcement.tsx';
import { AfterContent } from '../lib/api/after-content.tsx';
import { BlockBoundary } from '../ui/messages/block-boundary.tsx';

/** Loads after the page's content: few pages have an announcement. */
const AnnouncementBar = lazy(() => import('../features/announcements/announcement-bar.tsx'));

/** Shows the announcements for one position. The one in the page's first HTML stays until they have loaded. */
export const AnnouncementSlot = import.meta.env.SSR ? DrawnAnnouncement : LoadedAnnouncement;

function LoadedAnnouncement({ position }: { position: AnnouncementPosition }) {
  const [drawn] = useState(() => copyDrawn(position));
  const before = drawn && <div inert ref={(place) => place?.replaceChildren(drawn)} />;
  return (
    <BlockBoundary fallback={null}>
      <AfterContent before={before}>
        <AnnouncementBar position={position} before={before} />
      </AfterContent>
    </BlockBoundary>
  );
}

/**
 * The bar of the prerendered page that shows until React replaces it; null if there is none. A page that is not shown
 * before React, because it is drawn for other readers, has the same bar in its HTML.
 */
function copyDrawn(position: AnnouncementPosition): Node | null {
  const { shows } = document.documentElement.dataset;
  const page = /^\d+$/.test(shows ?? '') ? `[data-prerendered='${shows}']` : '[data-prerendered]';
  const bar = `${page} [data-announcement='${position}']:not([hidden])`;
  return document.querySelector(bar)?.cloneNode(true) ?? null;
}
