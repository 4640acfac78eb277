import type { AnnouncementPosition, ShownAnnouncement } from '@portside/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { itemsOf } from '../../lib/api/items-of.ts';
import { query, queryKey } from '../../lib/api/query.ts';
import { useLiveEvent } from '../../lib/live/use-live-event.ts';
import { useNow } from '../../lib/browser/use-now.ts';
import { storedState, updateStored, useStored } from '../../lib/stored/stored-state.ts';
import { dayOf, hideOn } from './hidden-today.ts';

const MINUTE_MS = 60_000;

/** Announcements closed in this page load. */
const useClosed = create<{ ids: readonly string[] }>(() => ({ ids: [] }));

/** Announcements for a position that the reader has not closed or hidden, newest first. New ones arrive live. */
export function useAnnouncements(position: AnnouncementPosition): ShownAnnouncement[] {
  const client = useQueryClient();
  const request = { params: { position } };
  const { data } = useQuery({
    ...query('listAnnouncementsAt', request, { isQuiet: true }),
    select: itemsOf,
  });
  useLiveEvent('announcement', (event) => {
    if (event.position === position)
      void client.invalidateQueries({ queryKey: queryKey('listAnnouncementsAt', request) });
  });
  const hidden = useStored((s) => s.announcementsHidden);
  const closed = useClosed((s) => s.ids);
  const today = dayOf(new Date(useNow(MINUTE_MS)));
  return data?.filter(({ id }) => hidden[id] !== today && !closed.includes(id)) ?? [];
}

export const closeAnnouncement = (id: string): void =>
  useClosed.setState(({ ids }) => ({ ids: [...ids, id] }));

export const hideAnnouncementToday = (id: string): void =>
  updateStored({ announcementsHidden: hideOn(storedState().announcementsHidden, id, dayOf(new Date())) });
