import { textIn } from '@portside/contract';
import { mapNames, type NameById } from '../../platform/audit/name-by-id.ts';
import { listTitles } from './announcements.sql.ts';

/** Announcements by their titles. */
export const nameAnnouncements: NameById = async ({ db, language }, ids) =>
  mapNames((await listTitles(db, ids)).map(({ id, title }) => ({ id, name: textIn(title, language) })));
