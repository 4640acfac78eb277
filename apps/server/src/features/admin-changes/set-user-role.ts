import { APPROVING_ACTIONS, type Data, type Proposal } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { findRole, lockRole, permissionsOfRole, requireGrantable, type RoleRow } from '../roles/index.ts';
import {
  countReadyApprovers,
  findUser,
  getUserDetails,
  readAuthorityOver,
  assignRole,
  type UserRow,
} from '../users/index.ts';
import { joinNames, type AdminChangeTerms } from './admin-change-terms.ts';
import { proposeAdminChange } from './propose-admin-change.ts';

/**
 * Assigns a role to a user, or removes it (null). It becomes a proposal for an admin with the caller's own permissions,
 * and for a role that can approve once two people can assign roles. Refuses the callers themselves, users and roles with
 * permissions that they lack (noPermission), and the last owner (lastOwner).
 */
export async function setUserRole(
  ctx: Ctx,
  userId: bigint,
  roleId: bigint | null,
): Promise<Data<'setUserRole'>> {
  requireAction(ctx.actor, 'role.grant');
  return inTransaction(ctx, async (step) => {
    const { db } = step;
    const user = (await findUser(db, userId)) ?? refuse('notFound');
    if (user.status === 'closed') refuse('notFound', 'closed');
    const role = roleId === null ? null : ((await lockRole(db, roleId)) ?? refuse('notFound', 'role'));
    const proposal = await proposeIfNeeded(step, user, role);
    if (proposal === null) await assignRole(step, userId, roleId);
    return { ...(await getUserDetails(db, userId)), proposal };
  });
}

async function proposeIfNeeded(ctx: Ctx, user: UserRow, role: RoleRow | null): Promise<Proposal | null> {
  if (user.role_id === (role?.id ?? null)) return null;
  const authority = await readAuthorityOver(ctx, user);
  if (authority === 'none') refuse('noPermission', 'self or above');
  if (role) await requireGrantable(ctx, role);
  const makesApprover = role !== null && (await needsSecondPerson(ctx, permissionsOfRole(role).actions));
  if (authority === 'alone' && !makesApprover) return null;
  return proposeAdminChange(ctx, await termsOf(ctx, user, role), user.id);
}

/**
 * Whether giving these permissions takes a second person: they can approve, and there are two people who can give them.
 * Otherwise one of these could make a person, wait until the tie to them ends, and approve with them.
 */
export async function needsSecondPerson(ctx: Ctx, given: ReadonlySet<string>): Promise<boolean> {
  if (ctx.actor.kind === 'system' || !APPROVING_ACTIONS.some((action) => given.has(action))) return false;
  return (await countReadyApprovers(ctx, 'role.grant')) >= 2;
}

async function termsOf({ db }: Ctx, user: UserRow, role: RoleRow | null): Promise<AdminChangeTerms> {
  const former = user.role_id === null ? undefined : await findRole(db, user.role_id);
  const about = {
    change: 'role',
    user_id: user.id.toString(),
    username: user.username,
    former_role: former?.name ?? null,
  } as const;
  if (role === null) return { ...about, role_id: null };
  const { menus, actions } = permissionsOfRole(role);
  return {
    ...about,
    role_id: role.id.toString(),
    role: role.name,
    menus: joinNames(menus),
    permissions: joinNames(actions),
  };
}
