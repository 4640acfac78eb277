import type { Data } from '@portside/contract';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { joinNames, needsSecondPerson, recordOwnTies, type AdminChangeTerms } from '../approvals/index.ts';
import { findRole, lockRole, permissionsOfRole, requireGrantable, type RoleRow } from '../roles/index.ts';
import { aboutUser, changeOrPropose, requireRemainingOwner } from './change-or-propose.ts';
import { getUserDetails } from './user-details.sql.ts';
import type { UserRow } from './users.sql.ts';

/**
 * Gives a user a role, or none (null), in force from the next request; at once or as a proposal, which it also is for a
 * role that can approve once two people can assign roles. A new admin has to choose a password again, by the rules for
 * admins. Refuses whom `changeOrPropose` refuses, a role with permissions that the caller lacks (noPermission), and to
 * leave no active owner (lastOwner).
 */
export async function setUserRole(
  ctx: Ctx,
  userId: bigint,
  roleId: bigint | null,
): Promise<Data<'setUserRole'>> {
  return inTransaction(ctx, async (step) => {
    const role = roleId === null ? null : ((await lockRole(step.db, roleId)) ?? refuse('notFound', 'role'));
    if (role) await requireGrantable(step, role);
    const { proposal } = await changeOrPropose(step, userId, {
      takesTwo: role !== null && (await needsSecondPerson(step, permissionsOfRole(role).actions)),
      isDone: (user) => user.role_id === roleId,
      termsOf: (user) => termsOf(step, user, role),
      change: (_, user) => storeRoleOf(step, user, roleId),
    });
    return { ...(await getUserDetails(step.db, userId)), proposal };
  });
}

async function termsOf({ db }: Ctx, user: UserRow, role: RoleRow | null): Promise<AdminChangeTerms> {
  const former = user.role_id === null ? undefined : await findRole(db, user.role_id);
  const about = { change: 'role', ...aboutUser(user), former_role: former?.name ?? null } as const;
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

async function storeRoleOf(ctx: Ctx, user: UserRow, roleId: bigint | null): Promise<void> {
  const mustChangePassword = user.must_change_password || (user.role_id === null && roleId !== null);
  await ctx.db
    .updateTable('users')
    .set({ role_id: roleId, must_change_password: mustChangePassword })
    .where('id', '=', user.id)
    .execute();
  await requireRemainingOwner(ctx.db, user);
  if (roleId !== null) await recordOwnTies(ctx, [user.id]);
  ctx.live.publish({ to: user.id, name: 'session', data: {} });
  await recordAudit(ctx, {
    action: 'role.grant',
    subject: `user:${user.id}`,
    before: { role: user.role_id },
    after: { role: roleId },
  });
}

/**
 * Gives a role as it was approved. Refuses what `setUserRole` refuses, and a role whose permissions have changed since
 * (proposalSettled).
 */
export async function applyUserRole(
  ctx: Ctx,
  terms: Extract<AdminChangeTerms, { readonly change: 'role' }>,
): Promise<void> {
  const roleId = terms.role_id === null ? null : BigInt(terms.role_id);
  if (terms.role_id !== null) {
    const role = (await lockRole(ctx.db, BigInt(terms.role_id))) ?? refuse('notFound', 'role');
    if (joinNames(permissionsOfRole(role).actions) !== terms.permissions)
      refuse('proposalSettled', 'the role has changed');
  }
  await setUserRole(ctx, BigInt(terms.user_id), roleId);
}
