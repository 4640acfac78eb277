import type { Devchain } from '@portside/devchain';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { sealFirstMethods } from '../features/payment-methods/index.ts';
import { ensureFirstOwner } from '../features/users/index.ts';
import { openApp, openChains } from './open-app.ts';
import { openBase, openLog, type FolderSteps } from './open-base.ts';
import { armCrash } from '../platform/crash-point.ts';
import { createClock } from '../platform/clock.ts';
import { isConnectionLost, describeLoss } from '../platform/db/connections/database-outage.ts';
import { StartError } from '../platform/refusal.ts';
import {
  fillSandbox,
  historyStart,
  beginFilling,
  endFilling,
  syncDatabase,
} from '../sandbox-history/fill-sandbox.ts';
import { createDemoOrdersJob } from '../sandbox-history/keep-ordering.ts';
import { MovingClock } from '../sandbox-history/history.ts';
import { startInSteps, type Undo, reportReady, reportSandbox, reportStep } from './start-steps.ts';
import type { FastifyInstance } from 'fastify';
import type { App } from '../compose/app.ts';

/** One process of the shop: opens everything in order and prints each step. */
export const startShop = (config: Config): Promise<{ stop(): Promise<void> }> =>
  startInSteps((undo) => openAll(config, undo).catch(explainLoss));

/** A database that is gone or read-only is a message without a stack, whichever step finds it. */
function explainLoss(error: unknown): never {
  if (error instanceof StartError || !isConnectionLost(error)) throw error;
  throw new StartError(`DATABASE_URL: the database cannot be used (${describeLoss(error)})`, error);
}

/**
 * Fills a sandbox as its first start does, and closes it again. Serves nothing. What it writes is on the disk only at the
 * end: a folder that was not finished is filled again from nothing.
 */
export async function fillOnly(config: Config): Promise<void> {
  const { dataDir } = config;
  let isFilled = false;
  const steps = {
    begin: () => ({ isSynced: !beginFilling(dataDir) }),
    end: async () => {
      if (!isFilled) return;
      await syncDatabase(dataDir);
      endFilling(dataDir);
    },
  };
  const { stop } = await startInSteps((undo) => openFilled(config, undo, { hasPages: false, steps }));
  isFilled = true;
  await stop();
}

async function openAll(config: Config, undo: Undo): Promise<void> {
  const { dataDir } = config;
  const isLived = hasHistory(config);
  const begin = () => {
    // An empty sandbox too: what an unfinished filling of its folder has left is no database.
    if (config.mode === 'sandbox') beginFilling(dataDir);
    return { isSynced: true };
  };
  const { app, base, sandbox, signIns } = await openFilled(config, undo, {
    hasPages: true,
    steps: { begin },
  });
  endFilling(dataDir);
  if (config.mode === 'production') await ensureFirstOwner(app.systemCtx('first owner'), config.firstOwner);
  await base.endStart();
  await listen(app, config);
  app.startJobs(
    sandbox && isLived ? [createDemoOrdersJob(app.systemCtx('demo orders'), sandbox.devchain)] : [],
  );
  if (signIns) reportSandbox(signIns);
  reportReady(config);
}

/** Whether it is a sandbox with a month of history. */
const hasHistory = ({ mode, isSandboxLived }: Config): boolean => mode === 'sandbox' && isSandboxLived;

/** Opens everything that a shop needs, and fills a sandbox. */
async function openFilled(
  config: Config,
  undo: Undo,
  { hasPages, steps }: { readonly hasPages: boolean; readonly steps: FolderSteps },
) {
  const log = openLog(config);
  armCrash(config.crashAt);
  const base = await openBase(config, log, undo, steps);
  const devchain = config.mode === 'sandbox' ? await startDevchain(config, undo) : null;
  const present = createClock(config.clockOffsetMs);
  const sandbox = devchain && { devchain, clock: new MovingClock(present) };
  const clock = sandbox?.clock ?? present;
  const chains = openChains({ config, devchain });
  const app = await openApp({ config, log, clock, chains, devchain, hasPages, ...base }, undo);
  await sealFirstMethods(app.systemCtx('seal payment methods'));
  const signIns = sandbox && (await fillSandbox({ app, chains, isLived: hasHistory(config), ...sandbox }));
  return { app, base, sandbox, signIns };
}

async function startDevchain({ dataDir, isSandboxLived }: Config, undo: Undo): Promise<Devchain> {
  const { startDevchainProcess } = await importDevchain();
  const devchain = await reportStep('Starting the local chains', () =>
    startDevchainProcess({
      dataDir: join(dataDir, 'chains'),
      ...(isSandboxLived && { startsAt: historyStart() }),
    }),
  );
  undo(() => devchain.stop());
  return devchain;
}

/** The local chains are not part of a production's installation. */
async function importDevchain() {
  try {
    return await import('@portside/devchain');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new StartError(
      'Without DATABASE_URL and node addresses this is the sandbox, and its local chains are not installed here (npm ci --omit=dev). Set what production needs, or run npm ci.',
      error,
    );
  }
}

type ListenAddress = {
  readonly host: string;
  readonly port: number;
  readonly setting: 'PORT' | 'METRICS_PORT';
};

type Listening = Pick<Config, 'host' | 'port' | 'metrics'>;

/** Starts to accept calls. Throws a StartError if that is not possible. */
export async function listen(
  app: Pick<App, 'http' | 'metricsHttp'>,
  { host, port, metrics }: Listening,
): Promise<void> {
  await listenOn(app.http, { host, port, setting: 'PORT' });
  if (app.metricsHttp && metrics?.port != null)
    await listenOn(app.metricsHttp, { host, port: metrics.port, setting: 'METRICS_PORT' });
}

async function listenOn(http: FastifyInstance, address: ListenAddress): Promise<void> {
  const { host, port } = address;
  try {
    await http.listen({ host, port });
  } catch (error) {
    throw cannotListen(address, error);
  }
}

const WAY_OUT = {
  PORT: 'Stop what uses it, or set PORT to another number.',
  METRICS_PORT:
    'Another process of the shop may have it: with several on one machine, set METRICS_TOKEN instead of METRICS_PORT.',
};

function cannotListen({ host, port, setting }: ListenAddress, error: unknown): StartError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new StartError(`${setting}: port ${port} is in use. ${WAY_OUT[setting]}`, error);
  return new StartError(`HOST or ${setting}: the shop cannot listen on ${host}:${port} (${message})`, error);
}
