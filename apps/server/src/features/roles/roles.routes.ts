import type { Routes } from '../../platform/http/routes.ts';
import { listRoles } from './list-roles.ts';
import { createRole, deleteRole } from './write-role.ts';

export const rolesRoutes = {
  listRoles,
  createRole: (ctx, { body }) => createRole(ctx, body),
  deleteRole: (ctx, { params }) => deleteRole(ctx, BigInt(params.id)).then(() => null),
} satisfies Partial<Routes>;
