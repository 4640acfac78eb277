import { textIn } from '@portside/contract';
import type { Db } from '../../platform/db/db.ts';
import type { PageAnnouncement } from '../../platform/http/page-settings.ts';
import { shownFrom } from './announcement-times.ts';
import { listNewestShown } from './announcements.sql.ts';

/** The newest announcement that each position shows at this time; none for a position without one. */
export async function readPageAnnouncements(db: Db, now: Date): Promise<PageAnnouncement[]> {
  const rows = await listNewestShown(db, now);
  return rows.map((row) => ({
    id: row.id.toString(),
    position: row.position,
    shownFrom: shownFrom(row) ?? row.created_at,
    titleIn: (language) => textIn(row.title, language),
  }));
}
