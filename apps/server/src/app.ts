import type { ChainNode } from '@portside/chain';
import { LANGUAGES, NETWORKS, type Language, type Network } from '@portside/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { composeEvents, mailRenderers } from './compose.ts';
import { createFollowJob, followJobName, readChainHealth } from './features/deposits/index.ts';
import { goodsRoutes } from './features/goods/index.ts';
import { ordersRoutes, purgeAccounts } from './features/orders/index.ts';
import { findEnabledPaymentMethods, paymentMethodsRoutes } from './features/payment-methods/index.ts';
import { expireRecharges, rechargesRoutes } from './features/recharges/index.ts';
import { sandboxRoutes, type SandboxPort } from './features/sandbox/index.ts';
import { authenticate, sessionsRoutes, sweepSessions } from './features/sessions/index.ts';
import { settingsRoutes } from './features/settings/index.ts';
import { createBroadcastFiguresJob, FiguresBoard, statisticsRoutes } from './features/statistics/index.ts';
import { usersRoutes } from './features/users/index.ts';
import { systemActor, visitor } from './platform/actor.ts';
import type { Clock } from './platform/clock.ts';
import type { Ctx } from './platform/context.ts';
import { pingDb, type Db } from './platform/db/db.ts';
import { closeHttp } from './platform/http/close-http.ts';
import { refuseUnknownAddresses } from './platform/http/failures.ts';
import { createHttp } from './platform/http/http.ts';
import { bindRoutes } from './platform/http/routes.ts';
import { servePages } from './platform/http/pages.ts';
import { Jobs } from './platform/jobs.ts';
import type { Keyring } from './platform/keyring.ts';
import { Live } from './platform/live/live.ts';
import type { Log } from './platform/log.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import { sweepMails } from './platform/mail/sweep-mails.job.ts';
import { createSendMailJob } from './platform/mail/send-due-mails.job.ts';

/** What the shop reaches outside itself. */
export type Ports = {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly keyring: Keyring;
  readonly mailer: Mailer;
  readonly chains: Partial<Record<Network, ChainPort>>;
  /** Null in production. */
  readonly sandbox: SandboxPort | null;
};

export type ChainPort = {
  readonly nodes: readonly ChainNode[];
  /** How many nodes must tell the same. */
  readonly quorum: number;
  readonly everyMs: number;
  takeLead(): Promise<boolean>;
};

export type AppOptions = {
  readonly publicUrl: string;
  readonly trustedProxies: readonly string[];
  /** Calls a minute from one address; null for no limit. */
  readonly perMinute: number | null;
  /** The built web pages; null where only the API is wanted. */
  readonly pagesFolder: string | null;
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
  const live = new Live();
  const board = new FiguresBoard(live);
  const events = composeEvents(board);
  const jobs = new Jobs(log);
  const base = {
    db,
    clock,
    log,
    keyring,
    events,
    live,
    publicUrl: options.publicUrl,
    language: 'en' as const,
  };
  const systemCtx = (job: string): Ctx => ({ ...base, actor: systemActor(job), requestId: job });
  const contextOf = (request: FastifyRequest): Ctx => ({
    ...base,
    actor: visitor,
    log: request.log as Log,
    requestId: request.id,
    language: languageOf(request),
  });

  const http = await createHttp({
    log,
    trustedProxies: options.trustedProxies,
    perMinute: options.perMinute,
  });
  const routes = {
    ...sessionsRoutes,
    ...usersRoutes,
    ...settingsRoutes({ isSandbox: ports.sandbox !== null, listAddresses: findEnabledPaymentMethods }),
    ...paymentMethodsRoutes,
    ...goodsRoutes,
    ...ordersRoutes,
    ...rechargesRoutes({ lookSooner: (network: Network) => jobs.wake(followJobName(network)) }),
    ...statisticsRoutes(live, board),
    ...sandboxRoutes(ports.sandbox),
  };
  bindRoutes(http, routes, {
    contextOf,
    authenticate,
    limitFactor: ports.sandbox ? SANDBOX_LIMIT_FACTOR : 1,
  });
  http.get('/api/openapi.json', { schema: { hide: true } }, () => http.swagger());
  bindHealth(http, db, clock);
  if (options.pagesFolder === null) refuseUnknownAddresses(http);
  else await servePages(http, options.pagesFolder);
  await http.ready();

  const startJobs = (): void => {
    for (const network of NETWORKS) {
      const chain = ports.chains[network];
      if (chain) jobs.start(createFollowJob(systemCtx(followJobName(network)), { network, ...chain }));
    }
    jobs.start(createSendMailJob(systemCtx('send mail'), mailRenderers, ports.mailer));
    jobs.start(createBroadcastFiguresJob(systemCtx('broadcast figures'), board));
    jobs.start({
      name: 'sweep sessions',
      everyMs: 60 * MINUTE_MS,
      run: () => sweepSessions(systemCtx('sweep sessions')),
    });
    jobs.start({
      name: 'sweep mails',
      everyMs: 60 * MINUTE_MS,
      run: () => sweepMails(systemCtx('sweep mails')),
    });
    jobs.start({
      name: 'expire recharges',
      everyMs: 5 * SECOND_MS,
      run: () => expireRecharges(systemCtx('expire recharges')),
    });
    jobs.start({
      name: 'purge accounts',
      everyMs: MINUTE_MS,
      run: () => purgeAccounts(systemCtx('purge accounts')),
    });
  };
  const stop = async (): Promise<void> => {
    live.endAll();
    await closeHttp(http);
    await jobs.stop();
  };
  return { http, systemCtx, startJobs, stop };
}

/** Alive is this process; ready is the shop: its database answers and every chain is followed. */
function bindHealth(http: FastifyInstance, db: Db, clock: Clock): void {
  http.get('/healthz', { schema: { hide: true } }, () => ({ code: 200, message: 'ok', data: null }));
  http.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const [databaseAnswers, chains] = await Promise.all([
      pingDb(db).then(
        () => true,
        () => false,
      ),
      readChainHealth(db, clock.now()).catch(() => []),
    ]);
    const isReady = databaseAnswers && chains.every((chain) => chain.state === 'following');
    const data = { database: databaseAnswers, chains };
    return isReady
      ? { code: 200, message: 'ok', data }
      : reply.code(503).send({ code: 500005, message: 'Not ready', data });
  });
}

/** The first language of the reader's list that the shop speaks. */
function languageOf(request: FastifyRequest): Language {
  const wanted = (request.headers['accept-language'] ?? '').toLowerCase().split(',');
  const tags = wanted.map((part) => part.split(';')[0]!.trim());
  const spoken = tags.map((tag) =>
    LANGUAGES.find((one) => one === tag || one.split('-')[0] === tag.split('-')[0]),
  );
  return spoken.find((language) => language !== undefined) ?? 'en';
}
