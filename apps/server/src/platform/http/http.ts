import { fastifySSE } from '@fastify/sse';
import swagger from '@fastify/swagger';
import { MOST_BODY_BYTES } from '@portside/contract/wire/limits';
import Fastify, { LogController, type FastifyInstance, type onSendHookHandler } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { randomUUID } from 'node:crypto';
import { NO_OUTAGE, type Outage } from '../db/connections/database-outage.ts';
import type { HubLink } from '../hub/hub-link.ts';
import { Hub } from '../hub/hub.ts';
import type { Log } from '../log.ts';
import { compileSerializer, validatorCompiler } from './validation.ts';
import { handleFailures, sendFailure } from './failures.ts';
import { parseJsonBodies } from './parse-json.ts';
import { limitRate, CONNECTION_TIMES, limitConnections, MOST_AT_ONCE, shedLoad } from './shed-load.ts';
import { Refusal } from '../refusal.ts';
import {
  refuseBrokenRequest,
  refuseWhatNodeRefuses,
  CALL_HEADERS,
  SECURITY_HEADERS,
} from './security-headers.ts';
import { routableUrl } from '../pages/page-path.ts';
import compress from '@fastify/compress';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

type HttpOptions = {
  readonly log: Log;
  /** Proxies whose X-Forwarded-For is trusted; empty for none. */
  readonly trustedProxies: readonly string[];
  /** Calls a minute per address for endpoints without a limit of their own; null for no limit. */
  readonly perMinute: number | null;
  /** Counts calls over all processes; absent if this process is the only one. */
  readonly hub?: HubLink;
  /** Calls in progress at once; further ones are asked to try again later. */
  readonly mostAtOnce?: number;
  /** Open connections at once; absent: as many as the process has descriptors for. */
  readonly mostConnections?: number;
  /** Whether this process may serve; absent if it always may. */
  readonly mayServe?: () => boolean;
  /** Knows when the database is away; absent if nobody watches it. */
  readonly outage?: Outage;
};

/** The client gives up after 50 s; anything longer is a background job. */
const REQUEST_TIMEOUT_MS = 50_000;

/** Fastify with security headers, limits, validation and the error handler; the caller binds the routes. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: MOST_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Pending answers are finished; streams, which never finish, are ended by `Live.endAll`.
    forceCloseConnections: 'idle',
    // While closing, Fastify would refuse calls with a bare line; `shedLoad` uses the envelope.
    return503OnClosing: false,
    rewriteUrl: routableUrl,
    // A promotion code's link is pasted into the path of its call; the address as a whole has its own limit.
    routerOptions: { maxParamLength: 6_000 },
    // No hook runs for what the router itself refuses.
    frameworkErrors: (_error, request, reply) =>
      void sendFailure(reply.headers(SECURITY_HEADERS), 'invalidFormat', request.id),
    clientErrorHandler: refuseBrokenRequest,
    // Node would refuse it with a bare line; `checkConnection` uses the envelope.
    http: { requireHostHeader: false, ...CONNECTION_TIMES },
  }) as unknown as FastifyInstance;
  app.setValidatorCompiler(validatorCompiler as never);
  app.setSerializerCompiler(compileSerializer as never);
  limitConnections(app, options.mostConnections);
  collectRoutes(app);
  parseJsonBodies(app);
  handleFailures(app, options.outage ?? NO_OUTAGE);
  refuseWhatNodeRefuses(app);
  checkConnection(app);
  shedLoad(app, options.mostAtOnce ?? MOST_AT_ONCE);
  if (options.mayServe) refuseWhileApart(app, options.mayServe);
  await compressAnswers(app);
  if (options.perMinute !== null) limitRate(app, options.perMinute, options.hub ?? new Hub());
  await app.register(fastifySSE, { heartbeatInterval: 15_000 });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      // Completed in api-document.
      info: { title: 'Portside', version: '1.0.0' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  });
  return app;
}

/**
 * Every answer gets the security headers, and that of a call is stored nowhere unless its route says otherwise. Refuses
 * a request without a host (invalidFormat), and drops one whose connection was reset before it was read: its address is
 * unknown by then, and no one waits for the answer.
 */
export function checkConnection(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, next) => {
    if ((request.ip as string | undefined) === undefined) {
      reply.hijack();
      request.raw.destroy();
      return;
    }
    reply.headers(request.url.startsWith('/api/') ? CALL_HEADERS : SECURITY_HEADERS);
    const { headers, httpVersion } = request.raw;
    if (headers.host === undefined && httpVersion === '1.1') next(new Refusal('invalidFormat', 'no host'));
    else next();
  });
}

/** A smaller answer fits into one packet uncompressed. */
const THRESHOLD_BYTES = 1_024;

/** Compresses answers by their type and size, as the reader accepts. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, { global: true, encodings: ['br', 'gzip'], threshold: THRESHOLD_BYTES });
  // Its hook, a route's last, checks the size last, after much that small answers can skip.
  app.addHook('onRoute', (route) => {
    const hooks = [route.onSend ?? []].flat() as onSendHookHandler[];
    const last = hooks.pop();
    if (last) route.onSend = [...hooks, unlessSmall(last)];
  });
}

const unlessSmall = (hook: onSendHookHandler): onSendHookHandler =>
  function (request, reply, answer, next) {
    const isSmall = typeof answer === 'string' && Buffer.byteLength(answer) < THRESHOLD_BYTES;
    return isSmall ? next() : hook.call(this, request, reply, answer, next);
  };

declare module 'fastify' {
  interface FastifyInstance {
    allowedMethods: AllowedMethods;
  }
}

/** The methods of an address; empty for an unknown one. */
type AllowedMethods = (path: string) => readonly string[];

/** Collects every route that is added from now on, for the `Allow` header of a call with another method. */
function collectRoutes(app: FastifyInstance): void {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ method, url }) => {
    const methods = methodsOf.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    methodsOf.set(url, methods);
  });
  let patterns: { readonly pattern: RegExp; readonly methods: ReadonlySet<string> }[] | null = null;
  app.decorate('allowedMethods', (path: string) => {
    patterns ??= [...methodsOf].map(([url, methods]) => ({ pattern: patternOf(url), methods }));
    const found = patterns.filter(({ pattern }) => pattern.test(path));
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].toSorted();
  });
}

/** As the router matches: `:id` is one segment that is not empty. */
const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/:\w+/g, '[^/]+')}$`);

const RETRY_AFTER_S = 1;

/**
 * Answers calls with `serverBusy` while this process may not serve: another one has the shop's database, with which it
 * shares neither live events nor limits. Pages themselves are the same in every process.
 */
function refuseWhileApart(app: FastifyInstance, mayServe: () => boolean): void {
  app.addHook('onRequest', (request, reply, next) => {
    if (mayServe() || !request.url.startsWith('/api/')) return next();
    return void sendFailure(reply.header('retry-after', RETRY_AFTER_S), 'serverBusy', request.id);
  });
}

/**
 * How long a keep-alive connection gets one last answer. A call sent just before the client learns of the stop would
 * otherwise be lost: until its bytes are read, the connection counts as idle.
 */
const GRACE_MS = 300;

const READING_TURNS = 5;

/** A keep-alive connection becomes idle only after its last answer, so idle ones are closed again and again. */
const SWEEP_EVERY_MS = 25;

/** A client that does not read its answer must not delay the stop. */
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
