import type { Database, Db } from '../../platform/db/db.ts';
import type { Data, OpenSession, Proposable } from '@portside/contract';
import type { Selectable } from 'kysely';
import { requireUser, type Actor } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import {
  aboutUser,
  changeOrPropose,
  findUser,
  deleteNetworksBefore,
  deleteProofsBefore,
  deleteSignInTriesBefore,
} from '../users/index.ts';
import { isSessionOver, LONGEST_SESSION_MS } from './sessions.sql.ts';
import { addressBlock } from '../../platform/ip-address.ts';
import { deleteTiesBefore } from '../approvals/index.ts';
import { deleteCodeTriesBefore } from './two-factor/two-factor.sql.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { deleteSecurityEventsBefore } from '../../platform/security-events.sql.ts';
import { COUNTED_FOR_MS, deleteCodesBefore } from './mailed-codes.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Live } from '../../platform/live.ts';

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

/** Fewer may well sit in one office. */
const FEWEST_USERS = 10;
const MOST_SHARE = 0.9;
/** Few enough that the finding ends soon after the proxy was mended. */
const NEWEST_SESSIONS = 50;

/** The address that nearly all of those who signed in last seem to have. */
type SharedAddress = { readonly address: string; readonly users: number; readonly all: number };

/**
 * The address (of IPv6 its /64) of nearly all users who signed in last, which is that of a proxy that the shop does not
 * know; null if they differ, or too few have signed in to tell.
 */
export async function findSharedAddress(db: Db): Promise<SharedAddress | null> {
  const sessions = await db
    .selectFrom('sessions')
    .select(['user_id', 'address'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(NEWEST_SESSIONS)
    .execute();
  const newest = new Map<bigint, string>();
  for (const { user_id: user, address } of sessions)
    if (!newest.has(user)) newest.set(user, addressBlock(address));
  const all = newest.size;
  if (all < FEWEST_USERS) return null;
  const byAddress = Map.groupBy(newest.values(), (address) => address);
  const [address, { length: users }] = [...byAddress].toSorted(([, a], [, b]) => b.length - a.length)[0]!;
  return users >= all * MOST_SHARE ? { address, users, all } : null;
}

/** Networks that a user has not signed in from for so long are strangers'. */
const NETWORKS_KEPT_MS = 180 * DAY_MS;
const SECURITY_EVENTS_KEPT_MS = 90 * DAY_MS;

/** Deletes expired sessions and mailed codes, and sign-in attempts and ties that no longer count. */
export async function sweepSessions({ db, clock }: Ctx): Promise<{ more: boolean }> {
  const now = clock.now().getTime();
  await db
    .deleteFrom('sessions')
    .where('created_at', '<', new Date(now - LONGEST_SESSION_MS))
    .execute();
  await deleteCodesBefore(db, new Date(now - COUNTED_FOR_MS));
  await deleteSignInTriesBefore(db, new Date(now));
  await deleteTiesBefore(db, new Date(now));
  await deleteProofsBefore(db, new Date(now));
  await deleteCodeTriesBefore(db, new Date(now));
  await deleteNetworksBefore(db, new Date(now - NETWORKS_KEPT_MS));
  await deleteSecurityEventsBefore(db, new Date(now - SECURITY_EVENTS_KEPT_MS));
  return { more: false };
}

type Streams = Pick<Live, 'listSessions' | 'endSession'>;

/** Sessions that a command on the server ends, or that expire, keep their streams this long at most. */
const EVERY_MS = 20_000;

/**
 * Ends the streams of this process whose session is over. A session that the shop itself ends is announced at once; what
 * ends it in the database only, such as `portside owner`, no process is told of.
 */
export async function endStreams({ db, clock }: Ctx, live: Streams): Promise<{ more: boolean }> {
  const ids = live.listSessions();
  if (ids.length === 0) return { more: false };
  const now = clock.now();
  const sessions = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.created_at', 'last_seen_at', 'role_id'])
    .where((is) => is('sessions.id', '=', is.fn.any(is.val(ids))))
    .where('status', '=', 'active')
    .execute();
  const open = sessions.filter(
    (session) => !isSessionOver(session, { isAdmin: session.role_id !== null }, now),
  );
  const kept = new Set(open.map(({ id }) => id));
  for (const id of ids) if (!kept.has(id)) live.endSession(id);
  return { more: false };
}

/** In every process, as each has streams of its own. */
export const createEndStreamsJob = (ctx: Ctx, live: Streams): Job => ({
  name: 'end streams',
  everyMs: EVERY_MS,
  isEverywhere: true,
  run: () => endStreams(ctx, live),
});
