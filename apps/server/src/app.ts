import type { ChainNode } from '@portside/chain';
import type { TronHttp } from '@portside/chain/tron/http';
import { NETWORKS, type Network } from '@portside/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { composeEvents, mailRenderers, movementLookups, sealedTables, entityNames } from './compose.ts';
import { adjustmentsRoutes } from './features/adjustments/index.ts';
import { agentsRoutes } from './features/agents/index.ts';
import { announcementsRoutes, publishStarted } from './features/announcements/index.ts';
import { approvalsRoutes, applyDueProposals } from './features/approvals/index.ts';
import { auditRoutes } from './features/audit/index.ts';
import {
  createFollowJob,
  depositsRoutes,
  followJobName,
  readFollowedHead,
} from './features/deposits/index.ts';
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
  type ChainFacts,
} from './features/payment-methods/index.ts';
import {
  adminRechargesRoutes,
  authenticateTicket,
  expireRecharges,
  isTicketToken,
  rechargesRoutes,
  type TronPort,
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
import { usersRoutes } from './features/users/index.ts';
import { createTelegramAlarmsJob, reconcileLedger, watchMoney } from './features/alarms/index.ts';
import { tasksRoutes } from './features/tasks/index.ts';
import { createWatchTreasuryJob, treasuryRoutes, watchTreasuryJobName } from './features/treasury/index.ts';
import { walletsRoutes } from './features/wallets/index.ts';
import { bindHealth } from './health.ts';
import { systemActor, visitor } from './platform/actor.ts';
import type { Clock } from './platform/clock.ts';
import type { Ctx } from './platform/context.ts';
import type { Db } from './platform/db/db.ts';
import { closeHttp } from './platform/http/close-http.ts';
import { refuseUnknownPaths } from './platform/http/failures.ts';
import { createHttp } from './platform/http/http.ts';
import { bindRoutes } from './platform/http/routes.ts';
import { servePages } from './platform/http/pages.ts';
import { readerLanguage } from './platform/http/reader-language.ts';
import type { HubLink } from './platform/hub/hub-link.ts';
import { Hub } from './platform/hub/hub.ts';
import { Jobs } from './platform/jobs.ts';
import type { Keyring } from './platform/keyring.ts';
import { createRotateKeysJob } from './platform/keys/rotate-keys.job.ts';
import { Live } from './platform/live/live.ts';
import type { Log } from './platform/log.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import { sweepMails } from './platform/mail/sweep-mails.job.ts';
import { createSendMailJob } from './platform/mail/send-due-mails.job.ts';
import type { Telegram } from './platform/telegram/telegram.ts';
import { Uploads } from './platform/uploads/uploads.ts';

/** What the shop reaches outside itself. */
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

export type ChainPort = {
  readonly nodes: readonly ChainNode[];
  /** How many nodes must tell the same. */
  readonly quorum: number;
  /** TRON's HTTP API, for wallets of browsers; absent where it is not configured. */
  readonly tronHttp?: TronHttp;
  readonly everyMs: number;
  /** Whether all of them are on this machine. */
  readonly isOnLoopback: boolean;
  acquireLead(): Promise<boolean>;
};

export type AppOptions = {
  readonly publicUrl: string;
  readonly trustedProxies: readonly string[];
  /** Calls a minute from one address; null for no limit. */
  readonly perMinute: number | null;
  /** The built web pages; null where only the API is wanted. */
  readonly pagesFolder: string | null;
  /** Where images that people send are kept. */
  readonly uploadsFolder: string;
  /** Joins the other processes of this start; absent where there is one only. */
  readonly hub?: HubLink;
};

export type App = {
  readonly http: FastifyInstance;
  /** A context that acts for the shop itself. */
  systemCtx(job: string): Ctx;
  startJobs(): void;
  /** Takes no new work, finishes what is under way. */
  stop(): Promise<void>;
};

/** Whoever tries the sandbox out calls it more often than buyers do. */
const SANDBOX_LIMIT_FACTOR = 20;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** Puts the shop together: plain calls, no container. */
export async function createApp(options: AppOptions, ports: Ports): Promise<App> {
  const { db, clock, log, keyring } = ports;
  const hub = options.hub ?? new Hub().join();
  const live = new Live(hub);
  const board = new LiveFiguresCache(live);
  const events = composeEvents(board);
  const jobs = new Jobs(log, hub);
  const uploads = new Uploads(options.uploadsFolder);
  const base = {
    db,
    clock,
    log,
    keyring,
    events,
    live,
    publicUrl: options.publicUrl,
    isSandbox: ports.sandbox !== null,
    language: 'en' as const,
  };
  const systemCtx = (job: string): Ctx => ({
    ...base,
    actor: systemActor(job),
    requestId: job,
    address: '',
  });
  const contextOf = (request: FastifyRequest): Ctx => ({
    ...base,
    actor: visitor,
    log: request.log as Log,
    requestId: request.id,
    address: request.ip,
    language: readerLanguage(request),
  });

  const http = await createHttp({
    log,
    trustedProxies: options.trustedProxies,
    perMinute: options.perMinute,
    hub,
  });
  const chainFacts: ChainFacts = {
    isOnLoopback: (network) => ports.chains[network]?.isOnLoopback ?? false,
    nodesOf: (network) => ports.chains[network]?.nodes ?? [],
    isFollowed: async (ctx, chainId) => (await readFollowedHead(ctx.db, chainId, ctx.clock.now())) !== null,
  };
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
    ...goodsRoutes(uploads),
    ...stockRoutes({
      countRemedied: countRemediedItems,
      formatOf: readAccountFormat,
      orderNosOf: findOrderNosOfItems,
      hasReport,
    }),
    ...ordersRoutes,
    ...adminOrdersRoutes,
    ...warrantyClaimsRoutes,
    ...depositsRoutes(ports.chains, pollNow),
    ...rechargesRoutes({
      pollNow,
      tron: (network) => tronPortOf(ports.chains[network]),
    }),
    ...adminRechargesRoutes,
    ...statisticsRoutes(live, board),
    ...tasksRoutes,
    ...treasuryRoutes,
    ...rolesRoutes,
    ...agentsRoutes({ readSales: readAgentSales, findOrderNos, maskOrderNo }),
    ...walletsRoutes,
    ...adjustmentsRoutes,
    ...approvalsRoutes,
    ...auditRoutes(entityNames),
    ...supportRoutes(uploads),
    ...announcementsRoutes,
    ...documentsRoutes,
    ...reportsRoutes,
    ...sandboxRoutes(ports.sandbox),
  };
  bindRoutes(http, routes, {
    contextOf,
    authenticate: (ctx, token) =>
      isTicketToken(token) ? authenticateTicket(ctx, token) : authenticate(ctx, token),
    limitFactor: ports.sandbox ? SANDBOX_LIMIT_FACTOR : 1,
  });
  http.get('/api/openapi.json', { schema: { hide: true } }, () => http.swagger());
  bindHealth(http, { db, clock, chains: ports.chains });
  if (options.pagesFolder === null) refuseUnknownPaths(http);
  else await servePages(http, options.pagesFolder, { clock, read: () => readPageSettings(db) });
  await http.ready();

  const repeat = (name: string, everyMs: number, run: (ctx: Ctx) => Promise<{ more: boolean }>): void =>
    jobs.start({ name, everyMs, run: () => run(systemCtx(name)) });
  const startJobs = (): void => {
    for (const network of NETWORKS) {
      const chain = ports.chains[network];
      if (!chain) continue;
      jobs.start(createFollowJob(systemCtx(followJobName(network)), { network, ...chain }));
      const watch = { network, ...chain, everyMs: ports.sandbox ? 15 * SECOND_MS : 10 * MINUTE_MS };
      jobs.start(createWatchTreasuryJob(systemCtx(watchTreasuryJobName(network)), watch));
    }
    jobs.start(createSendMailJob(systemCtx('send mail'), mailRenderers, ports.mailer));
    if (ports.telegram) jobs.start(createTelegramAlarmsJob(systemCtx('send alarms'), ports.telegram));
    jobs.start(createBroadcastFiguresJob(systemCtx('broadcast live figures'), board));
    repeat('evaluate alarms', ports.sandbox ? 15 * SECOND_MS : MINUTE_MS, watchMoney);
    repeat('reconcile ledger', 24 * 60 * MINUTE_MS, reconcileLedger);
    repeat('roll up daily totals', 2 * SECOND_MS, rollUpDailyTotals);
    repeat('sweep sessions', 60 * MINUTE_MS, sweepSessions);
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
  const stop = async (): Promise<void> => {
    live.endAll();
    await closeHttp(http);
    await jobs.stop();
  };
  return { http, systemCtx, startJobs, stop };
}

function tronPortOf(chain: ChainPort | undefined): TronPort | null {
  const [node] = chain?.nodes ?? [];
  return node && chain?.tronHttp ? { node, http: chain.tronHttp } : null;
}
