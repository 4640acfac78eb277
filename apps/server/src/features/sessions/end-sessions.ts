import type { Ctx } from '../../platform/context.ts';
import { deleteOtherSessions, deleteSessionsOfUser } from './sessions.sql.ts';

/** Signs a user out everywhere; open streams end. */
export async function endSessions({ db, live }: Ctx, userId: bigint): Promise<void> {
  await deleteSessionsOfUser(db, userId);
  live.publish({ to: userId, name: 'session', data: {} });
}

/** Ends all sessions of a user but one; open streams end. */
export async function endOtherSessions({ db, live }: Ctx, userId: bigint, kept: bigint): Promise<void> {
  for (const sessionId of await deleteOtherSessions(db, userId, kept))
    live.publish({ to: { sessionId }, name: 'session', data: {} });
}
