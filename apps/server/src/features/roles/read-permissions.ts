import type { Db } from '../../platform/db/db.ts';
import { permissionsOfRole, type Permissions } from './permissions.ts';
import { findRole } from './roles.sql.ts';

/** The present permissions of a role; none for null, a buyer. */
export async function readPermissions(db: Db, roleId: bigint | null): Promise<Permissions> {
  if (roleId === null) return permissionsOfRole(null);
  const role = await findRole(db, roleId);
  if (!role) throw new Error(`there is no role ${roleId}`);
  return permissionsOfRole(role);
}
