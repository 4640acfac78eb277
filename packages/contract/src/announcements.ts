import * as z from 'zod/mini';
import { tableFile, tableFormat, endpoints } from './wire/endpoint.ts';
import {
  Id,
  inLanguages,
  line,
  Nothing,
  page,
  pageQuery,
  paragraphs,
  sortQuery,
  Time,
} from './wire/values.ts';

const ANNOUNCEMENT_POSITIONS = ['home', 'purchase', 'recharge', 'login'] as const;
export const AnnouncementPosition = z.enum(ANNOUNCEMENT_POSITIONS);
export type AnnouncementPosition = z.infer<typeof AnnouncementPosition>;

export const AnnouncementState = z.enum(['draft', 'published']);
export type AnnouncementState = z.infer<typeof AnnouncementState>;

/** An announcement as readers see it, in one language. */
export const ShownAnnouncement = z.object({
  id: Id,
  position: AnnouncementPosition,
  title: z.string(),
  /** HTML with a few safe elements, sanitised by the server. */
  body: z.string(),
  /** Shown since this time. */
  shown_from: Time,
  ends_at: z.nullable(Time),
});
export type ShownAnnouncement = z.infer<typeof ShownAnnouncement>;

export const Announcement = z.object({
  id: Id,
  position: AnnouncementPosition,
  /** Further positions. */
  also_at: z.array(AnnouncementPosition),
  state: AnnouncementState,
  title: inLanguages(z.string()),
  body: inLanguages(z.string()),
  starts_at: z.nullable(Time),
  ends_at: z.nullable(Time),
  /** Whether readers see it now. */
  is_shown: z.boolean(),
  created_at: Time,
  updated_at: Time,
});
export type Announcement = z.infer<typeof Announcement>;

const AnnouncementId = z.object({ id: Id });
const announcementFilter = {
  position: z.optional(AnnouncementPosition),
  state: z.optional(AnnouncementState),
};
const written = z.object({
  position: AnnouncementPosition,
  /** Further positions where it is shown. */
  also_at: z.optional(z.array(AnnouncementPosition).check(z.maxLength(ANNOUNCEMENT_POSITIONS.length))),
  state: z._default(AnnouncementState, 'draft'),
  /** In at least one language; readers of any other get English, or whatever there is. */
  title: inLanguages(line(120, 1)),
  body: z._default(inLanguages(paragraphs(20_000)), {}),
  starts_at: z.optional(Time),
  ends_at: z.optional(Time),
});

export const announcementsEndpoints = endpoints({
  listAnnouncementsAt: {
    access: 'visitor',
    summary: 'Announcements shown at a position now, newest first',
    params: z.object({ position: AnnouncementPosition }),
    data: page(ShownAnnouncement),
  },
  listAnnouncements: {
    summary: 'All announcements, newest first',
    query: z.object({ ...pageQuery, ...sortQuery('listAnnouncements'), ...announcementFilter }),
    data: page(Announcement),
  },
  exportAnnouncements: {
    summary: 'Filtered announcements as a CSV or XLSX file, newest first',
    query: z.object({ ...announcementFilter, ...tableFormat }),
    ...tableFile,
  },
  createAnnouncement: {
    freshCode: true,
    summary: 'Create an announcement',
    body: written,
    data: Announcement,
  },
  updateAnnouncement: {
    freshCode: true,
    summary: 'Update an announcement; absent fields are cleared',
    params: AnnouncementId,
    body: written,
    data: Announcement,
  },
  deleteAnnouncement: {
    freshCode: true,
    summary: 'Delete an announcement',
    params: AnnouncementId,
    data: Nothing,
  },
});
