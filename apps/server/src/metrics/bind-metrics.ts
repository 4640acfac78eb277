import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { MetricsConfig } from '../config-parts.ts';
import { countWaitingOrders } from '../features/orders/index.ts';
import type { Ctx } from '../platform/context.ts';
import type { Duty } from '../platform/duty.ts';
import type { HubLink } from '../platform/hub/hub-link.ts';
import type { Live } from '../platform/live/live.ts';
import { createProcessMetrics } from '../platform/metrics/process-metrics.ts';
import { serveMetrics } from './serve-metrics.ts';
import { addShopMetrics } from './shop-metrics.ts';

export type MetricsOptions = MetricsConfig & {
  /** The process's connections; absent where they are not to be told. */
  readonly pool?: Pool;
};

type Parts = {
  readonly ctx: Ctx;
  readonly live: Live;
  readonly hub: HubLink;
  readonly duty: Duty;
};

/**
 * Measures the shop and serves what was measured; to be called before routes are bound. Returns the server of the
 * metrics' own port, which the caller lets listen and closes; null where they are on the shop's port.
 */
export function bindMetrics(
  http: FastifyInstance,
  { pool, ...config }: MetricsOptions,
  { ctx, live, hub, duty }: Parts,
): FastifyInstance | null {
  const registry = createProcessMetrics(http, {
    ...(pool && { pool }),
    live,
    hub,
    duty,
    countWaitingOrders: () => countWaitingOrders(ctx.db),
  });
  addShopMetrics(registry, ctx);
  return serveMetrics(http, registry, config);
}
