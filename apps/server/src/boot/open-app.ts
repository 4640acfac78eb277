import { chainsOf, createNode } from '@portside/chain';
import { createTronHttp } from '@portside/chain/tron/http';
import type { Devchain } from '@portside/devchain';
import { NETWORKS, type Network } from '@portside/contract';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createApp, type App } from '../compose/app.ts';
import type { ChainAccess } from '../compose/app-parts.ts';
import { openKeyring } from './open-base.ts';
import { sealedTables } from '../compose/compose.ts';
import { areOnLoopback } from '../config/nodes.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../platform/clock.ts';
import { createDb } from '../platform/db/db.ts';
import type { Leadership } from '../platform/jobs.ts';
import type { HubLink } from '../platform/hub/hub-link.ts';
import { rememberKeys, requireKeys } from '../platform/keys/rotate-keys.ts';
import type { Log } from '../platform/log.ts';
import { createSmtpMailer, createSandboxMailer } from '../platform/mail/mailer.ts';
import { createTelegram } from '../platform/telegram.ts';
import type { Undo } from './start-steps.ts';

const PAGES = join(import.meta.dirname, '../../../web/dist');
const PER_MINUTE = 1_200;
/**
 * How often the sandbox's chains are asked while they report no new block. Each block wakes their follower at once;
 * this keeps its heartbeat, and a follower that missed one.
 */
const SANDBOX_POLL_MS = 15_000;

const NODE_TIMEOUT_MS = 10_000;

type Opening = {
  readonly config: Config;
  readonly log: Log;
  readonly pool: Pool;
  readonly clock: Clock;
  readonly chains: Partial<Record<Network, ChainAccess>>;
  /** Null in production. */
  readonly devchain: Devchain | null;
  /** Whether it serves the built pages, which must exist then. */
  readonly hasPages: boolean;
  /** Absent if this process is the only one. */
  readonly hub?: HubLink;
  /** Absent on the embedded database. */
  readonly leadership?: Leadership;
};

/** Composes this process's app on an open database, with all adapters. It does not accept calls yet. */
export async function openApp(opening: Opening, undo: Undo): Promise<App> {
  const { config, log, pool, clock, chains, devchain, hasPages, hub, leadership } = opening;
  const db = createDb(pool);
  const keyring = openKeyring(config);
  await requireKeys(db, keyring, sealedTables);
  await rememberKeys(db, keyring);
  const app = await createApp(
    {
      publicUrl: config.publicUrl,
      trustedProxies: config.trustedProxies,
      officeAddresses: config.officeAddresses,
      perMinute: config.mode === 'sandbox' ? 20 * PER_MINUTE : PER_MINUTE,
      pagesFolder: hasPages ? PAGES : null,
      sanctions: config.sanctions,
      ...(hub && { hub }),
      ...(leadership && { leadership }),
      ...(config.metrics && { metrics: { ...config.metrics, pool } }),
    },
    {
      db,
      clock,
      log,
      keyring,
      mailer: config.mail
        ? createSmtpMailer(config.mail.smtpUrl, config.mail.from)
        : createSandboxMailer(db, clock),
      telegram:
        config.telegramBotToken === null
          ? null
          : createTelegram(config.telegramBotToken, config.telegramApiUrl ?? undefined),
      chains,
      sandbox: devchain && { devchain },
    },
  );
  undo(() => app.stop());
  return app;
}

/** The nodes of every network that the settings name. */
export function openChains({
  config,
  devchain,
}: Pick<Opening, 'config' | 'devchain'>): Partial<Record<Network, ChainAccess>> {
  const chains: Partial<Record<Network, ChainAccess>> = {};
  for (const network of NETWORKS) {
    const given = devchain
      ? [{ url: devchain.chains[network].rpcUrl, headers: {} }]
      : (config.chains[network]?.nodes ?? []);
    if (given.length === 0) continue;
    const nodes = given.map((node, index) =>
      createNode({ ...node, name: `${network} node ${index + 1}`, timeoutMs: NODE_TIMEOUT_MS }),
    );
    const httpUrl = devchain?.chains[network].httpUrl;
    const http = httpUrl ? { url: httpUrl, headers: {} } : config.chains[network]?.http;
    const tronHttp = http ? createTronHttp({ ...http, timeoutMs: NODE_TIMEOUT_MS }) : null;
    chains[network] = {
      nodes,
      ...(tronHttp && { tronHttp }),
      isOnLoopback: areOnLoopback(given),
      quorum: Math.min(2, nodes.length),
      everyMs: devchain ? SANDBOX_POLL_MS : chainsOf(network).pollMs,
    };
  }
  return chains;
}
