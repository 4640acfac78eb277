/**
 * Owns roles: the closed lists of actions and admin pages, and which role holds which. Does not own who
 * has a role: that is the user's row.
 *
 * Invariant: there is one owner role, and it holds everything.
 */
export { ensureOwnerRole } from './ensure-owner-role.ts';
export { ACTIONS, MENUS, permissionsOfRole, type Permissions } from './permissions.ts';
export { readPermissions } from './read-permissions.ts';
