import type { FastifyInstance, FastifyRequest, preValidationHookHandler } from 'fastify';
import type { Socket } from 'node:net';
import { sendFailure } from './failures.ts';

/**
 * The most calls that are worked on at once. The database serves them in well under a second; behind more of them a
 * caller would time out, and the work for their answer would be wasted.
 */
export const MOST_AT_ONCE = 512;
const RETRY_AFTER_S = 1;
const LOG_EVERY_MS = 10_000;
/** What tells a process manager or proxy of this process: if it were refused or held up, all visitors would be. */
export const ALWAYS_ANSWERED: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/**
 * Answers `serverBusy` at once, before anything is read or asked, while too many calls are worked on or the server
 * closes. Callers who only send or read slowly take no place: none is held while a body comes in or an answer goes out,
 * nor by a stream. `/healthz` and `/readyz` are always answered: a proxy that takes a busy process off the air sends its
 * calls to the next one, until none is left.
 */
export function shedLoad(app: FastifyInstance, mostAtOnce: number): void {
  const working = new Set<FastifyRequest>();
  const reportShed = createReport(app);
  let isClosing = false;
  app.addHook('preClose', async () => void (isClosing = true));
  const rest = (request: FastifyRequest): void => void working.delete(request);
  const sockets = new WeakSet<Socket>();
  // A listener for each call would cost more than to look for the calls of a connection when it ends.
  const watchConnection = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => {
      for (const request of working) if (request.raw.socket === socket) rest(request);
    });
  };
  // Plain functions: a promise per hook would cost more than the work in them.
  app.addHook('onRequest', (request, reply, next) => {
    if (ALWAYS_ANSWERED.has(request.url)) return next();
    if (isClosing || working.size >= mostAtOnce) {
      if (!isClosing) reportShed();
      return void sendFailure(reply.header('retry-after', RETRY_AFTER_S), 'serverBusy', request.id);
    }
    working.add(request);
    // Also where the caller went away before an answer.
    if (!sockets.has(request.raw.socket)) watchConnection(request.raw.socket);
    return next();
  });
  app.addHook('preParsing', (request, _reply, _body, next) => {
    rest(request);
    next();
  });
  app.addHook('preValidation', (request, _reply, next) => {
    if (!request.raw.destroyed) working.add(request);
    next();
  });
  // A hook of the streams' own: to read a route's options, Fastify makes them anew for every call.
  app.addHook('onRoute', (route) => {
    if ((route.config as { isStream?: boolean } | undefined)?.isStream !== true) return;
    const restAgain: preValidationHookHandler = (request, _reply, next) => {
      rest(request);
      next();
    };
    route.preValidation = [restAgain, ...[route.preValidation ?? []].flat()];
  });
  app.addHook('onSend', (request, _reply, _answer, next) => {
    rest(request);
    next();
  });
}

/** Logs the first, and then every ten seconds how many. */
function createReport({ log }: FastifyInstance): () => void {
  let shed = 0;
  let reportedAt = -Infinity;
  return () => {
    shed += 1;
    if (performance.now() - reportedAt < LOG_EVERY_MS) return;
    log.warn({ shed }, 'too many calls at once: some were told to retry later');
    shed = 0;
    reportedAt = performance.now();
  };
}
