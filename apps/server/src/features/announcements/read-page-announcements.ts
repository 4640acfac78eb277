import { textIn } from '@portside/contract';
import type { Db } from '../../platform/db/db.ts';
import type { PageAnnouncement } from '../../platform/http/page-settings.ts';
import { shownFrom } from './announcement-times.ts';
import { listNewestShown } from './announcements.sql.ts';

/** Per position. A reader who has dismissed all of these sees the next one after the page has loaded the list. */
const MOST = 3;

/** The newest announcements that each position shows at this time, newest first; none for a position without one. */
export async function readPageAnnouncements(db: Db, now: Date): Promise<PageAnnouncement[]> {
  const rows = await listNewestShown(db, now, MOST);
  return rows.map((row) => ({
    id: row.id.toString(),
    position: row.position,
    shownFrom: shownFrom(row) ?? row.created_at,
    titleIn: (language) => textIn(row.title, language),
  }));
}
