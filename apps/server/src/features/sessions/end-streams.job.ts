import type { Ctx } from '../../platform/context.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Live } from '../../platform/live/live.ts';
import { isSessionOver } from './session-lifetime.ts';
import { listSessionTimes } from './sessions.sql.ts';

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
  const open = (await listSessionTimes(db, ids)).filter(
    (session) =>
      session.status === 'active' && !isSessionOver(session, { isAdmin: session.role_id !== null }, now),
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
