import { requireUser } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { deleteSession } from './sessions.sql.ts';

/** Ends the caller's session and its streams. */
export async function logout(ctx: Ctx): Promise<void> {
  const { sessionId } = requireUser(ctx.actor);
  await inTransaction(ctx, async ({ db, live }) => {
    await deleteSession(db, sessionId);
    live.publish({ to: { sessionId }, name: 'session', data: {} });
  });
}
