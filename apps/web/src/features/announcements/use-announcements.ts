import type { AnnouncementPosition, ShownAnnouncement } from '@portside/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { itemsOf, query, queryKey } from '../../lib/api/query.ts';
import { useLiveEvent } from '../../lib/live/live-events.ts';
import { storedState, updateStored, useStored } from '../../lib/stored/stored-state.ts';

/**
 * Announcements for a position that the reader has not put away, newest first. New ones arrive live. Undefined until
 * they have loaded; none if they could not be.
 */
export function useAnnouncements(position: AnnouncementPosition): ShownAnnouncement[] | undefined {
  const client = useQueryClient();
  const request = { params: { position } };
  const { data, isError } = useQuery({
    ...query('listAnnouncementsAt', request, { isQuiet: true }),
    select: itemsOf,
  });
  useLiveEvent('announcement', (event) => {
    if (event.position === position)
      void client.invalidateQueries({ queryKey: queryKey('listAnnouncementsAt', request) });
  });
  const away = useStored((s) => s.announcementsPutAway);
  return (data ?? (isError ? [] : undefined))?.filter(({ id }) => !away.includes(id));
}

/** Hides an announcement in this browser for good; every other one still appears. */
export const putAnnouncementAway = (id: string): void =>
  updateStored({ announcementsPutAway: putAway(storedState().announcementsPutAway, id) });

/** As many as a browser remembers; older announcements have ended long before. */
const MOST_REMEMBERED = 100;

/** Adds an announcement to those that the reader has put away, newest last. */
export const putAway = (ids: readonly string[], id: string): readonly string[] =>
  [...ids.filter((one) => one !== id), id].slice(-MOST_REMEMBERED);
