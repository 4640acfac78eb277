import { deleteTiesBefore } from '../approvals/index.ts';
import { deleteCodeTriesBefore } from './two-factor/two-factor.sql.ts';
import { DAY_MS } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { deleteSecurityEventsBefore } from '../../platform/security-events.sql.ts';
import { deleteNetworksBefore, deleteProofsBefore, deleteSignInTriesBefore } from '../users/index.ts';
import { LONGEST_SESSION_MS, isSessionOver } from './session-lifetime.ts';
import { COUNTED_FOR_MS, deleteCodesBefore } from './mailed-codes.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Live } from '../../platform/live.ts';

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
