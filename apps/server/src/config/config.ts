import { NETWORKS, type Network } from '@portside/contract';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import * as z from 'zod/mini';
import { isLoopback } from '../platform/ip-address.ts';
import type { CrashPlan } from '../platform/crash-point.ts';
import { areOnLoopback, readChain, readSanctions, type ChainConfig, type ReadChain } from './nodes.ts';
import {
  readBotToken,
  readTelegramApi,
  readCrashPlan,
  readDatabaseUrl,
  readKeys,
  readMail,
  readMetrics,
  readOwner,
  readOfficeAddresses,
  readProxies,
  readPublicUrl,
  readValkeyUrl,
  SettingsReader,
  type FirstOwner,
  type KeyConfig,
  type MetricsConfig,
} from './settings.ts';

/**
 * The only reader of the environment. Without a database and without nodes the program is a sandbox; with any of them
 * it is production, and every setting that production needs is required.
 */
export type Config = {
  readonly mode: 'sandbox' | 'production';
  readonly host: string;
  readonly port: number;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly dataDir: string;
  /** Null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** The owner of the tables, who updates them; null: `databaseUrl` does so. */
  readonly migrateDatabaseUrl: string | null;
  /** Whether a standby that may lose commits in a failover is accepted. */
  readonly acceptAsyncStandby: boolean;
  readonly chains: Partial<Record<Network, ChainConfig>>;
  /** Null: the sandbox mailbox. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
  /** The bot that sends alarms to operators, and notices to whoever links it; null: nothing goes by Telegram. */
  readonly telegramBotToken: string | null;
  /** Null: Telegram's own. */
  readonly telegramApiUrl: string | null;
  /** Null: generated and kept in `dataDir`. */
  readonly keys: KeyConfig | null;
  readonly firstOwner: FirstOwner | null;
  readonly trustedProxies: readonly string[];
  /** From which alone the back office opens; none: from everywhere. */
  readonly officeAddresses: readonly string[];
  readonly logLevel: string;
  /** For trials: where to kill this process; null otherwise. */
  readonly crashAt: CrashPlan | null;
  /** For trials: how far to shift this process's clock; 0 otherwise. */
  readonly clockOffsetMs: number;
  /** Of the Valkey or Redis that all processes of the shop share; null if this process is the only one. */
  readonly valkeyUrl: string | null;
  /** Whether a sandbox begins with a month of history and with buyers who order; without meaning in production. */
  readonly isSandboxLived: boolean;
  /** Where sanctions lists are read from by themselves. */
  readonly sanctions: Readonly<Partial<Record<Network, readonly string[]>>>;
  /** Null: nothing is measured. */
  readonly metrics: MetricsConfig | null;
};

/** Lists every setting that is wrong or missing; the message is written for the operator. */
class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`Wrong configuration:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** A shop with a public node has real buyers, so nothing may kill it or shift its clock. */
const ONLY_FOR_TRIALS = ['CRASH_AT', 'CLOCK_OFFSET_MS'];
/** Reported together with everything else that is missing, so that a first start asks for all of it at once. */
const FIRST_OWNER =
  'OWNER_USERNAME, OWNER_PASSWORD and OWNER_EMAIL: needed too where the shop has no owner yet';

const Port = z.coerce.number<string>('must be a number').check(z.int(), z.gte(0), z.lte(65_535));
const Offset = z.coerce.number<string>('must be a number').check(z.int());
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const LogLevel = z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`);

/** Reads and validates all settings. Throws a ConfigError that lists all problems at once. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const settings = new SettingsReader(env);
  const { problems } = settings;
  const isSet = (name: string): boolean => settings.text(name) !== null;
  const chains = NETWORKS.map((network) => readChain(network, settings));
  const nodes = chains.flatMap((chain) => chain.nodes);
  const isProduction = isSet('DATABASE_URL') || nodes.length > 0;
  if (isProduction && !areOnLoopback(nodes))
    for (const name of ONLY_FOR_TRIALS.filter(isSet))
      problems.push(`${name}: for trials on loopback nodes only`);
  // A sandbox needs neither, but uses what is set, so that no setting is silently ignored.
  const isAnySet = (...names: string[]): boolean => isProduction || names.some(isSet);
  const isPlainAccepted = settings.is('ACCEPT_PLAIN_DATABASE', '1');
  const port = settings.check('PORT', '3000', Port);
  const config: Config = {
    mode: isProduction ? 'production' : 'sandbox',
    host: settings.text('HOST') ?? '127.0.0.1',
    port,
    publicUrl: readPublicUrl(settings, isProduction, port),
    trustedProxies: readProxies(settings),
    officeAddresses: readOfficeAddresses(settings),
    logLevel: settings.check('LOG_LEVEL', 'info', LogLevel),
    metrics: readMetrics(settings),
    isSandboxLived: !settings.is('SANDBOX', 'empty'),
    firstOwner: readOwner(settings),

    dataDir: resolve(settings.text('DATA_DIR') ?? './data'),
    databaseUrl: readDatabaseUrl(settings, 'DATABASE_URL', isPlainAccepted),
    migrateDatabaseUrl: readDatabaseUrl(settings, 'MIGRATE_DATABASE_URL', isPlainAccepted),
    acceptAsyncStandby: settings.is('ACCEPT_ASYNC_STANDBY', '1'),
    valkeyUrl: readValkeyUrl(settings),
    keys: isAnySet('CREDENTIALS_KEYS', 'FINGERPRINT_KEY')
      ? readKeys(
          settings.need('CREDENTIALS_KEYS', 'stock is encrypted with it'),
          settings.need('FINGERPRINT_KEY', 'it finds duplicate stock'),
          problems,
        )
      : null,

    chains: isProduction ? chooseChains(chains, problems) : {},
    sanctions: readSanctions(NETWORKS, settings),
    mail: isAnySet('SMTP_URL', 'MAIL_FROM') ? readMail(settings) : null,
    telegramBotToken: readBotToken(settings),
    telegramApiUrl: readTelegramApi(settings),

    crashAt: readCrashPlan(settings),
    clockOffsetMs: settings.check('CLOCK_OFFSET_MS', '0', Offset),
  };
  checkEmbedded(config, settings);
  if (problems.length > 0) {
    if (isProduction && config.firstOwner === null) problems.push(FIRST_OWNER);
    throw new ConfigError(problems);
  }
  return config;
}

/** Two independent nodes must agree before money is credited; loopback nodes are one's own. */
function chooseChains(chains: readonly ReadChain[], problems: string[]): Config['chains'] {
  const used = chains.filter(({ nodes }) => nodes.length > 0);
  if (used.length === 0) {
    const names = chains.map(({ network }) => `${network}_RPC_URLS`).join(' or ');
    problems.push(`${names} is missing: without a node no deposit can be seen`);
  }
  for (const { network, nodes } of used) {
    if (nodes.length < 2 && !areOnLoopback(nodes)) {
      problems.push(
        `${network}_RPC_URLS: two independent nodes are needed, so that one alone cannot invent a deposit`,
      );
    }
  }
  return Object.fromEntries(used.map(({ network, ...chain }) => [network, chain]));
}

/** The keys that a text with the lines of the settings has. Throws if they cannot be used. */
export function parseKeys(text: string): KeyConfig {
  const { CREDENTIALS_KEYS = '', FINGERPRINT_KEY = '' } = parseEnv(text);
  const problems: string[] = [];
  const keys = readKeys(CREDENTIALS_KEYS, FINGERPRINT_KEY, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return keys;
}

/** The embedded database can be opened by one process only and is not meant for real money, that is, public nodes. */
function checkEmbedded(config: Config, settings: SettingsReader): void {
  const { problems } = settings;
  const isAccepted = settings.is('ACCEPT_EMBEDDED', '1');
  if (config.databaseUrl === null && config.valkeyUrl !== null)
    problems.push(
      'VALKEY_URL: the embedded database has one process only; several need PostgreSQL (DATABASE_URL)',
    );
  const nodes = Object.values(config.chains).flatMap((chain) => chain.nodes);
  const isPublic = nodes.some(({ url }) => URL.canParse(url) && !isLoopback(url));
  if (config.databaseUrl === null && isPublic && !isAccepted) {
    problems.push(
      'DATABASE_URL is missing: the embedded database is not for real money (ACCEPT_EMBEDDED=1 takes the risk)',
    );
  }
}
