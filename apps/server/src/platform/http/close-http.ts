import type { FastifyInstance } from 'fastify';

/** A connection that is kept alive only falls idle when its last answer is through. */
const LOOK_EVERY_MS = 25;
/** A caller who does not take his answer must not hold up the stop. */
const PATIENCE_MS = 10_000;

/** Takes no new calls, finishes the answers under way and resolves. Open streams are for the caller to end. */
export async function closeHttp(http: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => http.server.closeIdleConnections(), LOOK_EVERY_MS);
  const patience = setTimeout(() => http.server.closeAllConnections(), PATIENCE_MS);
  await http.close();
  clearInterval(sweep);
  clearTimeout(patience);
}
