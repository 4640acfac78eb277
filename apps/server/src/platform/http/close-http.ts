import type { FastifyInstance } from 'fastify';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

/**
 * How long a keep-alive connection gets one last answer. A call sent just before the client learns of the stop would
 * otherwise be lost: until its bytes are read, the connection counts as idle.
 */
const GRACE_MS = 300;
const READING_TURNS = 5;
/** A keep-alive connection becomes idle only after its last answer, so idle ones are closed again and again. */
const SWEEP_EVERY_MS = 25;
/** A client that does not read its answer must not hold up the stop. */
const LONGEST_DRAIN_MS = 5_000;

/** Accepts no new calls, finishes pending answers and resolves, within bounded time. The caller ends open streams. */
export async function closeHttp(http: FastifyInstance): Promise<void> {
  // Makes Node send `connection: close` with every further answer.
  http.server.maxRequestsPerSocket = 1;
  await sleep(GRACE_MS);
  // On a busy machine the event loop may have turned only once by now; accepting a connection and reading from it
  // takes two turns.
  for (let turns = 0; turns < READING_TURNS; turns += 1) await turn();
  const closeIdle = (): void => void setImmediate(() => http.server.closeIdleConnections());
  const sweep = setInterval(closeIdle, SWEEP_EVERY_MS);
  const patience = setTimeout(() => http.server.closeAllConnections(), LONGEST_DRAIN_MS);
  await http.close();
  clearInterval(sweep);
  clearTimeout(patience);
}
