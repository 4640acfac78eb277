/**
 * Owns roles: the permissions and admin pages of each, out of the lists in the contract. Does not own who has a role:
 * that is in the user's row.
 *
 * Invariant: there is exactly one owner role, and it has all permissions.
 */

import type { Events } from '../../platform/context.ts';
import { onAdminChange } from '../approvals/index.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { applyPermissions, createRole, deleteRole, listRoles, updateRole } from './roles.ts';

export { ensureOwnerRole, nameRoles, findRole, lockOwnerRole, lockRole, type RoleRow } from './roles.sql.ts';
export { permissionsOfRole, requireGrantable, readPermissions } from './permissions.ts';

/** Stores permissions that a second person has approved. */
export function subscribeRoles(events: Events): void {
  onAdminChange(events, { permissions: applyPermissions });
}

export const rolesRoutes = {
  listRoles,
  createRole: (ctx, { body }) => createRole(ctx, body),
  updateRole: (ctx, { params, body }) => updateRole(ctx, BigInt(params.id), body),
  deleteRole: (ctx, { params }) => deleteRole(ctx, BigInt(params.id)).then(() => null),
} satisfies Partial<Routes>;
