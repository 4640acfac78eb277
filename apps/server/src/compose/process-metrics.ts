import { errors, type ErrorName } from '@portside/contract';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Leadership } from '../platform/jobs.ts';
import type { HubLink } from '../platform/hub/hub-link.ts';
import type { Live } from '../platform/live.ts';
import { onOrderBatch } from '../platform/order-batches.ts';

/** Seconds. A call that writes takes some milliseconds; pages give up after 50 seconds. */
const CALL_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const SIZE_BUCKETS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];

type Parts = {
  /** Absent in tests on the embedded database. */
  readonly pool?: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;
  readonly live: Live;
  readonly hub: HubLink;
  readonly leadership: Leadership;
  /** Orders of this process that wait for their batch. */
  countWaitingOrders(): number;
};

/**
 * What this process does, for Prometheus: calls, refusals, orders, connections, streams, and Node's own figures.
 * Labels come from the contract only, never from what a client sent, so their number is bounded.
 */
export function createProcessMetrics(http: FastifyInstance, parts: Parts): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureCalls(http, registry);
  measureOrders(http, registry, parts);
  gaugeProcess(registry, parts);
  return registry;
}

function measureCalls(http: FastifyInstance, registry: Registry): void {
  const registers = [registry];
  const calls = new Histogram({
    name: 'portside_call_seconds',
    help: 'Time from a call to the end of its answer, by endpoint and HTTP status; streams are not counted',
    labelNames: ['endpoint', 'status'],
    buckets: CALL_BUCKETS,
    registers,
  });
  const refusals = new Counter({
    name: 'portside_refusals_total',
    help: 'Calls that were refused, by the name in the error table; serviceError is a fault of the shop',
    labelNames: ['reason'],
    registers,
  });
  // Starts at zero, so that the first rise shows.
  for (const reason of Object.keys(errors)) refusals.inc({ reason }, 0);
  http.addHook('onResponse', async (request, reply) => {
    const endpoint = request.routeOptions.schema?.operationId;
    if (endpoint === 'streamLive') return;
    const status = String(reply.statusCode);
    calls.observe({ endpoint: endpoint ?? 'pages', status }, reply.elapsedTime / 1_000);
    const reason: ErrorName | null | undefined = reply.refusal;
    if (reason) refusals.inc({ reason });
  });
}

function measureOrders(http: FastifyInstance, registry: Registry, { countWaitingOrders }: Parts): void {
  const registers = [registry];
  const placed = new Counter({
    name: 'portside_orders_placed_total',
    help: 'Orders that this process placed or repeated under their key',
    registers,
  });
  const refused = new Counter({
    name: 'portside_orders_refused_total',
    help: 'Orders that a batch of this process refused: no stock, no balance, or another price',
    registers,
  });
  const size = new Histogram({
    name: 'portside_order_batch_size',
    help: 'Orders in a batch',
    buckets: SIZE_BUCKETS,
    registers,
  });
  const seconds = new Histogram({
    name: 'portside_order_batch_seconds',
    help: 'Time of a batch, from its first statement to its commit',
    buckets: CALL_BUCKETS,
    registers,
  });
  const stop = onOrderBatch((batch) => {
    placed.inc(batch.placed);
    refused.inc(batch.size - batch.placed);
    size.observe(batch.size);
    seconds.observe(batch.seconds);
  });
  http.addHook('onClose', async () => stop());
  gauge(registry, 'portside_orders_waiting', 'Orders of this process that wait for a batch', () =>
    countWaitingOrders(),
  );
}

function gaugeProcess(registry: Registry, { pool, live, hub, leadership }: Parts): void {
  gauge(registry, 'portside_event_streams', 'Open event streams of this process', () => live.countStreams());
  gauge(registry, 'portside_is_leader', 'Whether this process runs the jobs that one runs for all', () =>
    Number(leadership.isLeader),
  );
  gauge(registry, 'portside_hub_connected', 'Whether the other processes can be reached over Valkey', () =>
    Number(hub.isConnected),
  );
  if (!pool) return;
  const connections = new Gauge({
    name: 'portside_database_connections',
    help: 'Connections of this process to the database, by state; waiting: callers without one',
    labelNames: ['state'],
    registers: [],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  registry.registerMetric(connections);
}

function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  const registered = new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
  registered.set(0);
}
