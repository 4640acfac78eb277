import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { callbackify } from 'node:util';
import type { HubLink } from '../hub/hub-link.ts';

const MINUTE_MS = 60_000;

/**
 * Limits the calls a minute per address over all processes: each call is counted at the hub before it is handled, so
 * spreading calls over processes does not help. Endpoints can set a limit of their own.
 */
export async function limitRate(app: FastifyInstance, perMinute: number, hub: HubLink): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    max: perMinute,
    timeWindow: MINUTE_MS,
    store: createStore(hub),
  });
}

/** Endpoints with a limit of their own have their own counter; all others share one. */
function createStore(hub: HubLink): FastifyRateLimitStoreCtor {
  const count = callbackify(async (key: string, windowMs: number) => {
    const { count: current, endsInMs: ttl } = await hub.hit(key, windowMs);
    return { current, ttl };
  });
  const countFor = (name: string): FastifyRateLimitStore => ({
    incr: (address, done, windowMs) => count(`${name} ${address}`, windowMs, done),
    child: (endpoint) => {
      const { method, url } = (endpoint as unknown as { routeInfo: { method: string; url: string } })
        .routeInfo;
      return countFor(`${method} ${url}`);
    },
  });
  return class {
    incr: FastifyRateLimitStore['incr'];
    child: FastifyRateLimitStore['child'];
    constructor() {
      ({ incr: this.incr, child: this.child } = countFor('all'));
    }
  };
}
