import compress from '@fastify/compress';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import { fastifySSE } from '@fastify/sse';
import swagger from '@fastify/swagger';
import { errors } from '@portside/contract';
import { wording } from '@portside/contract/wire/error-wording';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { jsonSchemaTransform, serializerCompiler } from 'fastify-type-provider-zod';
import { randomUUID } from 'node:crypto';
import { NO_OUTAGE, type Outage } from '../db/database-outage.ts';
import type { HubLink } from '../hub/hub-link.ts';
import { Hub } from '../hub/hub.ts';
import type { Log } from '../log.ts';
import { handleFailures, sendFailure } from './failures.ts';
import { limitRate } from './rate-limit.ts';
import { routableUrl } from './routable-url.ts';
import { validatorCompiler } from './validation.ts';

export type HttpOptions = {
  readonly log: Log;
  /** Proxies whose X-Forwarded-For is trusted; empty for none. */
  readonly trustedProxies: readonly string[];
  /** Calls a minute per address for endpoints without a limit of their own; null for no limit. */
  readonly perMinute: number | null;
  /** Counts calls over all processes; absent where this process is the only one. */
  readonly hub?: HubLink;
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
    rewriteUrl: routableUrl,
    frameworkErrors: (_error, request, reply) => void sendFailure(reply, 'invalidFormat', request.id),
    clientErrorHandler: (_error, socket) => void socket.end(BAD_REQUEST),
  }) as unknown as FastifyInstance;
  app.setValidatorCompiler(validatorCompiler as never);
  app.setSerializerCompiler(serializerCompiler as never);
  acceptEmptyJson(app);
  handleFailures(app, options.outage ?? NO_OUTAGE);
  await app.register(helmet, SECURITY_HEADERS);
  await app.register(compress, { global: true, encodings: ['br', 'gzip'] });
  if (options.perMinute !== null) {
    await limitRate(app, options.perMinute, options.hub ?? new Hub());
  }
  await app.register(fastifySSE, { heartbeatInterval: 15_000 });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Portside', version: '1.0.0', description: 'The shop’s API.' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  });
  app.addHook('onSend', async (request, reply) => {
    const isCall = request.url.startsWith('/api/');
    if (isCall && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  return app;
}

/** The answer to bytes that are not HTTP. */
const BAD_REQUEST = [
  'HTTP/1.1 400 Bad Request',
  'content-type: application/json; charset=utf-8',
  'connection: close',
  '',
  JSON.stringify({ code: errors.invalidFormat.code, message: wording.invalidFormat, data: null }),
].join('\r\n');

/** Accepts a POST without a body (logout, cancel) that declares JSON. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}

const SECURITY_HEADERS: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      // Mantine sets inline styles.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  referrerPolicy: { policy: 'no-referrer' },
  // Wallets open windows of their own.
  crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
};
