import type { Announcement, AnnouncementPosition, AnnouncementState } from '@portside/contract';
import { fromLocalTime, toLocalTime } from '../../lib/format/local-time.ts';
import { toKept, toTexts, withoutBlank, type Texts } from '../../locales/texts.ts';

export const POSITIONS: readonly AnnouncementPosition[] = ['home', 'purchase', 'recharge', 'login'];
export const STATES: readonly AnnouncementState[] = ['draft', 'published'];

/** The form's values. Times are local, to the minute, as <input type="datetime-local"> has them. */
export type AnnouncementValues = {
  positions: AnnouncementPosition[];
  state: AnnouncementState;
  title: Texts;
  body: Texts;
  starts: string;
  ends: string;
};

export const toFormValues = (one: Announcement | null): AnnouncementValues => ({
  positions: one ? [one.position, ...one.also_at] : ['home'],
  state: one?.state ?? 'draft',
  title: toTexts(one?.title ?? {}),
  body: toTexts(one?.body ?? {}),
  starts: toLocalTime(one?.starts_at ?? null),
  ends: toLocalTime(one?.ends_at ?? null),
});

/** The form's values as a request body; empty texts are left out. */
export const toRequestBody = ({
  positions: [position, ...others],
  state,
  title,
  body,
  starts,
  ends,
}: AnnouncementValues) => ({
  position: position!,
  also_at: others,
  state,
  title: toKept(title),
  body: toKept(withoutBlank(body)),
  ...(starts && { starts_at: fromLocalTime(starts) }),
  ...(ends && { ends_at: fromLocalTime(ends) }),
});
