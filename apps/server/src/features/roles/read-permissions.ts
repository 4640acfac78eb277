import type { Db } from '../../platform/db/db.ts';
import { permissionsOfRole, type Permissions } from './permissions.ts';
import { findRole } from './roles.sql.ts';

/** What a user with that role may do now; a user without a role is a buyer. */
export async function readPermissions(db: Db, roleId: bigint | null): Promise<Permissions> {
  if (roleId === null) return permissionsOfRole(null);
  const role = await findRole(db, roleId);
  if (!role) throw new Error(`there is no role ${roleId}`);
  return permissionsOfRole(role);
}
