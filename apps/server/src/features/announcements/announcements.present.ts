import { textIn, type Announcement, type Language, type ShownAnnouncement } from '@portside/contract';
import type { AnnouncementRow } from './announcements.sql.ts';
import { isShown, shownFrom } from './announcement-times.ts';

export const presentShown = (row: AnnouncementRow, language: Language): ShownAnnouncement => ({
  id: row.id.toString(),
  position: row.position,
  title: textIn(row.title, language),
  body: textIn(row.body, language),
  shown_from: (shownFrom(row) ?? row.created_at).toISOString(),
  ends_at: row.ends_at?.toISOString() ?? null,
});

export const presentAnnouncement = (row: AnnouncementRow, now: Date): Announcement => ({
  id: row.id.toString(),
  position: row.position,
  state: row.state,
  title: row.title,
  body: row.body,
  starts_at: row.starts_at?.toISOString() ?? null,
  ends_at: row.ends_at?.toISOString() ?? null,
  is_shown: isShown(row, now),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
