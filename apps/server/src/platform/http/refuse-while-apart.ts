import type { FastifyInstance } from 'fastify';
import { sendFailure } from './failures.ts';

const RETRY_AFTER_S = 1;

/**
 * Answers calls with `serverBusy` while this process may not serve: another one has the shop's database, with which it
 * shares neither live events nor limits. Pages themselves are the same in every process.
 */
export function refuseWhileApart(app: FastifyInstance, mayServe: () => boolean): void {
  app.addHook('onRequest', (request, reply, next) => {
    if (mayServe() || !request.url.startsWith('/api/')) return next();
    return void sendFailure(reply.header('retry-after', RETRY_AFTER_S), 'serverBusy', request.id);
  });
}
