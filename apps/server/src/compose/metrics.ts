import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { type MetricsConfig, isTokenHolder } from '../config/settings.ts';
import { countWaitingOrders } from '../features/orders/index.ts';
import type { Ctx } from '../platform/context.ts';
import type { Leadership } from '../platform/jobs.ts';
import type { HubLink } from '../platform/hub/hub-link.ts';
import type { Live } from '../platform/live.ts';
import { createProcessMetrics } from './process-metrics.ts';
import { type Registry, Gauge } from 'prom-client';
import { CONNECTION_TIMES, limitConnections } from '../platform/http/shed-load.ts';
import { formatMicro } from '@portside/contract';
import { listActiveAlarms } from '../features/alarms/index.ts';
import { readChainHealth, sumBooks } from '../features/deposits/index.ts';
import { readNewestBackup } from '../platform/backups.sql.ts';
import { pingDb } from '../platform/db/db.ts';
import { readOutboxState } from '../platform/mail/outbox.sql.ts';

export type MetricsOptions = MetricsConfig & {
  /** The process's connections; absent if they are not exposed. */
  readonly pool?: Pool;
};

type Parts = {
  readonly ctx: Ctx;
  readonly live: Live;
  readonly hub: HubLink;
  readonly leadership: Leadership;
};

/**
 * Measures the shop and serves the metrics; call it before routes are bound. Returns the server of the metrics' own
 * port, for the caller to start and close; null if they are on the shop's port.
 */
export function bindMetrics(
  http: FastifyInstance,
  { pool, ...config }: MetricsOptions,
  { ctx, live, hub, leadership }: Parts,
): FastifyInstance | null {
  const registry = createProcessMetrics(http, {
    ...(pool && { pool }),
    live,
    hub,
    leadership,
    countWaitingOrders: () => countWaitingOrders(ctx.db),
  });
  addShopMetrics(registry, ctx);
  return serveMetrics(http, registry, config);
}

/** One or two scrapers, with room for retries. */
const OWN_CONNECTIONS = 64;

const OWN_TIMEOUT_MS = 30_000;

/**
 * Answers `GET /metrics` for Prometheus on a port of its own, or on the shop's port to the holder of a token; with
 * both settings, on its own port to the holder. `http` is the shop's. Returns the server of the own port, or null.
 */
function serveMetrics(
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

/** Every process reads the same figures from the database; more frequent scrapes get the last ones. */
const FRESH_MS = 10_000;

const FIGURES = {
  portside_database_up: 'Whether the database answers',
  portside_chain_following: 'Whether the chain is followed: 1, or 0 where it is halted or stalled',
  portside_chain_lag_blocks: 'Final blocks of the chain that are not read yet',
  portside_unmatched_usdt: 'Deposits that belong to no top-up yet',
  portside_held_usdt: 'Deposits held for review',
  portside_mail_waiting: 'E-mails that wait to be sent',
  portside_mail_failing: 'Of those, how many have failed at least once',
  portside_mail_oldest_seconds: 'Age of the oldest e-mail that waits',
  portside_alarms: 'Active alarms, by kind',
  portside_backup_age_seconds: 'Time since the newest backup that the shop was told of',
} as const;

type Figure = keyof typeof FIGURES;

type Values = Partial<Record<Figure, readonly (readonly [labels: Record<string, string>, value: number])[]>>;

/**
 * What the database knows, for Prometheus. If it does not answer, only `portside_database_up` is reported, as 0: a
 * stale figure would hide it.
 */
function addShopMetrics(registry: Registry, ctx: Ctx): void {
  let read: { readonly at: number; readonly values: Promise<Values> } | null = null;
  const readFresh = (): Promise<Values> => {
    const now = performance.now();
    if (read === null || now - read.at >= FRESH_MS)
      read = { at: now, values: readFigures(ctx).catch(() => ({ portside_database_up: [[{}, 0]] })) };
    return read.values;
  };
  for (const [name, help] of Object.entries(FIGURES) as [Figure, string][]) {
    const figure = new Gauge({
      name,
      help,
      labelNames: LABELS[name] ?? [],
      registers: [],
      async collect() {
        if (LABELS[name] === undefined) this.remove();
        else this.reset();
        for (const [labels, value] of (await readFresh())[name] ?? []) this.set(labels, value);
      },
    });
    registry.registerMetric(figure);
  }
}

const LABELS: Partial<Record<Figure, string[]>> = {
  portside_chain_following: ['network'],
  portside_chain_lag_blocks: ['network'],
  portside_alarms: ['kind'],
};

async function readFigures({ db, clock, keyring }: Ctx): Promise<Values> {
  await pingDb(db);
  const now = clock.now();
  const [chains, books, mail, alarms, backup] = await Promise.all([
    readChainHealth({ db, keyring }, now),
    sumBooks(db),
    readOutboxState(db, now),
    listActiveAlarms(db),
    readNewestBackup(db),
  ]);
  const secondsSince = (date: Date): number => Math.max(0, (now.getTime() - date.getTime()) / 1_000);
  const usdtIn = (wanted: 'unmatched' | 'held'): number =>
    Number(formatMicro(books.reduce((sum, { book, amount }) => (book === wanted ? sum + amount : sum), 0n)));
  const kinds = Map.groupBy(alarms, ({ kind }) => kind);
  return {
    portside_database_up: [[{}, 1]],
    portside_chain_following: chains.map(({ network, state }) => [
      { network },
      Number(state === 'following'),
    ]),
    portside_chain_lag_blocks: chains.flatMap(({ network, lagBlocks }) =>
      lagBlocks === null ? [] : [[{ network }, lagBlocks] as const],
    ),
    portside_unmatched_usdt: [[{}, usdtIn('unmatched')]],
    portside_held_usdt: [[{}, usdtIn('held')]],
    portside_mail_waiting: [[{}, mail.waiting]],
    portside_mail_failing: [[{}, mail.failing]],
    portside_mail_oldest_seconds: [[{}, mail.waitsSince === null ? 0 : secondsSince(mail.waitsSince)]],
    portside_alarms: [...kinds].map(([kind, some]) => [{ kind }, some.length]),
    ...(backup && { portside_backup_age_seconds: [[{}, secondsSince(backup.taken_at)]] }),
  };
}
