import { errors, LONGEST_LINE, type ErrorName, type Protocol, type Scope } from '@portside/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type * as z from 'zod/mini';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx, RequestCtx } from '../../platform/context.ts';
import { JSON_TYPE } from '../../platform/http/answer-cache.ts';
import { reasonOf } from '../../platform/http/failures.ts';
import { limitCalls, type KeyActor } from '../../platform/http/key-calls.ts';
import type { HubLink } from '../../platform/hub/hub-link.ts';
import { hasDoubledKey } from '../../platform/http/parse-json.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import { recordRefusal } from '../../platform/security-events.sql.ts';
import { recordKeyUse } from '../api-keys/index.ts';
import { readSetting } from '../settings/index.ts';

/** What all protocols have in common: who calls, how often, and what is counted. */
export type Storefronts = {
  /** The context of a request, with a visitor as its actor until the caller is known. */
  contextOf(request: FastifyRequest): RequestCtx;
  readonly hub: HubLink;
};

/** A call of a shop, as it came: what is signed are its bytes. */
export type ShopCall = { readonly request: FastifyRequest; readonly body: Buffer };

export type CallCtx = Ctx & { readonly actor: KeyActor };

type Answer = { readonly status: number; readonly body: unknown };

export type SpokenProtocol = {
  readonly name: Protocol;
  readonly calls: readonly (readonly [
    method: HTTPMethods,
    path: string,
    call: (ctx: CallCtx, call: ShopCall) => Promise<unknown>,
    /** Also of a refusal; null where the call writes a text of JSON itself. */
    answer: z.ZodMiniType | null,
  ])[];
  /** Who calls; refuses what is not signed, or not with a key of this protocol. */
  authenticate(ctx: Ctx, call: ShopCall): Promise<KeyActor>;
  /** The answer that makes such a shop do the right thing. */
  answerTo(refusal: { readonly reason: ErrorName; readonly error: unknown }, request: FastifyRequest): Answer;
};

/** Accounts that an answer has room for, however long their lines are. */
export const MOST_IN_ANSWER = 250;
/** Of accounts in one answer, which is in memory as a whole; more are on the page of the order. */
export const MOST_CHARACTERS = MOST_IN_ANSWER * (LONGEST_LINE + 1);

/** An order has more accounts than an answer has room for. */
export class TooLong extends Refusal {
  constructor() {
    super('parameterError', 'accounts');
  }
}

/** An order of a thousand lines of a form is far below. */
const BODY_LIMIT_BYTES = 256 * 1_024;

/** A body as it came. */
const bodyOf = (request: FastifyRequest): Buffer =>
  Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);

/** Binds the calls of a protocol. While the operator has it switched off, each is refused (apiKeysOff). */
export function bindProtocol(http: FastifyInstance, shops: Storefronts, protocol: SpokenProtocol): void {
  const callers = new WeakMap<FastifyRequest, RequestCtx>();
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler(async (error, request, reply) => {
      const reason = reasonOf(error as FastifyError);
      const err = reason === 'serviceError' ? error : undefined;
      request.log[errors[reason].log]({ err, reason, protocol: protocol.name }, 'refused');
      const ctx = callers.get(request) ?? shops.contextOf(request);
      await recordRefusal(
        ctx,
        { name: protocol.name, isForAdmins: false, hasToken: true, actor: ctx.actor },
        error,
      );
      const { status, body } = protocol.answerTo({ reason, error }, request);
      return reply.code(status).type(JSON_TYPE).send(body);
    });
    for (const [method, url, call, answer] of protocol.calls)
      scope.route({
        method,
        url,
        schema: { hide: true, ...(answer && { response: { default: answer } }) },
        handler: (request, reply) => serve(call, { request, body: bodyOf(request) }, reply),
      });
  });

  async function serve(
    call: SpokenProtocol['calls'][number][2],
    asked: ShopCall,
    reply: FastifyReply,
  ): Promise<unknown> {
    const ctx = shops.contextOf(asked.request);
    callers.set(asked.request, ctx);
    if (!(await readSetting(ctx.db, 'protocolsOn')).includes(protocol.name))
      refuse('apiKeysOff', 'switched off');
    const actor = await protocol.authenticate(ctx, asked);
    ctx.actor = actor;
    let isError = true;
    try {
      await limitCalls(reply, actor.key, shops.hub);
      const answer = await call({ ...ctx, actor }, asked);
      isError = false;
      return reply.type(JSON_TYPE).send(answer);
    } finally {
      // By its outcome: most of these protocols answer every call with 200.
      recordKeyUse(ctx, actor.key, { isError });
    }
  }
}

/** Refuses a key without one of the scopes (apiKeyScopeMissing). */
export function requireScopes({ actor }: CallCtx, ...scopes: readonly Scope[]): void {
  const missing = scopes.find((scope) => !actor.key.scopes.has(scope));
  if (missing !== undefined) refuse('apiKeyScopeMissing', missing);
}

export type Form = ReadonlyMap<string, string>;

/** The fields of a form in the order they came in. Refuses one that names a field twice (invalidFormat). */
export function readForm(body: Buffer): Form {
  const fields = [...new URLSearchParams(body.toString('utf8'))];
  const form = new Map(fields);
  return form.size === fields.length ? form : refuse('invalidFormat', 'a field stands twice');
}

/**
 * The same of a form, in parts too, as PHP sends a list of fields, or of an object of JSON, whose lists stand for their
 * values with commas between them. Files are left out.
 */
export async function readFields({ request, body }: ShopCall): Promise<Form> {
  const type = request.headers['content-type'] ?? '';
  if (/^multipart\/form-data/i.test(type)) return readParts(body, type);
  if (!/json/i.test(type)) return readForm(body);
  const textOf = (value: unknown): string =>
    typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
  return new Map(
    Object.entries(readJson(body)).map(([name, value]) => [name, [value].flat().map(textOf).join(',')]),
  );
}

async function readParts(body: Buffer, type: string): Promise<Form> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => refuse('invalidFormat', 'no form'));
  const parts = [...form].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  const fields = new Map(parts);
  return fields.size === parts.length ? fields : refuse('invalidFormat', 'a field stands twice');
}

/** A number of more digits than a number can hold stays text: rounded, two orders would have one number. */
const inFull = (_: string, value: unknown, read?: { readonly source?: string }): unknown =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? read?.source : value;

/** Refuses what is no object of JSON, and one that names a key twice (invalidFormat). */
export function readJson(body: Buffer): Readonly<Record<string, unknown>> {
  const text = body.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text, inFull);
  } catch {
    return refuse('invalidFormat', 'no JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || hasDoubledKey(text, value))
    return refuse('invalidFormat', 'no object');
  return value as Readonly<Record<string, unknown>>;
}

/** A number that a shop sends as a number or as text. Refuses anything else (invalidFormat). */
export function readWhole(value: unknown, field: string): number {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0)
    refuse('invalidFormat', field);
  return number;
}

const LONGEST_NUMBER = 64;

/**
 * How an order that a shop has numbered is known here. Numbers are that shop's own, and two shops of a buyer may have the
 * same: the key tells them apart. Refuses a number that is none (invalidFormat).
 */
export function nameOrder({ actor }: CallCtx, protocol: Protocol, number: unknown) {
  if (typeof number !== 'string' || !/^[\x21-\x7e]+$/.test(number) || number.length > LONGEST_NUMBER)
    refuse('invalidFormat', 'order number');
  const keyId = requireUser(actor).key!.id;
  return {
    idempotencyKey: `${protocol}/${keyId}/${number}`,
    reference: `${number}@${keyId}`,
  };
}
