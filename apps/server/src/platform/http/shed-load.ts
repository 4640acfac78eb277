import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preValidationHookHandler,
  RouteOptions,
  onRequestHookHandler,
} from 'fastify';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { sendFailure } from './failures.ts';
import { addressBlock } from '../ip-address.ts';
import type { HitCount, HubLink } from '../hub/hub-link.ts';
import { Refusal } from '../refusal.ts';
import { MINUTE_MS } from '../clock.ts';

/**
 * Most calls in progress at once. The database serves them in well under a second; behind more of them, callers would
 * time out and their work be wasted.
 */
export const MOST_AT_ONCE = 512;
const RETRY_AFTER_S = 1;
const LOG_EVERY_MS = 10_000;
const CLOSE_IDLE_EVERY_MS = 500;
/** Always answered: a proxy sends no visitors to a process that does not answer here. */
export const ALWAYS_ANSWERED: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** For the database, nodes, Valkey, the mail server and files. */
const OTHER_DESCRIPTORS = 512;
/** Above it the memory of silent connections counts, however many descriptors there are. */
const MOST_CONNECTIONS = 30_000;

/**
 * How long a connection may take to send the head of a call, the first one included. Idle connections between two calls
 * are not affected.
 */
export const CONNECTION_TIMES = { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 } as const;

/**
 * Answers `serverBusy` at once, before anything is read or asked, while too many calls are worked on or the server
 * closes. Slow callers take no place: a call has none while its body comes in or its answer goes out, nor has a stream
 * or an image that is sent.
 * `/healthz` and `/readyz` are always answered: otherwise a proxy would take one busy process after the other out of
 * service.
 */
export function shedLoad(app: FastifyInstance, mostAtOnce: number): void {
  const working = new Set<FastifyRequest>();
  const reportShed = createReport((shed) =>
    app.log.warn({ shed }, 'too many calls at once: some were told to retry later'),
  );
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
    // Also if the caller left before the answer.
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
  // Only for streams and images, which come in while they are handled: Fastify builds a route's options anew each time
  // they are read.
  app.addHook('onRoute', (route) => {
    if ((route.config as { isSlow?: boolean } | undefined)?.isSlow !== true) return;
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

/**
 * Bounds the connections of a server, so that idle ones never use up the descriptors that calls need. At the bound Node
 * drops new ones, and those that wait between two calls give up their places.
 */
export function limitConnections({ server, log }: FastifyInstance, most = mostConnections()): void {
  server.maxConnections = most;
  const report = createReport((dropped) =>
    log.warn({ dropped, most }, 'too many connections at once: some were dropped'),
  );
  let closedAt = -Infinity;
  server.on('drop', () => {
    report();
    if (performance.now() - closedAt < CLOSE_IDLE_EVERY_MS) return;
    closedAt = performance.now();
    server.closeIdleConnections();
  });
}

/** How many connections the limit of open files allows, on Linux; a fixed number elsewhere. */
export function mostConnections(limits = readLimits()): number {
  const files = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Infinity);
  return Math.min(Math.max(files - OTHER_DESCRIPTORS, Math.floor(files / 2)), MOST_CONNECTIONS);
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

/** Reports the first at once, and then a count every ten seconds. */
function createReport(tell: (count: number) => void): () => void {
  let count = 0;
  let toldAt = -Infinity;
  return () => {
    count += 1;
    if (performance.now() - toldAt < LOG_EVERY_MS) return;
    tell(count);
    count = 0;
    toldAt = performance.now();
  };
}

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merging needs an interface
  interface FastifyContextConfig {
    /** Calls a minute of an endpoint with a counter of its own. */
    readonly perMinute?: number;
  }
}

/**
 * Limits the calls a minute per address over all processes (tooManyTries): each call is counted at the hub before
 * anything else is done for it, so spreading calls over processes does not help. Endpoints that set `perMinute` have
 * their own counter; all others, and those that API keys open (`limitCaller`), share one. Counts only what a route takes, and no health check: no single address may
 * make the shop seem down to the proxy.
 */
export function limitRate(app: FastifyInstance, perMinute: number, hub: HubLink): void {
  app.addHook('onRoute', (route) => {
    if (ALWAYS_ANSWERED.has(route.url)) return;
    const own = route.config?.perMinute;
    const limit =
      own === undefined
        ? limitBy(hub, 'all', perMinute)
        : limitBy(hub, `${String(route.method)} ${route.url}`, own);
    route.onRequest = [limit, ...hooksOf(route)];
  });
}

const hooksOf = ({ onRequest = [] }: RouteOptions): readonly onRequestHookHandler[] => [onRequest].flat();

/** A plain function: with the hub in this process, promises would cost more than counting. */
function limitBy(hub: HubLink, counter: string, most: number): onRequestHookHandler {
  return (request, reply, next) => {
    const check = (counted: HitCount): void => next(tellLimit(reply, most, counted));
    const hit = hub.hit(`${counter} ${addressBlock(request.ip)}`, MINUTE_MS);
    if (hit instanceof Promise) hit.then(check, next);
    else check(hit);
  };
}

/** How many calls of this endpoint are left, in the answer's headers; what to refuse one too many with. */
function tellLimit(reply: FastifyReply, most: number, { count, endsInMs }: HitCount): Refusal | undefined {
  const seconds = Math.ceil(Math.round(endsInMs) / 1_000);
  reply
    .header('x-ratelimit-limit', most)
    .header('x-ratelimit-remaining', Math.max(0, most - count))
    .header('x-ratelimit-reset', seconds);
  if (count <= most) return undefined;
  reply.header('retry-after', seconds);
  return new Refusal('tooManyTries', 'calls a minute');
}

type CallerLimit = { readonly counter: string; readonly most: number; readonly keyId: bigint | undefined };

/**
 * Limits the calls of an endpoint that API keys open: each key has its own, whatever address it shares, and callers
 * without one share those of their address (tooManyTries).
 */
export async function limitCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  hub: HubLink,
  { counter, most, keyId }: CallerLimit,
): Promise<void> {
  const caller = keyId === undefined ? addressBlock(request.ip) : `key ${keyId}`;
  const refusal = tellLimit(reply, most, await hub.hit(`${counter} ${caller}`, MINUTE_MS));
  if (refusal) throw refusal;
}
