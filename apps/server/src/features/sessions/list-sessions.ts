import type { Proposable } from '@portside/contract';
import { aboutUser, changeOrPropose } from '../users/index.ts';
import type { Data, OpenSession } from '@portside/contract';
import { requireUser, type Actor } from '../../platform/actor.ts';
import { type Ctx, inTransaction } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { findUser, requireAuthorityOver } from '../users/index.ts';
import { isSessionOver } from './session-lifetime.ts';
import {
  listSessionsOf,
  type ShownSession,
  deleteOwnSession,
  deleteOtherSessions,
  deleteSessionsOfUser,
  deleteSession,
} from './sessions.sql.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';

type List = Data<'listOwnSessions'>;

/** The caller's active sessions, newest first. */
export function listOwnSessions(ctx: Ctx): Promise<List> {
  const { userId, isAdmin } = requireUser(ctx.actor);
  return list(ctx, userId, isAdmin);
}

/** A user's active sessions, newest first. Refuses an unknown user (notFound). */
export async function listUserSessions(ctx: Ctx, userId: bigint): Promise<List> {
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
  await inTransaction(ctx, async (step) => {
    const user = (await findUser(step.db, userId)) ?? refuse('notFound');
    await requireAuthorityOver(step, user);
    await endSessions(step, userId);
    await recordAudit(step, { action: 'user.sessions', subject: `user:${userId}` });
  });
}

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

/** Ends the caller's session and its streams. */
export async function logout(ctx: Ctx): Promise<void> {
  const { sessionId } = requireUser(ctx.actor);
  await inTransaction(ctx, async ({ db, live }) => {
    await deleteSession(db, sessionId);
    live.publish({ to: { sessionId }, name: 'session', data: {} });
  });
}

/** Signs a user out everywhere, at once or as a proposal (`changeOrPropose`). */
export const revokeUserSessions = (ctx: Ctx, userId: bigint): Promise<Proposable> =>
  changeOrPropose(ctx, userId, {
    changeAtOnce: (step) => revokeSessionsOf(step, userId),
    termsOf: (user) => ({ change: 'sessions', ...aboutUser(user) }),
  });
