import { errors, FieldFault, type ErrorName } from '@portside/contract';
import { wording } from '@portside/contract/wire/error-wording';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { isConnectionLost, type Outage } from '../db/connections/database-outage.ts';
import { Refusal } from '../refusal.ts';
import { compileSerializer } from './validation.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merging needs an interface
  interface FastifyReply {
    /** The row of the error table that the call was refused with. */
    refusal: ErrorName | null;
  }
}

/** Documents every code that the server sends, each with its HTTP status. */
const CODES = Object.entries(errors)
  .filter(([, { isReserved }]) => !isReserved)
  .map(([name, { code, status }]) => `${code} (HTTP ${status}): ${wording[name as ErrorName]}`)
  .join('; ');

/** The envelope of every failure. */
export const FailureBody = z.object({
  code: z.int().check(z.describe(CODES)),
  message: z.string(),
  data: z.null(),
  faults: z.optional(z.array(FieldFault).check(z.describe('Invalid fields of the body: which one, and why'))),
  pass: z.optional(
    z
      .string()
      .check(
        z.describe(
          'With 200002 to a sign-in: for an hour, the bearer token for the conversation of a blocked user with support',
        ),
      ),
  ),
  request_id: z.optional(z.string()),
});

/** Default `retry-after` in seconds, by status: most limits are per minute. */
const RETRY_AFTER_S: Readonly<Record<number, number>> = { 429: 60, 503: 5 };

/**
 * Answers every failure in the envelope, with a row of the error table; details go to the log only. While the database
 * is down, callers are asked to retry, and the outage is logged once.
 */
export function handleFailures(app: FastifyInstance, outage: Outage): void {
  app.decorateReply('refusal', null);
  app.setErrorHandler(async (error, request, reply) => {
    const reason = reasonOf(error as FastifyError);
    const log = (await outage.explains(error)) ? 'debug' : errors[reason].log;
    const err = reason === 'serviceError' ? error : undefined;
    request.log[log]({ err, reason, detail: messageOf(error) }, 'refused');
    return sendFailure(reply, reason, request.id, error instanceof Refusal ? error : {});
  });
}

/** Answers what no route takes: `notFound`, or `methodNotAllowed` where another method has a route. */
export function refuseUnknownPaths(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => refuseUnrouted(request, reply));
}

/** Refuses a call that no route takes; `allowed` are the methods of an address that the router does not know. */
export function refuseUnrouted(
  request: FastifyRequest,
  reply: FastifyReply,
  allowed: readonly string[] = request.server.allowedMethods(pathOf(request)),
): FastifyReply {
  if (allowed.length === 0) return sendFailure(reply, 'notFound', request.id);
  return sendFailure(reply.header('allow', allowed.join(', ')), 'methodNotAllowed', request.id);
}

/** The address without its query. */
export const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0]!;

/** The envelope of a row of the error table. */
const failureBody = (reason: ErrorName) => ({
  code: errors[reason].code,
  message: wording[reason],
  data: null,
});

/** By its schema, whichever route failed: most routes outside the API have none for failures. */
const writeFailure = compileSerializer({ schema: FailureBody });

/** As text, where there is no reply to send. */
export const failureText = (reason: ErrorName): string => writeFailure(failureBody(reason));

/** Answers with a row of the error table. `serviceError` carries the request id, by which its log line is found. */
export function sendFailure(
  reply: FastifyReply,
  reason: ErrorName,
  requestId: string,
  { faults = [], pass }: Pick<Partial<Refusal>, 'faults' | 'pass'> = {},
): FastifyReply {
  const { status } = errors[reason];
  reply.refusal = reason;
  const retryAfterS = RETRY_AFTER_S[status];
  if (retryAfterS !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfterS);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store, no-transform');
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer(writeFailure)
    .send({
      ...failureBody(reason),
      ...(faults.length > 0 && { faults }),
      ...(pass !== undefined && { pass }),
      ...(reason === 'serviceError' && { request_id: requestId }),
    });
}

/** Fastify's own refusals (body not JSON, too large, over the rate) have a status and no stack worth keeping. */
export function reasonOf(error: FastifyError): ErrorName {
  if (error instanceof Refusal) return error.reason;
  if (isConnectionLost(error)) return 'serverBusy';
  if (error.statusCode === 413) return 'bodyTooLarge';
  if (error.statusCode === 429) return 'tooManyTries';
  if (error.statusCode === 503) return 'serverBusy';
  if (error.statusCode !== undefined && error.statusCode < 500) return 'invalidFormat';
  return 'serviceError';
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
