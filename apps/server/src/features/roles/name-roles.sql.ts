import { mapNames, type NameById } from '../../platform/audit/name-by-id.ts';
import './roles.tables.ts';

/** Roles by their names. */
export const nameRoles: NameById = async ({ db }, ids) =>
  mapNames(await db.selectFrom('roles').select(['id', 'name']).where('id', 'in', ids).execute());
