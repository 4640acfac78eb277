import type { Database } from '../../platform/db/db.ts';
import type { Data, OpenSession, Proposable } from '@portside/contract';
import type { Selectable } from 'kysely';
import { requireUser, type Actor } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { aboutUser, changeOrPropose, findUser } from '../users/index.ts';
import { isSessionOver } from './session-lifetime.ts';

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
  const sessions = await db
    .selectFrom('sessions')
    .select(SHOWN)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
  const open = sessions.filter((session) => !isSessionOver(session, { isAdmin }, clock.now()));
  return { items: open.map((session) => present(session, actor)), next_cursor: null, total: open.length };
}

/** Named, as `select *` fails in a running process when a column is added. */
const SHOWN = ['id', 'created_at', 'last_seen_at', 'address', 'user_agent'] as const;

type ShownSession = Pick<Selectable<Database['sessions']>, (typeof SHOWN)[number]>;

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
    const ended = await db
      .deleteFrom('sessions')
      .where('id', '=', sessionId)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst();
    if (!ended) refuse('notFound');
    live.publish({ to: { sessionId }, name: 'session', data: {} });
  });
}

/** Signs a user out everywhere, at once or as a proposal. Refuses whom `changeOrPropose` refuses. */
export const revokeUserSessions = (ctx: Ctx, userId: bigint): Promise<Proposable> =>
  changeOrPropose(ctx, userId, {
    termsOf: (user) => ({ change: 'sessions', ...aboutUser(user) }),
    change: async (step) => {
      await endSessions(step, { userId });
      await recordAudit(step, { action: 'user.sessions', subject: `user:${userId}` });
    },
  });

type Ended = { readonly userId: bigint; readonly keptSessionId?: bigint };

/** Signs a user out everywhere, but for a kept session; open streams end. */
export async function endSessions({ db, live }: Ctx, { userId, keptSessionId }: Ended): Promise<void> {
  const ended = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keptSessionId !== undefined, (query) => query.where('id', '<>', keptSessionId!))
    .returning('id')
    .execute();
  const to = keptSessionId === undefined ? [userId] : ended.map(({ id }) => ({ sessionId: id }));
  for (const whose of to) live.publish({ to: whose, name: 'session', data: {} });
}

/** Ends the caller's session and its streams. */
export async function logout(ctx: Ctx): Promise<void> {
  const { sessionId } = requireUser(ctx.actor);
  await inTransaction(ctx, async ({ db, live }) => {
    await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
    live.publish({ to: { sessionId }, name: 'session', data: {} });
  });
}
