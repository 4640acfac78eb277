import { createNode } from '@portside/chain';
import { startDevchainProcess, type Devchain } from '@portside/devchain';
import { NETWORKS, type Network } from '@portside/contract';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createApp, type App, type ChainPort } from './app.ts';
import type { Config } from './config.ts';
import { createLead } from './features/deposits/index.ts';
import { seedSandbox } from './features/sandbox/index.ts';
import { ensureFirstOwner } from './features/users/index.ts';
import { systemClock } from './platform/clock.ts';
import { armCrash } from './platform/crash-point.ts';
import { lockDataFolder } from './platform/db/data-lock.ts';
import { createDb } from './platform/db/db.ts';
import { openEmbedded } from './platform/db/embedded.ts';
import { migrate } from './platform/db/migrate.ts';
import { Keyring } from './platform/keyring.ts';
import { createLog, type Log } from './platform/log.ts';
import { createSandboxMailer, createSmtpMailer } from './platform/mail/mailer.ts';
import { StartError } from './platform/start-error.ts';
import { openPostgres } from './open-postgres.ts';
import { keepSandboxKeys } from './sandbox-keys.ts';
import { reportStep, reportSandbox, reportReady } from './start-report.ts';

export type Shop = { readonly app: App; stop(): Promise<void> };

const PAGES = join(import.meta.dirname, '../../web/dist');
const PER_MINUTE = 1_200;
/** How often the chains are asked: local ones cost nothing, public nodes have a daily limit. */
const POLL_MS = { sandbox: 500, production: { TRON: 7_000, ETH: 12_000 } } as const;

/** Opens everything in order, says what it does, and undoes what it did when a later step fails. */
export async function startShop(config: Config): Promise<Shop> {
  const undo: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const log = createLog(config.logLevel, { pretty: process.stdout.isTTY });
    makeDataFolder(config.dataDir);
    undo.push(lockDataFolder(config.dataDir).release);
    armCrash(config.crashAt);

    const pool = await reportStep('Opening the database', () => openDatabase(config, log, undo));
    const db = createDb(pool);
    await reportStep('Bringing the tables up to date', () => migrate(db));

    const devchain =
      config.mode === 'sandbox'
        ? await reportStep('Starting two local chains', () => startDevchain(config))
        : null;
    if (devchain) undo.push(() => devchain.stop());
    const app = await createApp(
      {
        publicUrl: config.publicUrl,
        trustedProxies: config.trustedProxies,
        perMinute: config.mode === 'sandbox' ? 20 * PER_MINUTE : PER_MINUTE,
        pagesFolder: PAGES,
      },
      {
        db,
        clock: systemClock,
        log,
        keyring: openKeyring(config),
        mailer: config.mail
          ? createSmtpMailer(config.mail.smtpUrl, config.mail.from)
          : createSandboxMailer(db, systemClock),
        chains: openChains(config, devchain, pool, undo),
        sandbox: devchain && { devchain },
      },
    );
    undo.push(() => app.stop());
    const signIns = devchain
      ? await reportStep('Filling the sandbox', () =>
          seedSandbox(app.systemCtx('seed sandbox'), { devchain }),
        )
      : null;
    if (config.mode === 'production') await ensureFirstOwner(app.systemCtx('first owner'), config.firstOwner);
    await listen(app, config);
    app.startJobs();
    if (signIns) reportSandbox(signIns);
    reportReady(config);
    return { app, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new StartError(`DATA_DIR: ${folder} cannot be written to (${(error as Error).message})`, error);
  }
}

async function openDatabase(config: Config, log: Log, undo: (() => unknown)[]): Promise<Pool> {
  if (config.databaseUrl === null) {
    const { pool, close } = await openEmbedded(join(config.dataDir, 'database'));
    undo.push(close);
    return pool;
  }
  const pool = await openPostgres(config.databaseUrl, log);
  undo.push(() => pool.end());
  return pool;
}

const startDevchain = (config: Config): Promise<Devchain> =>
  startDevchainProcess({ dataDir: join(config.dataDir, 'chains') });

function openKeyring(config: Config): Keyring {
  const { credentials, fingerprint } = config.keys ?? keepSandboxKeys(config.dataDir);
  return new Keyring(credentials, fingerprint);
}

function openChains(
  config: Config,
  devchain: Devchain | null,
  pool: Pool,
  undo: (() => unknown)[],
): Partial<Record<Network, ChainPort>> {
  const chains: Partial<Record<Network, ChainPort>> = {};
  for (const network of NETWORKS) {
    const urls = devchain ? [devchain.chains[network].rpcUrl] : (config.chains[network]?.rpcUrls ?? []);
    if (urls.length === 0) continue;
    const apiKey = config.chains[network]?.apiKey;
    const nodes = urls.map((url, index) =>
      createNode({
        name: `${network} node ${index + 1}`,
        url,
        timeoutMs: 10_000,
        ...(apiKey && { headers: { 'TRON-PRO-API-KEY': apiKey } }),
      }),
    );
    const lead = config.databaseUrl === null ? null : createLead(pool, network);
    // The lead keeps a connection, and the pool would wait for it for ever.
    if (lead) undo.push(lead.release);
    chains[network] = {
      nodes,
      quorum: Math.min(2, nodes.length),
      everyMs: devchain ? POLL_MS.sandbox : POLL_MS.production[network],
      takeLead: () => (lead ? lead.take() : Promise.resolve(true)),
    };
  }
  return chains;
}

async function listen(app: App, { host, port }: Config): Promise<void> {
  try {
    await app.http.listen({ host, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new StartError(
        `Port ${port} is in use. Stop what uses it, or set PORT to another number.`,
        error,
      );
    throw new StartError(`HOST or PORT: the shop cannot listen on ${host}:${port} (${message})`, error);
  }
}
