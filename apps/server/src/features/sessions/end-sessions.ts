import type { Ctx } from '../../platform/context.ts';
import { deleteSessionsOfUser } from './sessions.sql.ts';

/** Signs a user out everywhere; open streams end. */
export async function endSessions({ db, live }: Ctx, userId: bigint): Promise<void> {
  await deleteSessionsOfUser(db, userId);
  live.publish({ to: userId, name: 'session', data: {} });
}
