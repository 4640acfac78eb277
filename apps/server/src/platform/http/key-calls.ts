import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ActingKey, UserActor } from '../actor.ts';
import { MINUTE_MS } from '../clock.ts';
import type { Ctx, RequestCtx } from '../context.ts';
import type { HubLink } from '../hub/hub-link.ts';
import { refuse, refuseValue } from '../refusal.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merging needs an interface
  interface FastifyRequest {
    /** The context of a call with a valid API key, also of one that the key may not make. */
    keyCtx: (Ctx & { readonly actor: KeyActor }) | null;
  }
}

export type KeyActor = UserActor & { readonly key: ActingKey };

/** What calls with API keys need of the feature that owns them. */
export type KeyCalls = {
  /** Whether a token is a key, or should be one. */
  isKey(token: string): boolean;
  /** Who acts by the key, with what it may do. */
  authenticate(ctx: Ctx, token: string): Promise<KeyActor>;
  recordUse(ctx: Ctx, key: ActingKey, use: { readonly isError: boolean }): void;
  /** Counts the calls of a key over all processes. */
  readonly hub: HubLink;
};

/** Counts every call with a valid key once it was answered. */
export function countKeyCalls(app: FastifyInstance, { recordUse }: KeyCalls): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { keyCtx } = request;
    if (keyCtx) recordUse(keyCtx, keyCtx.actor.key, { isError: reply.statusCode >= 400 });
    done();
  });
}

/**
 * Makes a key's user the actor. Refuses what `authenticate` refuses, more calls a minute than the key may make
 * (tooManyTries), and a call that its scopes do not open (apiKeyScopeMissing); without a scope, no key opens it.
 */
export async function actByKey(
  ctx: RequestCtx,
  token: string,
  { request, reply, scope }: { request: FastifyRequest; reply: FastifyReply; scope: string | undefined },
  { authenticate, hub }: KeyCalls,
): Promise<void> {
  const actor = await authenticate(ctx, token);
  ctx.actor = actor;
  request.keyCtx = ctx as Ctx & { readonly actor: KeyActor };
  await limitCalls(reply, actor.key, hub);
  if (scope === undefined) refuse('apiKeyScopeMissing', 'no key opens it');
  if (!actor.key.scopes.has(scope)) refuseValue('apiKeyScopeMissing', 'scopes', 'missing', scope);
}

/**
 * Refuses more calls a minute than a key may make (tooManyTries). The headers are those of the IETF's draft "RateLimit
 * header fields for HTTP".
 */
export async function limitCalls(
  reply: FastifyReply,
  { id, perMinute }: ActingKey,
  hub: HubLink,
): Promise<void> {
  const { count, endsInMs } = await hub.hit(`key ${id}`, MINUTE_MS);
  const seconds = Math.ceil(Math.round(endsInMs) / 1_000);
  reply
    .header('ratelimit-policy', `"key";q=${perMinute};w=${MINUTE_MS / 1_000}`)
    .header('ratelimit', `"key";r=${Math.max(0, perMinute - count)};t=${seconds}`);
  if (count <= perMinute) return;
  reply.header('retry-after', seconds);
  refuse('tooManyTries', 'calls of a key');
}
