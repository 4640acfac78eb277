import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { readPermissions, lockOwnerRole } from '../roles/index.ts';
import { type UserRow, hasActiveUserWithRole } from './users.sql.ts';
import type { Db } from '../../platform/db/db.ts';

/** Whether the caller may change a person alone, with a second person, or not at all. */
type Authority = 'alone' | 'withSecondPerson' | 'none';

/**
 * What the caller may do to a person's role, status, sessions and credentials: nothing to themselves or to an admin
 * with permissions that they lack, and to an admin with the same permissions only with a second person, or one admin
 * could take over another.
 */
export async function readAuthorityOver(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  user: Pick<UserRow, 'id' | 'role_id'>,
): Promise<Authority> {
  if (actor.kind === 'system') return 'alone';
  if (actor.kind !== 'user' || actor.userId === user.id) return 'none';
  const { actions } = await readPermissions(db, user.role_id);
  if (!actions.isSubsetOf(actor.actions)) return 'none';
  return user.role_id !== null && actions.size === actor.actions.size ? 'withSecondPerson' : 'alone';
}

/** Refuses (noPermission) actors who may not change the person alone. */
export async function requireAuthorityOver(ctx: Ctx, user: UserRow): Promise<void> {
  if ((await readAuthorityOver(ctx, user)) !== 'alone') refuse('noPermission', 'self, an equal or above');
}

/**
 * After a change to an owner: refuses (lastOwner) where no active owner remains. The lock serialises such changes, so
 * that two owners cannot remove each other.
 */
export async function requireRemainingOwner(db: Db, changed: UserRow): Promise<void> {
  const ownerRole = await lockOwnerRole(db);
  if (ownerRole === undefined || changed.role_id !== ownerRole) return;
  if (!(await hasActiveUserWithRole(db, ownerRole))) refuse('lastOwner');
}
