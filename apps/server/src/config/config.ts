import { NETWORKS, type Network } from '@portside/contract';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import * as z from 'zod/mini';
import { areOnLoopback, readChain, readSanctions, type ChainConfig, type ReadChain } from './nodes.ts';
import {
  readMetrics,
  readOwner,
  readProxies,
  splitList,
  type FirstOwner,
  type MetricsConfig,
  readBotToken,
  readMail,
  readValkeyUrl,
} from './settings.ts';
import { parseCrashPlan, type CrashPlan } from '../platform/crash-point.ts';
import { isReadableOnTheWay, parseDatabaseUrl } from '../platform/db/database-url.ts';
import { isLoopback } from '../platform/ip-address.ts';

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
  /** The bot that sends alarms to operators; null: no alarms by Telegram. */
  readonly telegramBotToken: string | null;
  /** Null: generated and kept in `dataDir`. */
  readonly keys: KeyConfig | null;
  readonly firstOwner: FirstOwner | null;
  readonly trustedProxies: readonly string[];
  readonly logLevel: string;
  /** For trials: where to kill this process; null otherwise. */
  readonly crashAt: CrashPlan | null;
  /** For trials: how far to shift this process's clock; 0 otherwise. */
  readonly clockOffsetMs: number;
  /** Of the Valkey or Redis that all processes of the shop share; null where this process is the only one. */
  readonly valkeyUrl: string | null;
  /** Whether a sandbox begins with a month of history and with buyers who order; without meaning in production. */
  readonly isSandboxLived: boolean;
  /** Where sanctions lists are read from by themselves. */
  readonly sanctions: Readonly<Partial<Record<Network, readonly string[]>>>;
  /** Null: nothing is measured. */
  readonly metrics: MetricsConfig | null;
};

export type KeyConfig = { readonly credentials: ReadonlyMap<string, Buffer>; readonly fingerprint: Buffer };

/** Lists every setting that is wrong or missing; the message is written for the operator. */
class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`Wrong configuration:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A shop with a public node has real buyers, so nothing may kill it or shift its clock. */
const ONLY_FOR_TRIALS = ['CRASH_AT', 'CLOCK_OFFSET_MS'];
const KEY_BYTES = 32;
/** Reported together with everything else that is missing, so that a first start asks for all of it at once. */
const FIRST_OWNER =
  'OWNER_USERNAME, OWNER_PASSWORD and OWNER_EMAIL: needed too where the shop has no owner yet';

const Port = z.coerce.number<string>('must be a number').check(z.int(), z.gte(0), z.lte(65_535));
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const LogLevel = z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`);

/** Readers of single settings, by name; what is wrong or missing goes to `problems`. */
function createReaders(env: Environment, problems: string[]) {
  const text = (name: string): string | null => env[name]?.trim() || null;
  const check = <T>(name: string, fallback: string, schema: z.ZodMiniType<T>): T => {
    const result = z.safeParse(schema, text(name) ?? fallback);
    if (!result.success) problems.push(`${name}: ${result.error.issues[0]!.message}`);
    return result.data as T;
  };
  const need = (name: string, why: string): string => {
    const value = text(name);
    if (value === null) problems.push(`${name} is missing: ${why}`);
    return value ?? '';
  };
  return { text, check, need };
}

/** Reads and validates all settings. Throws a ConfigError that lists all problems at once. */
export function readConfig(env: Environment): Config {
  const problems: string[] = [];
  const { text, check, need } = createReaders(env, problems);
  const port = check('PORT', '3000', Port);
  const host = text('HOST') ?? '127.0.0.1';
  const chains = NETWORKS.map((network) => readChain(network, env, problems));
  const nodes = chains.flatMap((chain) => chain.nodes);
  const isProduction = text('DATABASE_URL') !== null || nodes.length > 0;
  const isPlainAccepted = readAccepted('ACCEPT_PLAIN_DATABASE', env, problems);
  const base = {
    host,
    port,
    publicUrl: readPublicUrl(
      isProduction
        ? need('PUBLIC_URL', 'links in e-mails, to agents and into wallets lead there')
        : (text('PUBLIC_URL') ?? `http://localhost:${port ?? ''}`),
      isProduction,
      problems,
    ),
    dataDir: resolve(text('DATA_DIR') ?? './data'),
    trustedProxies: readProxies(text('TRUSTED_PROXIES'), problems),
    logLevel: check('LOG_LEVEL', 'info', LogLevel),
    firstOwner: readOwner(text, problems),
    metrics: readMetrics(text, problems),
    isSandboxLived: readSandbox(text('SANDBOX'), problems),
    databaseUrl: readDatabaseUrl('DATABASE_URL', env, isPlainAccepted, problems),
    migrateDatabaseUrl: readDatabaseUrl('MIGRATE_DATABASE_URL', env, isPlainAccepted, problems),
    acceptAsyncStandby: readAccepted('ACCEPT_ASYNC_STANDBY', env, problems),
    telegramBotToken: readBotToken(text('TELEGRAM_BOT_TOKEN'), problems),
    sanctions: readSanctions(NETWORKS, env, problems),
    valkeyUrl: readValkeyUrl(
      text('VALKEY_URL'),
      readAccepted('ACCEPT_PLAIN_VALKEY', env, problems),
      problems,
    ),
    crashAt: readCrashPlan(text('CRASH_AT'), problems),
    clockOffsetMs: check('CLOCK_OFFSET_MS', '0', z.coerce.number<string>('must be a number').check(z.int())),
  };
  if (isProduction && !areOnLoopback(nodes)) {
    for (const name of ONLY_FOR_TRIALS)
      if (text(name) !== null) problems.push(`${name}: for trials on loopback nodes only`);
  }
  // A sandbox needs neither, but uses what is set, so that no setting is silently ignored.
  const isAnySet = (...names: string[]): boolean => isProduction || names.some((name) => text(name) !== null);
  const config: Config = {
    ...base,
    mode: isProduction ? 'production' : 'sandbox',
    chains: isProduction ? chooseChains(chains, problems) : {},
    mail: isAnySet('SMTP_URL', 'MAIL_FROM')
      ? readMail(
          need('SMTP_URL', 'accounts are delivered by e-mail'),
          need('MAIL_FROM', 'the sender of e-mails'),
          problems,
        )
      : null,
    keys: isAnySet('CREDENTIALS_KEYS', 'FINGERPRINT_KEY')
      ? readKeys(
          need('CREDENTIALS_KEYS', 'stock is encrypted with it'),
          need('FINGERPRINT_KEY', 'it finds duplicate stock'),
          problems,
        )
      : null,
  };
  checkEmbedded(config, readAccepted('ACCEPT_EMBEDDED', env, problems), problems);
  if (problems.length > 0) {
    if (isProduction && config.firstOwner === null) problems.push(FIRST_OWNER);
    throw new ConfigError(problems);
  }
  return config;
}

function readPublicUrl(url: string, isProduction: boolean, problems: string[]): string {
  if (url === '') return url;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    problems.push('PUBLIC_URL: not an http(s) address');
  else if (isProduction && !url.startsWith('https:') && !isLoopback(url))
    problems.push('PUBLIC_URL: must be https');
  return url.replace(/\/+$/, '');
}

function readDatabaseUrl(
  name: string,
  env: Environment,
  isPlainAccepted: boolean,
  problems: string[],
): string | null {
  const url = env[name]?.trim() || null;
  if (url === null) return null;
  try {
    const { urls } = parseDatabaseUrl(url);
    if (!isPlainAccepted && urls.some(isReadableOnTheWay))
      problems.push(
        `${name}: the database is on another machine, so add sslmode=verify-full (with sslrootcert=FILE for a ` +
          'certificate of your own). ACCEPT_PLAIN_DATABASE=1 is for a private network that nobody else can read.',
      );
  } catch (error) {
    problems.push(`${name}: ${(error as Error).message}`);
  }
  return url;
}

/** A risk that an operator takes by a setting of 1. */
function readAccepted(name: string, env: Environment, problems: string[]): boolean {
  const value = env[name]?.trim() || null;
  if (value !== null && value !== '1') problems.push(`${name}: must be 1, or not set`);
  return value === '1';
}

function readSandbox(start: string | null, problems: string[]): boolean {
  if (start !== null && start !== 'empty') problems.push('SANDBOX: must be empty (the word), or not set');
  return start === null;
}

function readCrashPlan(plan: string | null, problems: string[]): CrashPlan | null {
  if (plan === null) return null;
  const parsed = parseCrashPlan(plan);
  if (parsed === null) problems.push('CRASH_AT: no such point');
  return parsed;
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

/** The keys that a text with the lines of the settings has. Throws where they cannot be used. */
export function parseKeys(text: string): KeyConfig {
  const { CREDENTIALS_KEYS = '', FINGERPRINT_KEY = '' } = parseEnv(text);
  const problems: string[] = [];
  const keys = readKeys(CREDENTIALS_KEYS, FINGERPRINT_KEY, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return keys;
}

function readKeys(credentials: string, fingerprint: string, problems: string[]): KeyConfig {
  const entries = splitList(credentials).map((entry): [string, Buffer] => {
    const [id = '', key = ''] = entry.split(':');
    const bytes = Buffer.from(key, 'base64');
    if (!/^[\w-]{1,32}$/.test(id) || bytes.length !== KEY_BYTES) {
      problems.push(`CREDENTIALS_KEYS: each must be id:base64 of ${KEY_BYTES} bytes`);
    }
    return [id, bytes];
  });
  const keys = new Map(entries);
  // A second key with the same id would replace the first, and nothing sealed under that could be opened.
  if (keys.size < entries.length) problems.push('CREDENTIALS_KEYS: the same id twice');
  if (credentials !== '' && keys.size === 0) problems.push('CREDENTIALS_KEYS: holds no key');
  const bytes = Buffer.from(fingerprint, 'base64');
  if (fingerprint !== '' && bytes.length < KEY_BYTES)
    problems.push(`FINGERPRINT_KEY: base64 of at least ${KEY_BYTES} bytes`);
  return { credentials: keys, fingerprint: bytes };
}

/** The embedded database can be opened by one process only and is not meant for real money, that is, public nodes. */
function checkEmbedded(config: Config, isAccepted: boolean, problems: string[]): void {
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
