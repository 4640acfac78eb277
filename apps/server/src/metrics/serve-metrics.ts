import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import type { Registry } from 'prom-client';
import type { MetricsConfig } from '../config-parts.ts';
import { CONNECTION_TIMES, limitConnections } from '../platform/http/shed-load.ts';
import { isTokenHolder } from '../platform/metrics/is-token-holder.ts';

/** A scraper or two; the rest is for retries. */
const OWN_CONNECTIONS = 64;
const OWN_TIMEOUT_MS = 30_000;

/**
 * Answers `GET /metrics` for Prometheus on a port of its own, or on the shop's port to the holder of a token; with
 * both settings, on its own port to the holder. `http` is the shop's. Returns the server of the own port, or null.
 */
export function serveMetrics(
  http: FastifyInstance,
  registry: Registry,
  { port, token }: MetricsConfig,
): FastifyInstance | null {
  const own = port === null ? null : Fastify({ http: CONNECTION_TIMES, requestTimeout: OWN_TIMEOUT_MS });
  if (own) limitConnections(own, OWN_CONNECTIONS);
  (own ?? http).get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (token !== null && !isTokenHolder(request.headers.authorization, token)) {
      return reply.code(401).header('www-authenticate', 'Bearer').send('');
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return own;
}
