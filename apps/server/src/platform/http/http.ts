import { fastifySSE } from '@fastify/sse';
import swagger from '@fastify/swagger';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { randomUUID } from 'node:crypto';
import { NO_OUTAGE, type Outage } from '../db/connections/database-outage.ts';
import type { HubLink } from '../hub/hub-link.ts';
import { Hub } from '../hub/hub.ts';
import type { Log } from '../log.ts';
import { collectRoutes } from './allowed-methods.ts';
import { answerSerializer } from './answers/answer-writers.ts';
import { handleFailures, sendFailure } from './failures.ts';
import { compressAnswers } from './answers/compress-answers.ts';
import { parseJsonBodies } from './parse-json.ts';
import { limitRate } from './rate-limit.ts';
import { Refusal } from '../refusal.ts';
import { refuseWhileApart } from './refuse-while-apart.ts';
import { refuseBrokenRequest, refuseWhatNodeRefuses } from './refuse-early.ts';
import { routableUrl } from './routable-url.ts';
import { CALL_HEADERS, SECURITY_HEADERS } from './security-headers.ts';
import { CONNECTION_TIMES, limitConnections, MOST_AT_ONCE, shedLoad } from './shed-load.ts';
import { validatorCompiler } from './validation.ts';

type HttpOptions = {
  readonly log: Log;
  /** Proxies whose X-Forwarded-For is trusted; empty for none. */
  readonly trustedProxies: readonly string[];
  /** Calls a minute per address for endpoints without a limit of their own; null for no limit. */
  readonly perMinute: number | null;
  /** Counts calls over all processes; absent where this process is the only one. */
  readonly hub?: HubLink;
  /** Calls that are worked on at once; those beyond are asked to try again later. */
  readonly mostAtOnce?: number;
  /** Connections that are held at once; as many as the process has descriptors for where absent. */
  readonly mostConnections?: number;
  /** Whether this process may serve; absent where it always may. */
  readonly mayServe?: () => boolean;
  /** Knows when the database is away; absent where nobody watches it. */
  readonly outage?: Outage;
};

const BODY_LIMIT_BYTES = 1_048_576;
/** The client gives up after 50 s; anything longer is a background job. */
const REQUEST_TIMEOUT_MS = 50_000;

/** Fastify with security headers, limits, validation and the error handler; the caller binds the routes. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Pending answers are finished; streams, which never finish, are ended by `Live.endAll`.
    forceCloseConnections: 'idle',
    // Fastify would refuse what comes while it closes with a bare line; `shedLoad` does so in the envelope.
    return503OnClosing: false,
    rewriteUrl: routableUrl,
    // No hook runs for what the router itself refuses.
    frameworkErrors: (_error, request, reply) =>
      void sendFailure(reply.headers(SECURITY_HEADERS), 'invalidFormat', request.id),
    clientErrorHandler: refuseBrokenRequest,
    // Node would refuse it with a bare line; `refuseWithoutHost` does so in the envelope.
    http: { requireHostHeader: false, ...CONNECTION_TIMES },
  }) as unknown as FastifyInstance;
  app.setValidatorCompiler(validatorCompiler as never);
  app.setSerializerCompiler(answerSerializer as never);
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
      info: { title: 'Portside', version: '1.0.0', description: 'The shop’s API.' },
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
