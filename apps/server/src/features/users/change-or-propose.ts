import type { Proposable } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/refusal.ts';
import { proposeAdminChange, type AdminChangeTerms } from '../approvals/index.ts';
import { lockOwnerRole, readPermissions } from '../roles/index.ts';
import { lockUser, type UserRow } from './users.sql.ts';

type AdminChange = {
  /** Whether it takes a second person, whoever it is about. */
  readonly takesTwo?: boolean;
  readonly isDone?: (user: UserRow) => boolean;
  /** Refuses to propose what could not be made. */
  readonly requirePossible?: (ctx: Ctx) => Promise<void>;
  readonly termsOf: (user: UserRow) => AdminChangeTerms | Promise<AdminChangeTerms>;
  readonly change: (ctx: Ctx, user: UserRow) => Promise<void>;
};

/**
 * Changes a buyer, or an admin with fewer permissions than the caller, at once; proposes a change to an admin with the
 * same permissions. The system, which makes what was approved, changes everyone at once. Refuses the callers themselves
 * and admins above them (noPermission).
 */
export function changeOrPropose(
  ctx: Ctx,
  userId: bigint,
  { takesTwo = false, isDone, requirePossible, termsOf, change }: AdminChange,
): Promise<Proposable> {
  return inTransaction(ctx, async (step) => {
    const user = (await lockUser(step.db, userId)) ?? refuse('notFound');
    if (user.status === 'closed') refuse('notFound', 'closed');
    const authority = await readAuthorityOver(step, user);
    if (authority === 'none') refuse('noPermission', 'self or above');
    if (isDone?.(user)) return { proposal: null };
    if (authority === 'alone' && !takesTwo) {
      await change(step, user);
      return { proposal: null };
    }
    await requirePossible?.(step);
    return { proposal: await proposeAdminChange(step, await termsOf(user), userId) };
  });
}

/** Whom the terms of a change are about. */
export const aboutUser = (user: UserRow) => ({ user_id: user.id.toString(), username: user.username });

/** Whether the caller may change a person alone, with a second person, or not at all. */
type Authority = 'alone' | 'withSecondPerson' | 'none';

/**
 * What the caller may do to a person's role, status, sessions and credentials: nothing to themselves or to an admin
 * with permissions that they lack, and to an admin with the same permissions only with a second person, or one admin
 * could take over another.
 */
async function readAuthorityOver(
  { db, actor }: Ctx,
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
 * After a change to an owner: refuses to leave the shop without an active one (lastOwner). The lock serialises such
 * changes, so that two owners cannot remove each other.
 */
export async function requireRemainingOwner(db: Db, changed: UserRow): Promise<void> {
  const ownerRole = await lockOwnerRole(db);
  if (ownerRole === undefined || changed.role_id !== ownerRole) return;
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where('role_id', '=', ownerRole)
    .where('status', '=', 'active')
    .limit(1)
    .executeTakeFirst();
  if (!owner) refuse('lastOwner');
}
