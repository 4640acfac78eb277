import type { FastifyInstance } from 'fastify';
import { createJobStarter, restWhileUnused } from './app-jobs.ts';
import type { Ports } from './app-parts.ts';
import { composeEvents } from './compose.ts';
import { authenticateTicket, isTicketToken } from '../features/recharges/index.ts';
import { authenticate, authenticateBlocked } from '../features/sessions/index.ts';
import { LiveFiguresCache } from '../features/live/index.ts';
import type { SanctionsSources } from '../features/wallets/index.ts';
import { bindPages } from './bind-pages.ts';
import { createContexts } from './contexts.ts';
import { bindHealth } from './health.ts';
import { bindMetrics, type MetricsOptions } from './metrics.ts';
import type { Ctx } from '../platform/context.ts';
import { DatabaseOutage } from '../platform/db/connections/database-outage.ts';
import { ALWAYS_LEADER, type Leadership, Jobs, type Job } from '../platform/jobs.ts';
import { closeHttp, createHttp } from '../platform/http/http.ts';
import { AnswerCache } from '../platform/http/answer-cache.ts';
import { bindRoutes } from '../platform/http/routes.ts';
import type { HubLink } from '../platform/hub/hub-link.ts';
import { Hub } from '../platform/hub/hub.ts';
import { Live } from '../platform/live.ts';
import { composeRoutes, isCacheable } from './routes.ts';

export type { Ports } from './app-parts.ts';

type AppOptions = {
  readonly publicUrl: string;
  readonly trustedProxies: readonly string[];
  /** Calls a minute per address; null for no limit. */
  readonly perMinute: number | null;
  /** The built web pages; null to serve the API only. */
  readonly pagesFolder: string | null;
  /** The connection to the other processes; absent if there are none. */
  readonly hub?: HubLink;
  /** Whether this process runs the jobs that one runs for all; absent if it is the only one. */
  readonly leadership?: Leadership;
  /** Where sanctions lists are fetched from; absent if they are only imported. */
  readonly sanctions?: SanctionsSources;
  /** Absent if nothing is measured. */
  readonly metrics?: MetricsOptions;
};

export type App = {
  readonly http: FastifyInstance;
  /** Serves the metrics; null if they share the main port. */
  readonly metricsHttp: FastifyInstance | null;
  /** A context for the system itself. */
  systemCtx(job: string): Ctx;
  /** Starts every job of the shop, and those that are given. */
  startJobs(further?: readonly Job[]): void;
  /** Accepts no new work and finishes what has started. */
  stop(): Promise<void>;
};

/** People who try the sandbox call it more often than buyers do. */
const SANDBOX_LIMIT_FACTOR = 20;

/** Serves the contract's document, written once: it is the same for as long as this process runs. */
function bindOpenApi(http: FastifyInstance): void {
  let document: string | null = null;
  http.get('/api/openapi.json', { schema: { hide: true } }, (_, reply) =>
    reply.type('application/json; charset=utf-8').send((document ??= JSON.stringify(http.swagger()))),
  );
}

/** Composes the shop with plain calls; there is no container. Jobs run once `startJobs` is called. */
export async function createApp(options: AppOptions, ports: Ports): Promise<App> {
  const { db, clock, log, keyring } = ports;
  const { publicUrl, trustedProxies, perMinute } = options;
  const { hub = new Hub(), leadership = ALWAYS_LEADER, metrics, sanctions = {} } = options;
  const live = new Live(hub);
  const board = new LiveFiguresCache(live);
  const answers = new AnswerCache(clock);
  live.onChange((change) => answers.invalidate(change));
  const events = composeEvents(board);
  const outage = new DatabaseOutage(db, log);
  const jobs = new Jobs(log, hub, leadership, outage);
  const isSandbox = ports.sandbox !== null;
  const { systemCtx, contextOf } = createContexts({
    db,
    clock,
    log,
    keyring,
    events,
    live,
    publicUrl,
    isSandbox,
  });
  const http = await createHttp({
    log,
    trustedProxies,
    perMinute,
    hub,
    outage,
    mayServe: () => leadership.mayServe,
  });
  if (isSandbox) restWhileUnused(http, jobs, live);
  leadership.onApart(() => live.endOpen());
  const metricsHttp =
    metrics === undefined
      ? null
      : bindMetrics(http, metrics, { ctx: systemCtx('metrics'), live, hub, leadership });
  const routes = composeRoutes({ ports, jobs, live, board, sanctions });
  bindRoutes(http, routes, {
    contextOf,
    authenticate: (ctx, token) =>
      isTicketToken(token) ? authenticateTicket(ctx, token) : authenticate(ctx, token),
    authenticateBlocked,
    cache: { answers, isCacheable },
    limitFactor: ports.sandbox ? SANDBOX_LIMIT_FACTOR : 1,
  });
  bindOpenApi(http);
  bindHealth(http, { db, clock, keyring, chains: ports.chains, leadership, token: metrics?.token ?? null });
  await bindPages(http, options.pagesFolder, { ctx: systemCtx('stored files'), live });
  await http.ready();

  const startOwnJobs = createJobStarter({ ports, jobs, live, board, sanctions, hub, leadership, systemCtx });
  const startJobs = (further: readonly Job[] = []): void => {
    startOwnJobs();
    for (const job of further) jobs.start(job);
  };
  const stop = async (): Promise<void> => {
    live.endAll();
    await closeHttp(http);
    await metricsHttp?.close();
    await jobs.stop();
    outage.stop();
  };
  return { http, metricsHttp, systemCtx, startJobs, stop };
}
