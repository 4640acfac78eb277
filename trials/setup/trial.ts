import { join } from 'node:path';
import { freePort } from '../../scripts/test/free-port.ts';
import { fundBuyers, listenFor, registerBuyers } from './load/load.ts';
import { Journal } from './load/journal.ts';
import { createRandom, randomSecret } from './random.ts';
import { seedShop } from './seed-shop.ts';
import { launchServer, startServer, type Launched, type Server } from './server.ts';
import type { Services } from './services.ts';
import { copyTables, type Target } from './target.ts';
import type { Trial } from './trial-type.ts';
import { NETWORKS } from '@portside/contract';
import type { Devchain } from '@portside/devchain';

/**
 * A new shop with goods, and buyers whose money came over the chains. The shop is left running. `settings` are
 * added to its environment; `stock` is how many accounts each product has.
 */
export async function createTrial(
  services: Services,
  seed: number,
  settings: Readonly<Record<string, string>> = {},
  stock?: readonly number[],
): Promise<{ trial: Trial; server: Server }> {
  const { databases, chains, mail } = services;
  const random = createRandom(seed);
  const target = await databases.fresh();
  await copyTables(target);
  const keys = { credentials: randomSecret(), fingerprint: randomSecret() };
  const journal = new Journal();
  const goods = await seedShop({ target, keys, chains, journal, ...(stock && { stock }) });
  const port = await freePort();
  const environment = {
    DATA_DIR: target.dataDir,
    ...(target.databaseUrl !== null && { DATABASE_URL: target.databaseUrl }),
    PUBLIC_URL: `http://localhost:${port}`,
    ...nodeSettings(chains),
    SMTP_URL: mail.url,
    MAIL_FROM: 'Trial <shop@trial.example>',
    CREDENTIALS_KEYS: `k1:${keys.credentials}`,
    FINGERPRINT_KEY: keys.fingerprint,
    OWNER_USERNAME: 'owner',
    OWNER_EMAIL: 'owner@example.test',
    OWNER_PASSWORD: randomSecret(),
    TRUSTED_PROXIES: '127.0.0.1',
    ...settings,
  };
  const place = { port, logFile: logFileOf(target) };
  const launch = (at: number): Launched => launchServer({ ...place, port: at, environment });
  const start: Trial['start'] = (crashAt, more = {}) =>
    startServer({
      ...place,
      environment: { ...environment, ...more, ...(crashAt !== undefined && { CRASH_AT: crashAt }) },
    });
  const server = await start();
  try {
    const buyers = await registerBuyers(server.url, random);
    const trial = { databases, chains, mail, random, target, keys, goods, buyers, journal, start, launch };
    // Nobody answers there: what cannot be sent must not hold up the shop.
    await listenFor(buyers, server.url, 'https://hooks.trial.invalid/portside');
    await fundBuyers(trial, server.url);
    return { trial, server };
  } catch (error) {
    await server.kill();
    throw error;
  }
}

/** The shop's log across all its starts. */
export const logFileOf = ({ dataDir }: Pick<Target, 'dataDir'>): string => join(dataDir, 'server.log');

/** The shop's settings that name the nodes of all local chains. */
export const nodeSettings = ({ chains }: Devchain): Record<string, string> =>
  Object.fromEntries(NETWORKS.map((network) => [`${network}_RPC_URLS`, chains[network].rpcUrl]));
