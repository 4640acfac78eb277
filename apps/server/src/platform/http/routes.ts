import multipart from '@fastify/multipart';
import { contract, paths, type Data, type Endpoint, type EndpointName, type Input } from '@portside/contract';
import type { Path } from '@portside/contract/wire/shop-paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import {
  requireAction,
  requireAdmin,
  requireBlocked,
  requirePayer,
  requireUser,
  visitor,
  type Actor,
} from '../actor.ts';
import type { Ctx, RequestCtx } from '../context.ts';
import { isWithin } from '../ip-address.ts';
import { refuse, refuseField } from '../refusal.ts';
import { recordRefusal } from '../security-events.sql.ts';
import type { Image } from '../uploads/read-image.ts';
import { FailureBody } from './failures.ts';
import { JSON_TYPE, type AnswerCache, EncodedBody } from './answer-cache.ts';
import { actByKey, countKeyCalls, type KeyCalls } from './key-calls.ts';
import { FORM_LIMITS, imageForm, receiveImage, receiveImages } from './receive-image.ts';
import { limitCaller } from './shed-load.ts';

/** What is known of the request besides its validated input. */
export type RequestMeta = {
  readonly idempotencyKey: string;
  readonly address: string;
  readonly userAgent: string;
};

/** A use case's input; with the images where the endpoint takes them. */
type VerbInput<N extends EndpointName> = Input<N> &
  RequestMeta &
  ((typeof contract)[N] extends { image: true } ? { readonly image: Image } : unknown) &
  ((typeof contract)[N] extends { furtherImages: readonly (infer Name extends string)[] }
    ? { readonly furtherImages: { readonly [K in Name]?: Image } }
    : unknown);

type RawEndpoint = {
  [N in EndpointName]: (typeof contract)[N] extends { raw: unknown } ? N : never;
}[EndpointName];

/** A use case for each endpoint. Those of raw endpoints write the answer to `reply` themselves. */
export type Routes = {
  [N in Exclude<EndpointName, RawEndpoint>]: (ctx: Ctx, input: VerbInput<N>) => Promise<Data<N>>;
} & {
  [N in RawEndpoint]: (ctx: Ctx, input: VerbInput<N>, reply: FastifyReply) => Promise<unknown>;
};

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merging needs an interface
  interface FastifyRequest {
    /** The context of a call whose caller may make it. */
    callerCtx: Ctx | null;
  }
}

type Handler = (ctx: Ctx, input: unknown, reply: FastifyReply) => Promise<unknown>;

type RouteOptions = {
  /** Multiplies the endpoints' own rate limits; above 1 in the sandbox. Null: calls are not limited. */
  readonly limitFactor: number | null;
  /** The context of a request, with a visitor as its actor until the caller is known. */
  contextOf(request: FastifyRequest): RequestCtx;
  /** The actor of a token; refuses unknown tokens (notSignedIn) and frozen users (accountFrozen). */
  authenticate(ctx: Ctx, token: string): Promise<Actor>;
  /** From which alone people's calls to the back office are answered; none: from everywhere. Keys have ranges of their own. */
  readonly officeAddresses?: readonly string[];
  /** Tokens that are API keys; absent: none is. */
  readonly keys?: KeyCalls;
  /** The blocked user of a token; refuses everyone else's (notSignedIn). */
  authenticateBlocked(ctx: Ctx, token: string): Promise<Actor>;
  /** For answers that are the same for all readers of a language; absent: nothing is cached. */
  readonly cache?: {
    readonly answers: AnswerCache;
    isCacheable(name: EndpointName, input: unknown): boolean;
  };
};

/** Binds every endpoint of the contract to its use case. */
export function bindRoutes(app: FastifyInstance, routes: Routes, options: RouteOptions): void {
  app.decorateRequest('callerCtx', null);
  app.decorateRequest('keyCtx', null);
  if (options.keys) countKeyCalls(app, options.keys);
  const names = Object.keys(paths) as EndpointName[];
  const takesImage = (name: EndpointName): boolean => 'image' in contract[name];
  const bindTo = (scope: FastifyInstance) => (name: EndpointName) =>
    bind(scope, name, routes[name] as Handler, options);
  names.filter((name) => !takesImage(name)).forEach(bindTo(app));
  // Forms are parsed only where an image is expected; elsewhere they are an invalid format.
  void app.register(async (forms) => {
    await forms.register(multipart, { limits: FORM_LIMITS });
    names.filter(takesImage).forEach(bindTo(forms));
  });
}

function bind(app: FastifyInstance, name: EndpointName, useCase: Handler, options: RouteOptions): void {
  const endpoint: Endpoint = contract[name];
  const [method, url, , scope]: Path = paths[name];
  const isForAdmins = endpoint.access === 'admin' || typeof endpoint.access === 'object';
  const watch = (ctx: Ctx, request: FastifyRequest, error: unknown): Promise<void> =>
    recordRefusal(
      ctx,
      { name, isForAdmins, hasToken: request.headers.authorization !== undefined, actor: ctx.actor },
      error,
    );
  const limit = ownLimitOf(name, scope, options);
  app.route({
    method,
    url,
    schema: schemaOf(name, endpoint, url),
    config: {
      ...limit.config,
      isSlow: name === 'streamLive' || endpoint.image === true,
    },
    // A HEAD would open a stream that sends nothing.
    ...(name === 'streamLive' && { sse: 'manual' as const, exposeHeadRoute: false }),
    // Authenticates before the body is even read.
    onRequest: async (request, reply) => {
      const ctx = options.contextOf(request);
      try {
        const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
        if (token !== undefined && options.keys?.isKey(token))
          await actByKey(ctx, token, { request, reply, scope }, options.keys);
        else if (token !== undefined) ctx.actor = await authenticateCaller(endpoint, ctx, token, options);
        await limit.count?.(request, reply);
        requireAccess(endpoint, ctx);
        if (isForAdmins && request.keyCtx === null && !isWithin(options.officeAddresses ?? [], request.ip))
          refuse('officeElsewhere');
        request.callerCtx = ctx;
      } catch (error) {
        await watch(ctx, request, error);
        throw error;
      }
    },
    handler: async (request, reply) => {
      const input = {
        params: request.params,
        query: request.query,
        body: request.body,
        idempotencyKey: endpoint.idempotent ? idempotencyKeyOf(request) : '',
        address: request.callerCtx!.address,
        userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
        ...(endpoint.image && (await receive(request, endpoint))),
      };
      const callerCtx = request.callerCtx!;
      if (options.cache?.isCacheable(name, input)) {
        // As a visitor: a cached answer must not depend on who asked first.
        const read = () => useCase({ ...callerCtx, actor: visitor }, input, reply);
        const key = `${name} ${callerCtx.language} ${JSON.stringify([input.params, input.query])}`;
        return options.cache.answers.send(request, reply, key, async () => serialize(reply, await read()));
      }
      let data: unknown;
      try {
        data = await useCase(callerCtx, input, reply);
      } catch (error) {
        await watch(callerCtx, request, error);
        throw error;
      }
      if (endpoint.clearsSiteData) reply.header('clear-site-data', '"cache", "cookies", "storage"');
      if (endpoint.hasEtag) {
        reply.header('cache-control', 'private, no-cache, no-transform');
        return new EncodedBody(Buffer.from(serialize(reply, data))).send(request, reply, JSON_TYPE);
      }
      return endpoint.raw ? data : wrap(data);
    },
  });
}

type OwnLimit = {
  readonly config?: { readonly perMinute: number };
  readonly count?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
};

/** An endpoint's own limit of calls: where keys open it, they are counted once it is known whose call it is. */
function ownLimitOf(
  name: EndpointName,
  scope: string | undefined,
  { limitFactor, keys }: RouteOptions,
): OwnLimit {
  const { perMinute }: Endpoint = contract[name];
  if (limitFactor === null || perMinute === undefined) return {};
  const most = perMinute * limitFactor;
  if (scope === undefined || !keys) return { config: { perMinute: most } };
  const count: OwnLimit['count'] = (request, reply) =>
    limitCaller(request, reply, keys.hub, { counter: name, most, keyId: request.keyCtx?.actor.key.id });
  return { count };
}

/** What the call takes and answers; validates, and is in the published document. */
const schemaOf = (name: EndpointName, endpoint: Endpoint, url: string) => ({
  operationId: name,
  summary: endpoint.summary,
  tags: [url.split('/')[2]!],
  ...(endpoint.params && { params: endpoint.params }),
  querystring: endpoint.query ?? NO_QUERY,
  ...(endpoint.body && { body: endpoint.body }),
  ...(endpoint.image && { consumes: ['multipart/form-data'], body: imageForm(endpoint.furtherImages) }),
  security: endpoint.access === 'visitor' ? [{}, { bearer: [] }] : [{ bearer: [] }],
  ...(endpoint.idempotent && { headers: IdempotencyHeader }),
  response: endpoint.raw
    ? { 200: { content: rawContent(endpoint) }, default: FailureBody }
    : { 200: envelope(endpoint.data), default: FailureBody },
});

const receive = async (request: FastifyRequest, { furtherImages }: Endpoint) =>
  furtherImages ? receiveImages(request, furtherImages) : { image: await receiveImage(request) };

const wrap = (data: unknown) => ({ code: 200, message: 'ok', data });

/**
 * Uses the schema of the route's successful answer, whatever the status of `reply`: a cached answer is refreshed after its caller
 * was answered, perhaps with 304.
 */
const serialize = (reply: FastifyReply, data: unknown): string =>
  reply.getSerializationFunction('200')!(wrap(data));

function authenticateCaller(
  endpoint: Endpoint,
  ctx: Ctx,
  token: string,
  options: RouteOptions,
): Promise<Actor> {
  if (endpoint.access === 'blocked') return options.authenticateBlocked(ctx, token);
  return endpoint.access === 'visitor'
    ? authenticateIfValid(ctx, token, options)
    : options.authenticate(ctx, token);
}

/**
 * Refuses a caller who may not make this call (notSignedIn, noPermission, freshCodeNeeded). The only check of it: use cases
 * do not repeat it, so one that is called from elsewhere must state its rule there.
 */
function requireAccess({ access, freshCode }: Endpoint, { actor, clock }: Ctx): void {
  if (access === 'payer') requirePayer(actor);
  else if (access === 'blocked') requireBlocked(actor);
  else if (access !== 'visitor') requireUser(actor);
  if (access === 'admin') requireAdmin(actor);
  if (typeof access === 'object') requireAction(actor, access.action);
  if (freshCode) requireFreshCode({ actor, clock });
}

/** Public endpoints treat an expired token as no token; a frozen user is still refused. */
async function authenticateIfValid(ctx: Ctx, token: string, options: RouteOptions): Promise<Actor> {
  try {
    return await options.authenticate(ctx, token);
  } catch (error) {
    if ((error as { reason?: string }).reason === 'notSignedIn') return visitor;
    throw error;
  }
}

/**
 * The caller's key, or a new one for a caller that sends none. In quotes it is the same key: the header is a structured
 * field (draft-ietf-httpapi-idempotency-key-header-07), which few clients write as one. Refuses an invalid one (invalidFormat), and a program that
 * sends none (idempotencyKeyNeeded): after a time-out it could not repeat the call safely.
 */
function idempotencyKeyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (key === undefined) {
    if (request.keyCtx) refuse('idempotencyKeyNeeded');
    return randomUUID();
  }
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    refuseField('invalidFormat', 'idempotency-key', 'wrong');
  return key.replace(/^"(.+)"$/, '$1');
}

/** A call that takes no query refuses every key. */
const NO_QUERY = z.object({});

const IdempotencyHeader = z.looseObject({
  'idempotency-key': z.optional(
    z
      .string()
      .check(
        z.describe(
          'Repeating a key returns the same order or top-up; a different body under the same key is refused',
        ),
      ),
  ),
});

/** The media types of a file or stream; JSON is still wrapped in the envelope. */
function rawContent(endpoint: Endpoint): Record<string, { schema: z.ZodMiniType }> {
  const { types } = endpoint.raw!;
  const files = types.map((type) => [type, { schema: z.string() }] as const);
  const json = endpoint.raw!.json ? { 'application/json': { schema: envelope(endpoint.data) } } : {};
  return { ...json, ...Object.fromEntries(files) };
}

const envelope = (data: z.ZodMiniType): z.ZodMiniType =>
  z.object({ code: z.literal(200), message: z.string(), data });

const FRESH_MS = 5 * 60_000;

/**
 * Protects actions from a stolen session: refuses a user with a second factor whose last code is older than five
 * minutes (freshCodeNeeded). Users without one pass; in production no admin is without. So do API keys, which can give no
 * code: a scope opens such a call only where the path tables say so.
 */
function requireFreshCode({ actor, clock }: Pick<Ctx, 'actor' | 'clock'>): void {
  if (actor.kind !== 'user' || actor.codeAt === null) return;
  if (clock.now().getTime() - actor.codeAt.getTime() > FRESH_MS) refuse('freshCodeNeeded');
}
