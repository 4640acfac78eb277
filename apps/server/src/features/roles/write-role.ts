import { type AuditAction, type Input, type Role, type Data, ACTIONS, MENUS } from '@portside/contract';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { brokenConstraint } from '../../platform/db/db.ts';
import { refuse } from '../../platform/refusal.ts';
import { requireGrantable, isWithin, readOwnPermissions } from './permissions.ts';
import {
  countUsersOf,
  deleteRoleRow,
  insertRole,
  lockRole,
  updateRoleRow,
  type RoleRow,
  listRoleRows,
} from './roles.sql.ts';

type RoleInput = Input<'createRole'>['body'];

/** Creates a role. Refuses permissions that the caller lacks (noPermission) and a name that is taken (dataExists). */
export function createRole(ctx: Ctx, input: RoleInput): Promise<Role> {
  return inTransaction(ctx, async (step) => {
    await requireGrantable(step, { ...input, is_owner: false });
    const row = await insertRole(step.db, valuesOf(input)).catch(refuseTaken);
    await record(step, 'role.create', null, row);
    return presentRole(row, { users: 0, canGrant: true });
  });
}

/**
 * Replaces a role's name and permissions. Refuses where it had or would get permissions that the caller lacks
 * (noPermission), and a name that is taken (dataExists).
 */
export function storeRole(ctx: Ctx, id: bigint, input: RoleInput): Promise<Role> {
  return inTransaction(ctx, async (step) => {
    const before = await lockEditableRole(step, id);
    await requireGrantable(step, { ...input, is_owner: false });
    const row = await updateRoleRow(step.db, id, valuesOf(input)).catch(refuseTaken);
    await record(step, 'role.update', before, row);
    return presentRole(row, { users: await countUsersOf(step.db, id), canGrant: true });
  });
}

/**
 * Deletes a role. Refuses one that users have (roleInUse), or with permissions that the caller lacks (noPermission).
 */
export function deleteRole(ctx: Ctx, id: bigint): Promise<void> {
  return inTransaction(ctx, async (step) => {
    const before = await lockEditableRole(step, id);
    if ((await countUsersOf(step.db, id)) > 0) refuse('roleInUse');
    await deleteRoleRow(step.db, id);
    await record(step, 'role.delete', before, null);
  });
}

/** Locks a role that the caller can edit. Refuses the owner role, which always has all permissions (noPermission). */
async function lockEditableRole(ctx: Ctx, id: bigint): Promise<RoleRow> {
  const role = (await lockRole(ctx.db, id)) ?? refuse('notFound');
  if (role.is_owner) refuse('noPermission', "the owner's role is built in");
  await requireGrantable(ctx, role);
  return role;
}

const valuesOf = ({ name, menus, actions }: RoleInput) => ({
  name,
  menus: [...new Set(menus)],
  actions: [...new Set(actions)],
});

function refuseTaken(error: unknown): never {
  if (brokenConstraint(error) === 'roles_name_key') refuse('dataExists', 'a role of that name');
  throw error;
}

const factsOf = ({ name, menus, actions }: RoleRow) => ({ name, menus, actions });

const record = (
  ctx: Ctx,
  action: AuditAction,
  before: RoleRow | null,
  after: RoleRow | null,
): Promise<void> =>
  recordAudit(ctx, {
    action,
    subject: `role:${(after ?? before)!.id}`,
    before: before && factsOf(before),
    after: after && factsOf(after),
  });

/** All roles, the owner role first, and the permissions that the caller can grant. */
export async function listRoles(ctx: Ctx): Promise<Data<'listRoles'>> {
  const own = await readOwnPermissions(ctx);
  const items = (await listRoleRows(ctx.db)).map((row) =>
    presentRole(row, { users: Number(row.users), canGrant: isWithin(own, row) }),
  );
  const { menus, actions } = own;
  return {
    items,
    next_cursor: null,
    total: items.length,
    own: { menus: [...menus], actions: [...actions] },
  };
}

type Facts = { readonly users: number; readonly canGrant: boolean };

/** An owner’s role shows every page and permission, whatever its row holds. */
export const presentRole = (row: RoleRow, { users, canGrant }: Facts): Role => ({
  id: row.id.toString(),
  name: row.name,
  menus: row.is_owner ? [...MENUS] : row.menus,
  actions: row.is_owner ? [...ACTIONS] : row.actions,
  is_owner: row.is_owner,
  users,
  can_grant: canGrant,
});
