import type { Db } from '../../platform/db/db.ts';
import { permissionsOfRole, type Permissions } from './permissions.ts';
import './roles.tables.ts';

/** What a user with that role may do now; a user without a role is a buyer. */
export async function readPermissions(db: Db, roleId: bigint | null): Promise<Permissions> {
  if (roleId === null) return permissionsOfRole(null);
  const role = await db
    .selectFrom('roles')
    .select(['menus', 'actions', 'is_owner'])
    .where('id', '=', roleId)
    .executeTakeFirstOrThrow();
  return permissionsOfRole(role);
}
