import type { FastifyInstance } from 'fastify';
import { completeDocument } from '../api-document/complete-document.ts';
import { createJobStarter, restWhileUnused } from './app-jobs.ts';
import type { Adapters } from './app-parts.ts';
import { composeEvents } from './compose.ts';
import { authenticateKey, isApiKey, recordKeyUse } from '../features/api-keys/index.ts';
import { authenticateTicket, isTicketToken } from '../features/recharges/index.ts';
import { authenticate, authenticateBlocked } from '../features/sessions/index.ts';
import { LiveFiguresCache } from '../features/live/index.ts';
import { bindStorefronts } from '../features/storefronts/index.ts';
import { bindSandboxReceiver } from '../features/webhooks/index.ts';
import { bindSandboxChecker } from '../features/checker/index.ts';
import type { SanctionsSources } from '../features/wallets/index.ts';
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
import { readPageAnnouncements } from '../features/announcements/index.ts';
import { readPageSettings } from '../features/settings/index.ts';
import { countVisits } from '../features/statistics/index.ts';
import { bindCrawlers } from '../page-heads/crawlers.ts';
import { readPageHead } from '../page-heads/read-page-head.ts';
import { refuseUnknownPaths } from '../platform/http/failures.ts';
import { AssetStore } from '../platform/pages/asset-store.ts';
import { cachePageSettings, type PageSettings } from '../platform/pages/page-settings.ts';
import { servePages } from '../platform/pages/pages.ts';

export type { Adapters } from './app-parts.ts';

type AppOptions = {
  readonly publicUrl: string;
  readonly trustedProxies: readonly string[];
  /** From which alone the back office opens; none: from everywhere. */
  readonly officeAddresses?: readonly string[];
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
function bindOpenApi(http: FastifyInstance, publicUrl: string): void {
  let document: string | null = null;
  const write = () => JSON.stringify(completeDocument(http.swagger(), publicUrl));
  http.get('/api/openapi.json', { schema: { hide: true } }, (_, reply) =>
    reply.type('application/json; charset=utf-8').send((document ??= write())),
  );
}

/** Composes the shop with plain calls; there is no container. Jobs run once `startJobs` is called. */
export async function createApp(options: AppOptions, adapters: Adapters): Promise<App> {
  const { db, clock, log, keyring, chains, sandbox } = adapters;
  const { publicUrl, trustedProxies, perMinute, officeAddresses = [] } = options;
  const { hub = new Hub(), leadership = ALWAYS_LEADER, metrics, sanctions = {} } = options;
  const live = new Live(hub);
  const board = new LiveFiguresCache(live);
  const answers = new AnswerCache(clock);
  live.onChange((change) => answers.invalidate(change));
  const events = composeEvents(board);
  const outage = new DatabaseOutage(db, log);
  const jobs = new Jobs(log, hub, leadership, outage);
  const isSandbox = sandbox !== null;
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
  const parts = { adapters, jobs, live, board, sanctions, officeAddresses };
  bindRoutes(http, composeRoutes(parts), {
    contextOf,
    authenticate: (ctx, token) =>
      isTicketToken(token) ? authenticateTicket(ctx, token) : authenticate(ctx, token),
    authenticateBlocked,
    keys: { isKey: isApiKey, authenticate: authenticateKey, recordUse: recordKeyUse, hub },
    cache: { answers, isCacheable },
    officeAddresses,
    limitFactor: perMinute === null ? null : sandbox ? SANDBOX_LIMIT_FACTOR : 1,
  });
  bindStorefronts(http, { contextOf, hub });
  bindOpenApi(http, publicUrl);
  if (isSandbox) bindSandboxReceiver(http, systemCtx('webhook receiver'));
  if (isSandbox) bindSandboxChecker(http, systemCtx('sandbox checker'));
  bindHealth(http, { db, clock, keyring, chains, leadership, token: metrics?.token ?? null });
  await bindPages(http, options.pagesFolder, { ctx: systemCtx('stored files'), live });
  await http.ready();

  const startOwnJobs = createJobStarter({ ...parts, hub, leadership, systemCtx });
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

type Shop = {
  /** The system's. */
  readonly ctx: Ctx;
  readonly live: Live;
};

/** Serves the built pages of a folder, and those of other builds that shops on this database run. Null: the API only. */
async function bindPages(http: FastifyInstance, folder: string | null, { ctx, live }: Shop): Promise<void> {
  if (folder === null) return refuseUnknownPaths(http);
  const { db, clock, publicUrl, isSandbox } = ctx;
  bindCrawlers(http, { ctx, live });
  countVisits(http, ctx);
  const assets = new AssetStore(ctx);
  await assets.store(folder);
  const read = async (): Promise<PageSettings> => {
    const [own, announcements] = await Promise.all([
      readPageSettings(db),
      readPageAnnouncements(db, clock.now()),
    ]);
    return { ...own, announcements };
  };
  const settings = cachePageSettings({ clock, read }, http.log);
  live.onChange((change) => {
    if (change === 'admin') settings.forget();
  });
  await servePages(http, folder, {
    settings,
    readHead: (address, reader) => readPageHead({ db, clock, publicUrl }, address, reader),
    assets,
    isSandbox,
  });
}
