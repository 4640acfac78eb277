import type { Announcement, AnnouncementPosition, AnnouncementState } from '@portside/contract';
import { twoDigits } from '../../lib/format/times.ts';
import { dayOf } from '../../lib/format/days.ts';
import { toKept, toTexts, withoutBlank, type Texts } from '../../locales/texts.ts';

export const POSITIONS: readonly AnnouncementPosition[] = ['home', 'purchase', 'recharge', 'login'];
export const STATES: readonly AnnouncementState[] = ['draft', 'published'];

/** The form's values. Times are local, to the minute, as <input type="datetime-local"> has them. */
export type AnnouncementValues = {
  position: AnnouncementPosition;
  state: AnnouncementState;
  title: Texts;
  body: Texts;
  starts: string;
  ends: string;
};

export const toFormValues = (one: Announcement | null): AnnouncementValues => ({
  position: one?.position ?? 'home',
  state: one?.state ?? 'draft',
  title: toTexts(one?.title ?? {}),
  body: toTexts(one?.body ?? {}),
  starts: localOf(one?.starts_at ?? null),
  ends: localOf(one?.ends_at ?? null),
});

/** The form's values as a request body; empty texts are left out. */
export const toRequestBody = ({ position, state, title, body, starts, ends }: AnnouncementValues) => ({
  position,
  state,
  title: toKept(title),
  body: toKept(withoutBlank(body)),
  ...(starts && { starts_at: new Date(starts).toISOString() }),
  ...(ends && { ends_at: new Date(ends).toISOString() }),
});

/** "2026-11-21T07:30" in the reader's time zone; empty for none. */
function localOf(iso: string | null): string {
  if (iso === null) return '';
  const at = new Date(iso);
  return `${dayOf(at)}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}
