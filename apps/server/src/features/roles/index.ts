/**
 * Owns roles: the permissions and admin pages of each, out of the lists in the contract. Does not own who has a role:
 * that is in the user's row.
 *
 * Invariant: there is exactly one owner role, and it has all permissions.
 */
export { ensureOwnerRole } from './ensure-owner-role.sql.ts';
export { nameRoles } from './name-roles.sql.ts';
export { permissionsOfRole } from './permissions.ts';
export { requireGrantable } from './require-grantable.ts';
export { presentRole } from './roles.present.ts';
export { rolesRoutes } from './roles.routes.ts';
export { findRole, lockOwnerRole, lockRole, type RoleRow } from './roles.sql.ts';
export { storeRole } from './write-role.ts';
export { readPermissions } from './read-permissions.ts';
