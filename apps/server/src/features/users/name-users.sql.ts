import { mapNames, type NameById } from '../../platform/audit/name-by-id.ts';

/** Users by their usernames. */
export const nameUsers: NameById = async ({ db }, ids) =>
  mapNames(await db.selectFrom('users').select(['id', 'username as name']).where('id', 'in', ids).execute());
