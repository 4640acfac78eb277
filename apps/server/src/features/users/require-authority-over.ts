import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { readPermissions } from '../roles/index.ts';
import type { UserRow } from './users.sql.ts';

/** Refuses (noPermission) admins who act on themselves, or on a user with permissions that they lack. */
export async function requireAuthorityOver({ db, actor }: Ctx, user: UserRow): Promise<void> {
  if (actor.kind === 'system') return;
  const { actions } = await readPermissions(db, user.role_id);
  const standsAbove = actor.kind === 'user' && actor.userId !== user.id && actions.isSubsetOf(actor.actions);
  if (!standsAbove) refuse('noPermission', 'self or above');
}
