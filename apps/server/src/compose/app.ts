import type { Network, EndpointName } from '@portside/contract';
import type { FastifyInstance } from 'fastify';
import { createJobStarter, restWhileUnused } from './app-jobs.ts';
import { type Parts, type Ports, nodeCounter, tronPortOf, createChainFacts } from './app-parts.ts';
import { composeEvents, movementLookups, entityNames } from './compose.ts';
import { agentsRoutes } from '../features/agents/index.ts';
import { announcementsRoutes } from '../features/announcements/index.ts';
import { approvalsRoutes } from '../features/approvals/index.ts';
import { auditRoutes } from '../features/audit/index.ts';
import { depositAddressesRoutes } from '../features/deposit-addresses/index.ts';
import { depositsRoutes, followJobName } from '../features/deposits/index.ts';
import { documentsRoutes } from '../features/documents/index.ts';
import { goodsRoutes, readAccountFormat } from '../features/goods/index.ts';
import {
  countRemediedItems,
  findOrderNos,
  maskOrderNo,
  findOrderNosOfItems,
  ordersRoutes,
} from '../features/orders/index.ts';
import { LiveFiguresCache, liveRoutes } from '../features/live/index.ts';
import {
  findUsablePaymentMethods,
  paymentMethodsRoutes,
  prepareAddresses,
} from '../features/payment-methods/index.ts';
import {
  adminRechargesRoutes,
  authenticateTicket,
  depositMatcher,
  findCandidates,
  isTicketToken,
  rechargesRoutes,
} from '../features/recharges/index.ts';
import { hasReport, reportsRoutes } from '../features/reports/index.ts';
import { rolesRoutes } from '../features/roles/index.ts';
import { sandboxRoutes } from '../features/sandbox/index.ts';
import { authenticate, authenticateBlocked, sessionsRoutes } from '../features/sessions/index.ts';
import { isShopOpen, setupRoutes } from '../features/setup/index.ts';
import { settingsRoutes, type SiteFacts } from '../features/settings/index.ts';
import { statementsRoutes } from '../features/statements/index.ts';
import { readAgentSales, countSoldGoods, statisticsRoutes, sumInflow } from '../features/statistics/index.ts';
import { stockRoutes } from '../features/stock/index.ts';
import { supportRoutes } from '../features/support/index.ts';
import { userImportsRoutes } from '../features/user-imports/index.ts';
import { usersRoutes } from '../features/users/index.ts';
import { tasksRoutes } from '../features/tasks/index.ts';
import { sweepingRoutes } from '../features/sweeping/index.ts';
import { createTreasuryGuard, treasuryRoutes } from '../features/treasury/index.ts';
import { walletsRoutes, type SanctionsSources } from '../features/wallets/index.ts';
import { bindPages } from './bind-pages.ts';
import { createContexts } from './contexts.ts';
import { bindHealth } from './health.ts';
import { bindMetrics, type MetricsOptions } from './metrics.ts';
import type { Ctx } from '../platform/context.ts';
import { DatabaseOutage } from '../platform/db/connections/database-outage.ts';
import { ALWAYS_ON_DUTY, type Duty, Jobs, type Job } from '../platform/jobs.ts';
import { closeHttp, createHttp } from '../platform/http/http.ts';
import { HeldAnswers } from '../platform/http/held-answers.ts';
import { bindRoutes, type Routes } from '../platform/http/routes.ts';
import type { HubLink } from '../platform/hub/hub-link.ts';
import { Hub } from '../platform/hub/hub.ts';
import { createMeasureClockJob, SharedClock } from '../platform/hub/shared-clock.ts';
import { Live } from '../platform/live.ts';

export type { Ports } from './app-parts.ts';

type AppOptions = {
  readonly publicUrl: string;
  readonly trustedProxies: readonly string[];
  /** Calls a minute per address; null for no limit. */
  readonly perMinute: number | null;
  /** The built web pages; null to serve the API only. */
  readonly pagesFolder: string | null;
  /** Whether browsers are to remove the service worker; absent where they keep it. */
  readonly isWorkerWithdrawn?: boolean;
  /** The connection to the other processes; absent where this one is the only one. */
  readonly hub?: HubLink;
  /** Whether this process runs the jobs that one runs for all; absent where it is the only one. */
  readonly duty?: Duty;
  /** Where sanctions lists are read from by themselves; absent where they are imported only. */
  readonly sanctions?: SanctionsSources;
  /** Absent where nothing is measured. */
  readonly metrics?: MetricsOptions;
};

export type App = {
  readonly http: FastifyInstance;
  /** Answers on the port of the metrics; null where they have none of their own. */
  readonly metricsHttp: FastifyInstance | null;
  /** A context for the system itself. */
  systemCtx(job: string): Ctx;
  /** Starts every job of the shop, and those that are given. */
  startJobs(further?: readonly Job[]): void;
  /** Accepts no new work and finishes what has started. */
  stop(): Promise<void>;
};

/** People who try the sandbox out call it more often than buyers do. */
const SANDBOX_LIMIT_FACTOR = 20;

/** The verbs of all endpoints, with what they need from higher features. */
function composeRoutes({ ports, jobs, live, board, sanctions }: Parts): Routes {
  const lookFirst = createTreasuryGuard(ports.chains);
  const chainFacts = createChainFacts(ports.chains, lookFirst);
  const siteFacts: SiteFacts = {
    listAddresses: findUsablePaymentMethods,
    prepareAddresses: (ctx, addresses) => prepareAddresses(ctx, addresses, chainFacts),
  };
  const pollNow = (network: Network): void => jobs.wake(followJobName(network));
  const routes = {
    ...sessionsRoutes,
    ...usersRoutes(movementLookups),
    ...userImportsRoutes(isShopOpen),
    ...settingsRoutes(siteFacts, ports),
    ...setupRoutes(nodeCounter(ports.chains)),
    ...paymentMethodsRoutes(chainFacts),
    ...goodsRoutes({ countSold: countSoldGoods }),
    ...stockRoutes({
      countRemedied: countRemediedItems,
      formatOf: readAccountFormat,
      orderNosOf: findOrderNosOfItems,
      hasReport,
    }),
    ...ordersRoutes,
    ...statementsRoutes,
    ...depositsRoutes(ports.chains, pollNow, { matcher: depositMatcher, findCandidates }),
    ...rechargesRoutes({
      pollNow,
      tron: (network) => tronPortOf(ports.chains[network]),
      lookFirst,
    }),
    ...adminRechargesRoutes,
    ...liveRoutes(live, board),
    ...statisticsRoutes(live),
    ...tasksRoutes,
    ...treasuryRoutes(sumInflow),
    ...sweepingRoutes(chainFacts, (network) => tronPortOf(ports.chains[network])),
    ...rolesRoutes,
    ...agentsRoutes({ readSales: readAgentSales, findOrderNos, maskOrderNo }),
    ...walletsRoutes(sanctions),
    ...depositAddressesRoutes(chainFacts),
    ...approvalsRoutes,
    ...auditRoutes(entityNames),
    ...supportRoutes,
    ...announcementsRoutes,
    ...documentsRoutes,
    ...reportsRoutes,
    ...sandboxRoutes(ports.sandbox),
  };
  return routes;
}

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
  const { hub = new Hub(), duty = ALWAYS_ON_DUTY, metrics, sanctions = {} } = options;
  const sharedClock = new SharedClock();
  const live = new Live(hub, sharedClock);
  const board = new LiveFiguresCache(live);
  const answers = new HeldAnswers(clock);
  live.onChange((change) => answers.tell(change));
  const events = composeEvents(board);
  const outage = new DatabaseOutage(db, log);
  const jobs = new Jobs(log, hub, duty, outage);
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
    mayServe: () => duty.mayServe,
  });
  if (isSandbox) restWhileUnused(http, jobs, live);
  duty.onApart(() => live.endOpen());
  const metricsHttp =
    metrics === undefined ? null : bindMetrics(http, metrics, { ctx: systemCtx('metrics'), live, hub, duty });
  const routes = composeRoutes({ ports, jobs, live, board, sanctions });
  bindRoutes(http, routes, {
    contextOf,
    authenticate: (ctx, token) =>
      isTicketToken(token) ? authenticateTicket(ctx, token) : authenticate(ctx, token),
    authenticateBlocked,
    held: { answers, isHeld: isHeldAnswer },
    limitFactor: ports.sandbox ? SANDBOX_LIMIT_FACTOR : 1,
  });
  bindOpenApi(http);
  bindHealth(http, { db, clock, keyring, chains: ports.chains, duty, token: metrics?.token ?? null });
  const { pagesFolder: folder, isWorkerWithdrawn = false } = options;
  await bindPages(http, { folder, isWorkerWithdrawn }, { ctx: systemCtx('kept files'), live });
  await http.ready();

  const startOwnJobs = createJobStarter({ ports, jobs, live, board, sanctions, hub, duty, systemCtx });
  const startJobs = (further: readonly Job[] = []): void => {
    startOwnJobs();
    for (const job of further) jobs.start(job);
    if (options.hub) jobs.start(createMeasureClockJob(sharedClock, db));
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

const HELD: ReadonlySet<EndpointName> = new Set([
  'listCategories',
  'listGoods',
  'readSiteConfig',
  'listAnnouncementsAt',
]);

/**
 * Whether the answer of a call is held in memory: what every page asks for, and never what somebody searched for, which
 * hardly anybody else searches for.
 */
const isHeldAnswer = (name: EndpointName, input: unknown): boolean =>
  HELD.has(name) && (input as { query?: { q?: string } }).query?.q === undefined;
