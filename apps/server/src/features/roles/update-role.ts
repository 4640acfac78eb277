import {
  joinNames,
  listUsersWithRole,
  needsSecondPerson,
  proposeAdminChange,
  recordOwnTies,
  splitNames,
  type AdminChangeTerms,
} from '../approvals/index.ts';
import { ACTIONS, APPROVING_ACTIONS, MENUS, type Data, type Input } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { lockRole, type RoleRow } from './roles.sql.ts';
import { permissionsOfRole, requireGrantable } from './permissions.ts';
import { presentRole, storeRole } from './write-role.ts';

type RoleInput = Input<'updateRole'>['body'];
/** Permissions that the role gets and loses. */
type Change = { readonly added: readonly string[]; readonly removed: readonly string[] };

/**
 * Replaces a role's name and permissions. It becomes a proposal where others have the role, and it either gives them
 * something to approve with while there are two owners, or takes from admins with the caller's own permissions.
 * Refuses the owner role and permissions that the caller lacks (noPermission), and a name that is taken (dataExists).
 */
export async function updateRole(ctx: Ctx, id: bigint, input: RoleInput): Promise<Data<'updateRole'>> {
  return inTransaction(ctx, async (step) => {
    const { db } = step;
    const role = (await lockRole(db, id)) ?? refuse('notFound');
    const users = await listUsersWithRole(db, id);
    const change = {
      added: input.actions.filter((action) => !role.actions.includes(action)),
      removed: role.actions.filter((action) => !(input.actions as string[]).includes(action)),
    };
    if (users.length > 0 && (await becomesProposal(step, role, change))) {
      const proposal = await proposePermissions(step, role, input, change);
      return { ...presentRole(role, { users: users.length, canGrant: true }), proposal };
    }
    if (APPROVING_ACTIONS.some((action) => change.added.includes(action))) await recordOwnTies(step, users);
    return { ...(await storeRole(step, id, input)), proposal: null };
  });
}

async function becomesProposal(ctx: Ctx, role: RoleRow, { added, removed }: Change): Promise<boolean> {
  const { actor } = ctx;
  if (actor.kind !== 'user' || role.is_owner) return false;
  if (await needsSecondPerson(ctx, new Set(added))) return true;
  return removed.length > 0 && permissionsOfRole(role).actions.size === actor.actions.size;
}

async function proposePermissions(ctx: Ctx, role: RoleRow, input: RoleInput, { added, removed }: Change) {
  await requireGrantable(ctx, role);
  await requireGrantable(ctx, { ...input, is_owner: false });
  return proposeAdminChange(ctx, {
    change: 'permissions',
    role_id: role.id.toString(),
    role: input.name,
    menus: joinNames(input.menus),
    permissions: joinNames(input.actions),
    added: joinNames(added),
    removed: joinNames(removed),
  });
}

/** Stores a role as it was approved. */
export async function applyPermissions(
  ctx: Ctx,
  terms: Extract<AdminChangeTerms, { readonly change: 'permissions' }>,
): Promise<void> {
  await storeRole(ctx, BigInt(terms.role_id), {
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
