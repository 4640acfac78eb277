import type { FastifyInstance } from 'fastify';
import { setImmediate as turn } from 'node:timers/promises';

/** A connection that is kept alive only falls idle when its last answer is through. */
const LOOK_EVERY_MS = 25;
/** A caller who does not take his answer must not hold up the stop, which has other things to close. */
const PATIENCE_MS = 5_000;

/** Takes no new calls, finishes the answers under way and resolves. Open streams are for the caller to end. */
export async function closeHttp(http: FastifyInstance): Promise<void> {
  // A connection whose next call has arrived and was not looked at yet would pass for idle.
  await turn();
  const closeIdle = (): void => void setImmediate(() => http.server.closeIdleConnections());
  const sweep = setInterval(closeIdle, LOOK_EVERY_MS);
  const patience = setTimeout(() => http.server.closeAllConnections(), PATIENCE_MS);
  await http.close();
  clearInterval(sweep);
  clearTimeout(patience);
}
