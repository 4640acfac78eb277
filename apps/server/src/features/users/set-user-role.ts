import {
  recordOwnTies,
  joinNames,
  needsSecondPerson,
  proposeAdminChange,
  type AdminChangeTerms,
} from '../approvals/index.ts';
import type { UserDetails, Data, Proposal } from '@portside/contract';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { lockRole, requireGrantable, findRole, permissionsOfRole, type RoleRow } from '../roles/index.ts';
import { requireAuthorityOver, requireRemainingOwner, readAuthorityOver } from './require-authority-over.ts';
import { getUserDetails } from './user-details.sql.ts';
import { lockUser, updateUserRole, findUser, type UserRow } from './users.sql.ts';

/**
 * Assigns a role to a user, or removes it (null); in force from the next request. Refuses the caller themselves, a
 * user or a role with permissions that the caller lacks (noPermission), and the last owner (lastOwner). A new admin
 * has to choose a password again, by the rules for admins.
 */
export async function assignRole(ctx: Ctx, userId: bigint, roleId: bigint | null): Promise<UserDetails> {
  return inTransaction(ctx, async (step) => {
    const { db, live } = step;
    const user = (await lockUser(db, userId)) ?? refuse('notFound');
    if (user.status === 'closed') refuse('notFound', 'closed');
    await requireAuthorityOver(step, user);
    if (roleId !== null)
      await requireGrantable(step, (await lockRole(db, roleId)) ?? refuse('notFound', 'role'));
    if (user.role_id !== roleId) {
      const mustChangePassword = user.must_change_password || (user.role_id === null && roleId !== null);
      await updateUserRole(db, userId, roleId, mustChangePassword);
      await requireRemainingOwner(db, user);
      if (roleId !== null) await recordOwnTies(step, [userId]);
      live.publish({ to: userId, name: 'session', data: {} });
      await recordAudit(step, {
        action: 'role.grant',
        subject: `user:${userId}`,
        before: { role: user.role_id },
        after: { role: roleId },
      });
    }
    return getUserDetails(db, userId);
  });
}

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

/**
 * Assigns or removes a role as it was approved. Refuses what `assignRole` refuses, and a role that has other permissions by
 * now (proposalSettled).
 */
export async function applyUserRole(
  ctx: Ctx,
  terms: Extract<AdminChangeTerms, { readonly change: 'role' }>,
): Promise<void> {
  if (terms.role_id !== null) await requireSameRole(ctx, BigInt(terms.role_id), terms.permissions);
  await assignRole(ctx, BigInt(terms.user_id), terms.role_id === null ? null : BigInt(terms.role_id));
}

async function requireSameRole({ db }: Ctx, roleId: bigint, permissions: string): Promise<void> {
  const role = (await lockRole(db, roleId)) ?? refuse('notFound', 'role');
  if (joinNames(permissionsOfRole(role).actions) !== permissions)
    refuse('proposalSettled', 'the role has changed');
}
