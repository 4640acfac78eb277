import compress from '@fastify/compress';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import { fastifySSE } from '@fastify/sse';
import swagger from '@fastify/swagger';
import { errors } from '@portside/contract';
import { wording } from '@portside/contract/wire/error-wording';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { jsonSchemaTransform, serializerCompiler } from 'fastify-type-provider-zod';
import { randomUUID } from 'node:crypto';
import type { HubLink } from '../hub/hub-link.ts';
import { Hub } from '../hub/hub.ts';
import type { Log } from '../log.ts';
import { handleFailures, sendFailure } from './failures.ts';
import { limitRate } from './rate-limit.ts';
import { readableAddress } from './readable-address.ts';
import { validatorCompiler } from './validation.ts';

export type HttpOptions = {
  readonly log: Log;
  /** Whose X-Forwarded-For counts; empty for nobody's. */
  readonly trustedProxies: readonly string[];
  /** Calls a minute from one address where the endpoint names no limit of its own; null for none. */
  readonly perMinute: number | null;
  /** Where calls are counted; absent where this process is the only one. */
  readonly hub?: HubLink;
};

const BODY_LIMIT_BYTES = 1_048_576;
/** The client gives up after 50 s; what takes longer is a background job. */
const REQUEST_TIMEOUT_MS = 50_000;

/** Fastify with its guards; routes are bound by the caller. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Answers under way are finished; streams, which never are, end by themselves (`Live.endAll`).
    forceCloseConnections: 'idle',
    rewriteUrl: readableAddress,
    frameworkErrors: (_error, request, reply) => void sendFailure(reply, 'invalidFormat', request.id),
    clientErrorHandler: (_error, socket) => void socket.end(WRONG_REQUEST),
  }) as unknown as FastifyInstance;
  app.setValidatorCompiler(validatorCompiler as never);
  app.setSerializerCompiler(serializerCompiler as never);
  acceptEmptyJson(app);
  handleFailures(app);
  await app.register(helmet, SECURITY_HEADERS);
  await app.register(compress, { global: true, encodings: ['br', 'gzip'] });
  if (options.perMinute !== null) {
    await limitRate(app, options.perMinute, options.hub ?? new Hub().join());
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

/** For what is not even HTTP. */
const WRONG_REQUEST = [
  'HTTP/1.1 400 Bad Request',
  'content-type: application/json; charset=utf-8',
  'connection: close',
  '',
  JSON.stringify({ code: errors.invalidFormat.code, message: wording.invalidFormat, data: null }),
].join('\r\n');

/** A POST without a body (logout, cancel) may still say that it is JSON. */
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
