import type { FastifyInstance, RouteOptions, onRequestHookHandler } from 'fastify';
import { addressBlock } from '../address-block.ts';
import type { HitCount, HubLink } from '../hub/hub-link.ts';
import { Refusal } from '../refusal.ts';
import { ALWAYS_ANSWERED } from './shed-load.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merging needs an interface
  interface FastifyContextConfig {
    /** Calls a minute of an endpoint with a counter of its own. */
    readonly perMinute?: number;
  }
}

const MINUTE_MS = 60_000;

/**
 * Limits the calls a minute per address over all processes (tooManyTries): each call is counted at the hub before
 * anything else is done for it, so spreading calls over processes does not help. Endpoints that set `perMinute` have
 * their own counter; all others share one. Counts only what a route takes, and no health check: what one address asks
 * for must not take the shop off the air for all.
 */
export function limitRate(app: FastifyInstance, perMinute: number, hub: HubLink): void {
  app.addHook('onRoute', (route) => {
    if (ALWAYS_ANSWERED.has(route.url)) return;
    const own = route.config?.perMinute;
    const limit =
      own === undefined
        ? limitBy(hub, 'all', perMinute)
        : limitBy(hub, `${String(route.method)} ${route.url}`, own);
    route.onRequest = [limit, ...hooksOf(route)];
  });
}

const hooksOf = ({ onRequest = [] }: RouteOptions): readonly onRequestHookHandler[] => [onRequest].flat();

/** A plain function: where the hub is in this process, promises would cost more than the counting. */
function limitBy(hub: HubLink, counter: string, most: number): onRequestHookHandler {
  return (request, reply, next) => {
    const check = ({ count, endsInMs }: HitCount): void => {
      const seconds = Math.ceil(Math.round(endsInMs) / 1_000);
      reply
        .header('x-ratelimit-limit', most)
        .header('x-ratelimit-remaining', Math.max(0, most - count))
        .header('x-ratelimit-reset', seconds);
      if (count <= most) return next();
      reply.header('retry-after', seconds);
      next(new Refusal('tooManyTries', 'calls a minute'));
    };
    const hit = hub.hit(`${counter} ${addressBlock(request.ip)}`, MINUTE_MS);
    if (hit instanceof Promise) hit.then(check, next);
    else check(hit);
  };
}
