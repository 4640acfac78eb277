import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { readPermissions } from '../roles/index.ts';
import type { UserRow } from './users.sql.ts';

/** Nobody uses an admin's power on himself, or on somebody who may do what he may not. */
export async function requireAbove({ db, actor }: Ctx, user: UserRow): Promise<void> {
  if (actor.kind === 'system') return;
  const { actions } = await readPermissions(db, user.role_id);
  const standsAbove = actor.kind === 'user' && actor.userId !== user.id && actions.isSubsetOf(actor.actions);
  if (!standsAbove) refuse('noPermission', 'self or above');
}
