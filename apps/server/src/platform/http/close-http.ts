import type { FastifyInstance } from 'fastify';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

/**
 * How long a connection that is kept alive is still answered, once. Whoever sends his next call just before he
 * hears of the stop would else lose it without an answer: until its bytes are looked at it passes for idle.
 */
const LAST_CALLS_MS = 300;
/** A connection that is kept alive only falls idle when its last answer is through. */
const LOOK_EVERY_MS = 25;
/** A caller who does not take his answer must not hold up the stop, which has other things to close. */
const PATIENCE_MS = 5_000;

/** Takes no new calls, finishes the answers under way and resolves. Open streams are for the caller to end. */
export async function closeHttp(http: FastifyInstance): Promise<void> {
  // Node then says in each next answer that it is the connection's last.
  http.server.maxRequestsPerSocket = 1;
  await sleep(LAST_CALLS_MS);
  await turn();
  const closeIdle = (): void => void setImmediate(() => http.server.closeIdleConnections());
  const sweep = setInterval(closeIdle, LOOK_EVERY_MS);
  const patience = setTimeout(() => http.server.closeAllConnections(), PATIENCE_MS);
  await http.close();
  clearInterval(sweep);
  clearTimeout(patience);
}
