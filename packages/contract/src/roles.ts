import * as z from 'zod/mini';
import { Proposal } from './approvals.ts';
import { ACTIONS } from './wire/actions.ts';
import { endpoints } from './wire/endpoint.ts';
import { Id, line, Nothing, page } from './wire/values.ts';

/** The admin pages, in the order of the admin's menu. */
export const MENUS = [
  '/admin/dataBoard',
  '/admin/user',
  '/admin/config',
  '/admin/recharge',
  '/admin/order',
  '/admin/goods',
  '/admin/prices',
  '/admin/role',
  '/admin/sales',
  '/admin/agent',
  '/admin/support',
  '/admin/audit',
] as const;
export type Menu = (typeof MENUS)[number];

export const Role = z.object({
  id: Id,
  name: z.string(),
  menus: z.array(z.string()),
  actions: z.array(z.string()),
  /** The built-in role with all permissions. */
  is_owner: z.boolean(),
  /** How many users have it. */
  users: z.int(),
  /** Whether the caller has all its permissions, and so can grant it. */
  can_grant: z.boolean(),
});
export type Role = z.infer<typeof Role>;

const RoleId = z.object({ id: Id });
const written = z.object({
  name: line(40, 1),
  menus: z._default(z.array(z.enum(MENUS)), []),
  actions: z._default(z.array(z.enum(ACTIONS)), []),
});

export const rolesEndpoints = endpoints({
  listRoles: {
    summary: 'All roles, and the permissions the caller may grant',
    data: z.extend(page(Role), {
      own: z.object({ menus: z.array(z.string()), actions: z.array(z.string()) }),
    }),
  },
  createRole: {
    freshCode: true,
    summary: 'Create a role; it may hold only pages and actions that the caller has',
    body: written,
    data: Role,
  },
  updateRole: {
    freshCode: true,
    summary:
      "Update a role's permissions; they apply from its users' next request. A permission to approve, for people who have the role, becomes a proposal",
    params: RoleId,
    body: written,
    data: z.extend(Role, { proposal: z.nullable(Proposal) }),
  },
  deleteRole: {
    freshCode: true,
    summary: 'Delete a role that is not assigned to anyone',
    params: RoleId,
    data: Nothing,
  },
});
