/**
 * Owns roles: which of the closed lists of actions and admin pages (contract) each holds. Does not own who
 * has a role: that is the user's row.
 *
 * Invariant: there is one owner role, and it holds everything.
 */
export { ensureOwnerRole } from './ensure-owner-role.sql.ts';
export { nameRoles } from './name-roles.sql.ts';
export { permissionsOfRole, type Permissions } from './permissions.ts';
export { requireGrantable } from './require-grantable.ts';
export { rolesRoutes } from './roles.routes.ts';
export { lockOwnerRole, lockRole } from './roles.sql.ts';
export { readPermissions } from './read-permissions.ts';
