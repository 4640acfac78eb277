import type { Data, OpenSession } from '@portside/contract';
import { requireAction, requireUser, type Actor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { findUser } from '../users/index.ts';
import { isSessionOver } from './session-lifetime.ts';
import { listSessionsOf, type ShownSession } from './sessions.sql.ts';

type List = Data<'listOwnSessions'>;

/** The caller's active sessions, newest first. */
export function listOwnSessions(ctx: Ctx): Promise<List> {
  const { userId, isAdmin } = requireUser(ctx.actor);
  return list(ctx, userId, isAdmin);
}

/** A user's active sessions, newest first. Refuses an unknown user (notFound). */
export async function listUserSessions(ctx: Ctx, userId: bigint): Promise<List> {
  requireAction(ctx.actor, 'user.sessions');
  const user = (await findUser(ctx.db, userId)) ?? refuse('notFound');
  return list(ctx, userId, user.role_id !== null);
}

async function list({ db, clock, actor }: Ctx, userId: bigint, isAdmin: boolean): Promise<List> {
  const sessions = await listSessionsOf(db, userId);
  const open = sessions.filter((session) => !isSessionOver(session, { isAdmin }, clock.now()));
  return { items: open.map((session) => present(session, actor)), next_cursor: null, total: open.length };
}

const present = (session: ShownSession, actor: Actor): OpenSession => ({
  id: session.id.toString(),
  created_at: session.created_at.toISOString(),
  last_seen_at: session.last_seen_at.toISOString(),
  address: session.address,
  user_agent: session.user_agent,
  current: actor.kind === 'user' && actor.sessionId === session.id,
});
