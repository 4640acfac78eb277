import { ACTIONS, MENUS, type Input } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { lockRole, permissionsOfRole, storeRole } from '../roles/index.ts';
import { removeTwoFactor, revokeSessionsOf } from '../sessions/index.ts';
import { assignRole, storeUserStatus } from '../users/index.ts';
import { joinNames, splitNames, type AdminChangeTerms } from './admin-change-terms.ts';

/**
 * Makes a change that was approved, as the system. Refuses what the change itself refuses, and a role that has other
 * permissions by now than those that were approved (proposalSettled).
 */
export async function applyAdminChange(ctx: Ctx, terms: AdminChangeTerms): Promise<void> {
  switch (terms.change) {
    case 'status':
      return storeUserStatus(ctx, BigInt(terms.user_id), terms.status);
    case 'sessions':
      return revokeSessionsOf(ctx, BigInt(terms.user_id));
    case 'twoFactor':
      return removeTwoFactor(ctx, BigInt(terms.user_id));
    case 'role':
      if (terms.role_id !== null) await requireSameRole(ctx, BigInt(terms.role_id), terms.permissions);
      await assignRole(ctx, BigInt(terms.user_id), terms.role_id === null ? null : BigInt(terms.role_id));
      return;
    case 'permissions':
      await storeRole(ctx, BigInt(terms.role_id), {
        name: terms.role,
        menus: namesIn(terms.menus, MENUS),
        actions: namesIn(terms.permissions, ACTIONS),
      } satisfies Input<'updateRole'>['body']);
  }
}

async function requireSameRole({ db }: Ctx, roleId: bigint, permissions: string): Promise<void> {
  const role = (await lockRole(db, roleId)) ?? refuse('notFound', 'role');
  if (joinNames(permissionsOfRole(role).actions) !== permissions)
    refuse('proposalSettled', 'the role has changed');
}

/** Of the names that a proposal stores, those that this version still has. */
const namesIn = <T extends string>(text: string, known: readonly T[]): T[] => {
  const names = new Set(splitNames(text));
  return known.filter((name) => names.has(name));
};
