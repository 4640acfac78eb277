import { mapNames, type NameById } from '../../platform/audit/name-by-id.ts';
import { textIn } from '../goods/index.ts';

export const nameAnnouncements: NameById = async ({ db, language }, ids) => {
  const rows = await db.selectFrom('announcements').select(['id', 'title']).where('id', 'in', ids).execute();
  return mapNames(rows.map(({ id, title }) => ({ id, name: textIn(title, language) })));
};
