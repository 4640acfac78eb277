import { NETWORKS, type Network } from '@portside/contract';
import type { FastifyInstance } from 'fastify';
import { composeEvents, mailRenderers, movementLookups, sealedTables, entityNames } from './compose.ts';
import { adminChangesRoutes } from './features/admin-changes/index.ts';
import { adjustmentsRoutes } from './features/adjustments/index.ts';
import { agentsRoutes } from './features/agents/index.ts';
import { announcementsRoutes, publishStarted } from './features/announcements/index.ts';
import { approvalsRoutes, applyDueProposals } from './features/approvals/index.ts';
import { auditRoutes, createTelegramHeadJob, mailAuditHead } from './features/audit/index.ts';
import { depositAddressesRoutes } from './features/deposit-addresses/index.ts';
import { createFollowJob, depositsRoutes, followJobName } from './features/deposits/index.ts';
import { documentsRoutes } from './features/documents/index.ts';
import { goodsRoutes, readAccountFormat, watchStock } from './features/goods/index.ts';
import {
  adminOrdersRoutes,
  warrantyClaimsRoutes,
  countRemediedItems,
  findOrderNos,
  maskOrderNo,
  findOrderNosOfItems,
  ordersRoutes,
  purgeAccounts,
} from './features/orders/index.ts';
import { proposeLimitRaise } from './features/limits/index.ts';
import {
  findUsablePaymentMethods,
  paymentMethodsRoutes,
  prepareAddresses,
} from './features/payment-methods/index.ts';
import {
  adminRechargesRoutes,
  authenticateTicket,
  expireRecharges,
  isPaymentAwaited,
  findCandidates,
  isTicketToken,
  rechargesRoutes,
} from './features/recharges/index.ts';
import { hasReport, reportsRoutes } from './features/reports/index.ts';
import { rolesRoutes } from './features/roles/index.ts';
import { sandboxRoutes, type SandboxPort } from './features/sandbox/index.ts';
import { authenticate, sessionsRoutes, sweepSessions } from './features/sessions/index.ts';
import { readPageSettings, settingsRoutes, type SiteFacts } from './features/settings/index.ts';
import {
  readAgentSales,
  createBroadcastFiguresJob,
  LiveFiguresCache,
  rollUpDailyTotals,
  statisticsRoutes,
} from './features/statistics/index.ts';
import {
  markStalledBatches,
  eraseWithdrawn,
  stockRoutes,
  sweepRefusedLines,
} from './features/stock/index.ts';
import { supportRoutes } from './features/support/index.ts';
import { fillLooks, usersRoutes } from './features/users/index.ts';
import {
  createTelegramAlarmsJob,
  reconcileLedger,
  watchMoney,
  watchServers,
} from './features/alarms/index.ts';
import { tasksRoutes } from './features/tasks/index.ts';
import {
  createTreasuryGuard,
  createWatchTreasuryJob,
  treasuryRoutes,
  watchTreasuryJobName,
} from './features/treasury/index.ts';
import { walletsRoutes } from './features/wallets/index.ts';
import { createChainFacts } from './chain-facts.ts';
import { tronPortOf, type ChainPort } from './chain-port.ts';
import { createContexts } from './contexts.ts';
import { bindHealth } from './health.ts';
import { bindMetrics, type MetricsOptions } from './metrics/bind-metrics.ts';
import type { Clock } from './platform/clock.ts';
import type { Ctx } from './platform/context.ts';
import { DatabaseOutage } from './platform/db/database-outage.ts';
import type { Db } from './platform/db/db.ts';
import { ALWAYS_ON_DUTY, type Duty } from './platform/duty.ts';
import { closeHttp } from './platform/http/close-http.ts';
import { refuseUnknownPaths } from './platform/http/failures.ts';
import { createHttp } from './platform/http/http.ts';
import { bindRoutes, type Routes } from './platform/http/routes.ts';
import { servePages } from './platform/http/pages.ts';
import type { HubLink } from './platform/hub/hub-link.ts';
import { Hub } from './platform/hub/hub.ts';
import { createMeasureClockJob } from './platform/hub/measure-clock.job.ts';
import { SharedClock } from './platform/hub/shared-clock.ts';
import { Jobs, type Job } from './platform/jobs.ts';
import type { Keyring } from './platform/keyring.ts';
import { createRotateKeysJob } from './platform/keys/rotate-keys.job.ts';
import { Live } from './platform/live/live.ts';
import type { Log } from './platform/log.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import { sweepMails } from './platform/mail/sweep-mails.job.ts';
import { createSendMailJob } from './platform/mail/send-due-mails.job.ts';
import type { Telegram } from './platform/telegram/telegram.ts';

/** The adapters to everything outside the process. */
export type Ports = {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly keyring: Keyring;
  readonly mailer: Mailer;
  /** Null where no bot is configured. */
  readonly telegram: Telegram | null;
  readonly chains: Partial<Record<Network, ChainPort>>;
  /** Null in production. */
  readonly sandbox: SandboxPort | null;
};

export type AppOptions = {
  readonly publicUrl: string;
  readonly trustedProxies: readonly string[];
  /** Calls a minute per address; null for no limit. */
  readonly perMinute: number | null;
  /** The built web pages; null to serve the API only. */
  readonly pagesFolder: string | null;
  /** The connection to the other processes; absent where this one is the only one. */
  readonly hub?: HubLink;
  /** Whether this process runs the jobs that one runs for all; absent where it is the only one. */
  readonly duty?: Duty;
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
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

type Parts = {
  readonly ports: Ports;
  readonly jobs: Jobs;
  readonly live: Live;
  readonly board: LiveFiguresCache;
};

/** The verbs of all endpoints, with what they need from higher features. */
function composeRoutes({ ports, jobs, live, board }: Parts): Routes {
  const lookFirst = createTreasuryGuard(ports.chains);
  const chainFacts = createChainFacts(ports.chains, lookFirst);
  const siteFacts: SiteFacts = {
    listAddresses: findUsablePaymentMethods,
    prepareAddresses: (ctx, addresses) => prepareAddresses(ctx, chainFacts, addresses),
  };
  const pollNow = (network: Network): void => jobs.wake(followJobName(network));
  const routes = {
    ...sessionsRoutes,
    ...usersRoutes(movementLookups),
    ...settingsRoutes(siteFacts, proposeLimitRaise, ports),
    ...paymentMethodsRoutes(chainFacts),
    ...goodsRoutes,
    ...stockRoutes({
      countRemedied: countRemediedItems,
      formatOf: readAccountFormat,
      orderNosOf: findOrderNosOfItems,
      hasReport,
    }),
    ...ordersRoutes,
    ...adminOrdersRoutes,
    ...warrantyClaimsRoutes,
    ...depositsRoutes(ports.chains, pollNow, findCandidates),
    ...rechargesRoutes({
      pollNow,
      tron: (network) => tronPortOf(ports.chains[network]),
      lookFirst,
    }),
    ...adminRechargesRoutes,
    ...statisticsRoutes(live, board),
    ...tasksRoutes,
    ...treasuryRoutes,
    ...rolesRoutes,
    ...agentsRoutes({ readSales: readAgentSales, findOrderNos, maskOrderNo }),
    ...walletsRoutes,
    ...depositAddressesRoutes(chainFacts),
    ...adminChangesRoutes,
    ...adjustmentsRoutes,
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

/** Composes the shop with plain calls; there is no container. Jobs run once `startJobs` is called. */
export async function createApp(options: AppOptions, ports: Ports): Promise<App> {
  const { db, clock, log, keyring } = ports;
  const { publicUrl, trustedProxies, perMinute } = options;
  const { hub = new Hub(), duty = ALWAYS_ON_DUTY, metrics } = options;
  const sharedClock = new SharedClock();
  const live = new Live(hub, sharedClock);
  const board = new LiveFiguresCache(live);
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
  const http = await createHttp({ log, trustedProxies, perMinute, hub, outage });
  const metricsHttp =
    metrics === undefined ? null : bindMetrics(http, metrics, { ctx: systemCtx('metrics'), live, hub, duty });
  const routes = composeRoutes({ ports, jobs, live, board });
  bindRoutes(http, routes, {
    contextOf,
    authenticate: (ctx, token) =>
      isTicketToken(token) ? authenticateTicket(ctx, token) : authenticate(ctx, token),
    limitFactor: ports.sandbox ? SANDBOX_LIMIT_FACTOR : 1,
  });
  http.get('/api/openapi.json', { schema: { hide: true } }, () => http.swagger());
  bindHealth(http, { db, clock, keyring, chains: ports.chains });
  if (options.pagesFolder === null) refuseUnknownPaths(http);
  else await servePages(http, options.pagesFolder, { clock, read: () => readPageSettings(db) });
  await http.ready();

  const startOwnJobs = createJobStarter({ ports, jobs, board, hub, systemCtx });
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

type JobParts = Pick<Parts, 'ports' | 'jobs' | 'board'> & Pick<App, 'systemCtx'> & { readonly hub: HubLink };

/** Starts every job of the shop; each is named as the log shows it. */
function createJobStarter({ ports, jobs, board, hub, systemCtx }: JobParts): () => void {
  const repeat = (name: string, everyMs: number, run: (ctx: Ctx) => Promise<{ more: boolean }>): void =>
    jobs.start({ name, everyMs, run: () => run(systemCtx(name)) });
  const startJobs = (): void => {
    for (const network of NETWORKS) {
      const chain = ports.chains[network];
      if (!chain) continue;
      const ctx = systemCtx(followJobName(network));
      const isAwaited = () => isPaymentAwaited(ctx.db, network, ctx.clock.now());
      jobs.start(createFollowJob(ctx, { network, ...chain, ...(!ports.sandbox && { isAwaited }) }));
      const watch = { network, ...chain, everyMs: ports.sandbox ? 15 * SECOND_MS : 10 * MINUTE_MS };
      jobs.start(createWatchTreasuryJob(systemCtx(watchTreasuryJobName(network)), watch));
    }
    jobs.start(createSendMailJob(systemCtx('send mail'), mailRenderers, ports.mailer));
    if (ports.telegram) {
      jobs.start(createTelegramAlarmsJob(systemCtx('send alarms'), ports.telegram));
      jobs.start(createTelegramHeadJob(systemCtx('send audit head'), ports.telegram));
    }
    jobs.start(createBroadcastFiguresJob(systemCtx('broadcast live figures'), board));
    repeat('evaluate alarms', ports.sandbox ? 15 * SECOND_MS : MINUTE_MS, watchMoney);
    repeat('mail audit head', 60 * MINUTE_MS, mailAuditHead);
    repeat('watch servers', MINUTE_MS, (ctx) => watchServers(ctx, hub));
    repeat('reconcile ledger', 24 * 60 * MINUTE_MS, reconcileLedger);
    repeat('roll up daily totals', 2 * SECOND_MS, rollUpDailyTotals);
    repeat('sweep sessions', 60 * MINUTE_MS, sweepSessions);
    repeat('fill looks of usernames', 60 * MINUTE_MS, fillLooks);
    repeat('sweep mails', 60 * MINUTE_MS, sweepMails);
    repeat('expire recharges', 5 * SECOND_MS, expireRecharges);
    repeat('apply due proposals', 10 * SECOND_MS, applyDueProposals);
    repeat('publish announcements', 5 * SECOND_MS, publishStarted);
    repeat('purge accounts', MINUTE_MS, purgeAccounts);
    repeat('watch stock', 2 * SECOND_MS, watchStock);
    repeat('mark stalled imports', 10 * SECOND_MS, markStalledBatches);
    repeat('erase withdrawn stock', 2 * SECOND_MS, eraseWithdrawn);
    repeat('sweep refused lines', 60 * MINUTE_MS, sweepRefusedLines);
    jobs.start(createRotateKeysJob(systemCtx('rotate keys'), sealedTables));
  };
  return startJobs;
}
