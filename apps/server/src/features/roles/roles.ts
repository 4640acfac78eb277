import {
  ACTIONS,
  APPROVING_ACTIONS,
  MENUS,
  type AuditAction,
  type Data,
  type Input,
  type Role,
} from '@portside/contract';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { brokenConstraint } from '../../platform/db/db.ts';
import { refuse } from '../../platform/refusal.ts';
import {
  joinNames,
  listUsersWithRole,
  needsSecondPerson,
  proposeAdminChange,
  recordOwnTies,
  splitNames,
  type AdminChangeTerms,
} from '../approvals/index.ts';
import { isWithin, permissionsOfRole, readOwnPermissions, requireGrantable } from './permissions.ts';
import { listRoleRows, lockRole, type RoleRow } from './roles.sql.ts';

type RoleInput = Input<'createRole'>['body'];

/** Creates a role. Refuses permissions that the caller lacks (noPermission) and a name that is taken (dataExists). */
export function createRole(ctx: Ctx, input: RoleInput): Promise<Role> {
  return inTransaction(ctx, async (step) => {
    await requireGrantable(step, { ...input, is_owner: false });
    const row = await step.db
      .insertInto('roles')
      .values(valuesOf(input))
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(refuseTaken);
    await record(step, 'role.create', null, row);
    return presentRole(row, { users: 0, canGrant: true });
  });
}

/** Permissions that the role gets and loses. */
type Change = { readonly added: readonly string[]; readonly removed: readonly string[] };

/**
 * Replaces a role's name and permissions. It becomes a proposal if others have the role, and it either gives them
 * something to approve with while there are two owners, or takes from admins with the caller's own permissions.
 * Refuses the owner role, permissions that the caller lacks (noPermission), and a name that is taken (dataExists).
 */
export function updateRole(ctx: Ctx, id: bigint, input: RoleInput): Promise<Data<'updateRole'>> {
  return inTransaction(ctx, async (step) => {
    const before = await lockEditableRole(step, id);
    await requireGrantable(step, { ...input, is_owner: false });
    const users = await listUsersWithRole(step.db, id);
    const facts = { users: users.length, canGrant: true };
    const change = {
      added: input.actions.filter((action) => !before.actions.includes(action)),
      removed: before.actions.filter((action) => !(input.actions as string[]).includes(action)),
    };
    if (users.length > 0 && (await becomesProposal(step, before, change))) {
      const proposal = await proposeAdminChange(step, termsOf(id, { ...input, ...valuesOf(input) }, change));
      return { ...presentRole(before, facts), proposal };
    }
    if (APPROVING_ACTIONS.some((action) => change.added.includes(action))) await recordOwnTies(step, users);
    const row = await step.db
      .updateTable('roles')
      .set(valuesOf(input))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(refuseTaken);
    await record(step, 'role.update', before, row);
    return { ...presentRole(row, facts), proposal: null };
  });
}

async function becomesProposal(ctx: Ctx, role: RoleRow, { added, removed }: Change): Promise<boolean> {
  const { actor } = ctx;
  if (actor.kind !== 'user') return false;
  if (await needsSecondPerson(ctx, new Set(added))) return true;
  return removed.length > 0 && permissionsOfRole(role).actions.size === actor.actions.size;
}

type PermissionTerms = Extract<AdminChangeTerms, { readonly change: 'permissions' }>;

const termsOf = (id: bigint, input: RoleInput, { added, removed }: Change): PermissionTerms => ({
  change: 'permissions',
  role_id: id.toString(),
  role: input.name,
  menus: joinNames(input.menus),
  permissions: joinNames(input.actions),
  added: joinNames(added),
  removed: joinNames(removed),
});

/** Stores a role as it was approved. Refuses one whose permissions have changed since (proposalSettled). */
export async function applyPermissions(ctx: Ctx, terms: PermissionTerms): Promise<void> {
  const id = BigInt(terms.role_id);
  const role = (await lockRole(ctx.db, id)) ?? refuse('notFound', 'role');
  const added = new Set(splitNames(terms.added));
  const kept = splitNames(terms.permissions).filter((name) => !added.has(name));
  if (joinNames(role.actions) !== joinNames([...kept, ...splitNames(terms.removed)]))
    refuse('proposalSettled', 'the role has changed');
  await updateRole(ctx, id, {
    name: terms.role,
    menus: namesIn(terms.menus, MENUS),
    actions: namesIn(terms.permissions, ACTIONS),
  });
}

/** Of the names that a proposal stores, those that this version still has. */
const namesIn = <T extends string>(text: string, known: readonly T[]): T[] => {
  const names = new Set(splitNames(text));
  return known.filter((name) => names.has(name));
};

/**
 * Deletes a role. Refuses one that users have (roleInUse), or with permissions that the caller lacks (noPermission).
 */
export function deleteRole(ctx: Ctx, id: bigint): Promise<void> {
  return inTransaction(ctx, async (step) => {
    const before = await lockEditableRole(step, id);
    if ((await listUsersWithRole(step.db, id)).length > 0) refuse('roleInUse');
    await step.db.deleteFrom('roles').where('id', '=', id).execute();
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

/** An owner’s role shows every page and permission, whatever its row says. */
const presentRole = (row: RoleRow, { users, canGrant }: Facts): Role => ({
  id: row.id.toString(),
  name: row.name,
  menus: row.is_owner ? [...MENUS] : row.menus,
  actions: row.is_owner ? [...ACTIONS] : row.actions,
  is_owner: row.is_owner,
  users,
  can_grant: canGrant,
});
