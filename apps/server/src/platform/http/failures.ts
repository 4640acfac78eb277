import { errors, type ErrorName, type FieldFault } from '@portside/contract';
import { wording } from '@portside/contract/wire/error-wording';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '../refusal.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merging needs an interface
  interface FastifyReply {
    /** The row of the error table that the call was refused with. */
    refusal: ErrorName | null;
  }
}

/** Default `retry-after` in seconds, by status: most limits are per minute. */
const RETRY_AFTER_S: Readonly<Record<number, number>> = { 429: 60, 503: 5 };

/** Answers every failure in the envelope, with a row of the error table; details go to the log only. */
export function handleFailures(app: FastifyInstance): void {
  app.decorateReply('refusal', null);
  app.setErrorHandler((error, request, reply) => {
    const reason = reasonOf(error as FastifyError);
    const { log } = errors[reason];
    request.log[log](
      { err: reason === 'serviceError' ? error : undefined, reason, detail: messageOf(error) },
      'refused',
    );
    return sendFailure(reply, reason, request.id, error instanceof Refusal ? error.faults : []);
  });
}

/** Answers calls to unknown paths with `notFound`. */
export function refuseUnknownPaths(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => sendFailure(reply, 'notFound', request.id));
}

/** Answers with a row of the error table. `serviceError` carries the request id, by which its log line is found. */
export function sendFailure(
  reply: FastifyReply,
  reason: ErrorName,
  requestId: string,
  faults: readonly FieldFault[] = [],
): FastifyReply {
  const { code, status } = errors[reason];
  reply.refusal = reason;
  const retryAfterS = RETRY_AFTER_S[status];
  if (retryAfterS !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfterS);
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send({
      code,
      message: wording[reason],
      data: null,
      ...(faults.length > 0 && { faults }),
      ...(reason === 'serviceError' && { request_id: requestId }),
    });
}

/** Fastify's own refusals (body not JSON, too large, over the rate) have a status and no stack worth keeping. */
function reasonOf(error: FastifyError): ErrorName {
  if (error instanceof Refusal) return error.reason;
  if (error.statusCode === 413) return 'bodyTooLarge';
  if (error.statusCode === 429) return 'tooManyTries';
  if (error.statusCode === 503) return 'serverBusy';
  if (error.statusCode !== undefined && error.statusCode < 500) return 'invalidFormat';
  return 'serviceError';
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
