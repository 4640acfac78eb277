import { requireAction, requireUser } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { findUser, requireAuthorityOver } from '../users/index.ts';
import { endSessions } from './end-sessions.ts';
import { deleteOwnSession } from './sessions.sql.ts';

/** Ends one of the caller's sessions and its streams. Refuses anyone else's like an unknown one (notFound). */
export async function revokeOwnSession(ctx: Ctx, sessionId: bigint): Promise<void> {
  const { userId } = requireUser(ctx.actor);
  await inTransaction(ctx, async ({ db, live }) => {
    if (!(await deleteOwnSession(db, userId, sessionId))) refuse('notFound');
    live.publish({ to: { sessionId }, name: 'session', data: {} });
  });
}

/** Signs a user out everywhere, as an admin. Refuses an unknown user (notFound) and users above (noPermission). */
export async function revokeSessionsOf(ctx: Ctx, userId: bigint): Promise<void> {
  requireAction(ctx.actor, 'user.sessions');
  await inTransaction(ctx, async (step) => {
    const user = (await findUser(step.db, userId)) ?? refuse('notFound');
    await requireAuthorityOver(step, user);
    await endSessions(step, userId);
    await recordAudit(step, { action: 'user.sessions', subject: `user:${userId}` });
  });
}
