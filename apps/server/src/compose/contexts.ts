import type { FastifyRequest } from 'fastify';
import { systemActor, visitor } from '../platform/actor.ts';
import type { Ctx, RequestCtx } from '../platform/context.ts';
import { readerLanguage } from '../platform/pages/language.ts';
import type { Log } from '../platform/log.ts';

/** What all contexts of a process have in common. */
type SharedContext = Omit<Ctx, 'actor' | 'processLog' | 'requestId' | 'address' | 'language'>;

type Contexts = {
  /** A context for the system itself; `job` names it in the log and in the audit log. */
  systemCtx(job: string): Ctx;
  /** A context for one request, with a visitor as its actor until it is authenticated. */
  contextOf(request: FastifyRequest): RequestCtx;
};

export const createContexts = (shared: SharedContext): Contexts => ({
  systemCtx: (job) => ({
    ...shared,
    processLog: shared.log,
    actor: systemActor(job),
    requestId: job,
    address: '',
    language: 'en',
  }),
  contextOf: (request) => ({
    ...shared,
    processLog: shared.log,
    actor: visitor,
    log: request.log as Log,
    requestId: request.id,
    address: request.ip,
    language: readerLanguage(request),
  }),
});
