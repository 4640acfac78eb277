import { requireAction, type Actor } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { readPermissions } from '../roles/index.ts';
import { findUser, updateUserStatus } from './users.sql.ts';

/**
 * Freezes a user or lifts the freeze. Sessions stay known, so that every call of a frozen user can be told
 * why; open streams end. Nobody freezes himself, or somebody who may do what he may not.
 */
export async function setUserStatus(ctx: Ctx, userId: bigint, status: 'active' | 'frozen'): Promise<void> {
  requireAction(ctx.actor, 'user.status');
  await inTransaction(ctx, async ({ db, actor, live }) => {
    const user = (await findUser(db, userId)) ?? refuse('notFound');
    if (user.status === 'closed') refuse('notFound', 'closed');
    const { actions } = await readPermissions(db, user.role_id);
    if (!standsAbove(actor, userId, actions)) refuse('noPermission', 'self or above');
    await updateUserStatus(db, userId, status);
    if (status === 'frozen') live.publish({ to: userId, name: 'session', data: {} });
  });
}

function standsAbove(actor: Actor, userId: bigint, actions: ReadonlySet<string>): boolean {
  if (actor.kind !== 'user') return actor.kind === 'system';
  return actor.userId !== userId && actions.isSubsetOf(actor.actions);
}
