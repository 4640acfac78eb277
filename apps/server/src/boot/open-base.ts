import { accessSync, constants, mkdirSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Config } from '../config/config.ts';
import { lockDataFolder, openEmbedded } from '../platform/db/embedded.ts';
import { createDb, type Db, createPool } from '../platform/db/db.ts';
import { openDatabaseAccess, type DatabaseAccess } from '../platform/db/connections/failover-client.ts';
import { migrate, updateTables } from '../platform/db/migrate.ts';
import { readRoleRights } from '../platform/db/shop-role.sql.ts';
import { ProcessSession } from '../platform/db/process-session.ts';
import type { Leadership } from '../platform/jobs.ts';
import type { HubLink } from '../platform/hub/hub-link.ts';
import { createLog, type Log } from '../platform/log.ts';
import { StartError } from '../platform/refusal.ts';
import { type Undo, reportStep } from './start-steps.ts';
import type { KeyConfig } from '../config/settings.ts';
import { Keyring } from '../platform/keys/keyring.ts';
import { randomBytes } from 'node:crypto';
import { requireAnsweringPostgres, requireDurablePostgres } from '../platform/db/require-durable.ts';

/** Readable lines in a terminal, else JSON. */
export const openLog = (config: Config): Log => createLog(config.logLevel, { pretty: process.stdout.isTTY });

/** What the process shares with others, or has to itself if it is the only one. */
type Base = {
  readonly pool: Pool;
  readonly hub?: HubLink;
  readonly leadership?: Leadership;
  /** Lets the next process start: what a first start makes has been made. */
  endStart(): Promise<void>;
};

/** Hooks around a new embedded database; both run while this process owns the folder. */
export type FolderSteps = {
  /** Before the database is opened. Returns whether every write must reach the disk at once, or only its end. */
  begin(): { readonly isSynced: boolean };
  /** After it is closed. */
  readonly end?: () => Promise<void>;
};

const NO_STEPS: FolderSteps = { begin: () => ({ isSynced: true }) };

/**
 * Opens the database and, for several processes, Valkey; applies the migrations. Throws a StartError if another process
 * uses the database and does not share a Valkey with this one.
 */
export async function openBase(config: Config, log: Log, undo: Undo, steps = NO_STEPS): Promise<Base> {
  if (config.databaseUrl === null) return openEmbeddedBase(config, undo, steps);
  const access = openDatabaseAccess(config.databaseUrl);
  const { connectionString } = access;
  const session = await reportStep('Opening the database', async () => {
    const connect = () => new access.Client({ connectionString, connectionTimeoutMillis: CONNECT_MS });
    const opened = await ProcessSession.open({
      connect,
      log,
      isShared: config.valkeyUrl !== null,
      giveUp: () => access.hosts.giveUp(),
    });
    undo(() => opened.close());
    await opened.beginStart();
    return opened;
  });
  const { acceptAsyncStandby } = config;
  const pool = await openPostgres({ ...access, acceptAsyncStandby }, log);
  undo(() => pool.end());
  const { databaseUrl, migrateDatabaseUrl } = config;
  await reportStep('Updating the tables', () => updateTables({ databaseUrl, migrateDatabaseUrl }));
  await warnOfRights(createDb(pool), log);
  const base = { pool, leadership: session, endStart: () => session.endStart() };
  if (config.valkeyUrl === null) return base;
  const url = config.valkeyUrl;
  const hub = await reportStep('Connecting to Valkey', async () => {
    // A shop of one process starts without Valkey's client, which is a sixth of all modules.
    const { ValkeyHub } = await import('../platform/hub/valkey-hub.ts');
    return ValkeyHub.open(url, log);
  });
  undo(() => hub.close());
  session.reportAway(() => !hub.isConnected);
  return { ...base, hub };
}

const CONNECT_MS = 10_000;

/** An attacker who takes over the process has the privileges of its role. */
async function warnOfRights(db: Db, log: Log): Promise<void> {
  const { role, changeable, isOwner } = await readRoleRights(db);
  if (!isOwner && changeable.length === 0) return;
  log.warn(
    { role, isOwner },
    'the database role of the shop could rewrite the audit log and the ledger: docs/operating.md, "A database role with fewer privileges"',
  );
}

/** The embedded database in the data folder, migrated. Throws a StartError if another process has it. */
export async function openEmbeddedBase(
  { dataDir }: Config,
  undo: Undo,
  { begin, end } = NO_STEPS,
): Promise<Base> {
  takeDataFolder(dataDir, undo);
  const { isSynced } = begin();
  if (end) undo(end);
  const { pool, close } = await reportStep('Opening the database', () =>
    openEmbedded(join(dataDir, 'database'), { isSynced }),
  );
  undo(close);
  await reportStep('Updating the tables', () => migrate(createDb(pool)));
  return { pool, endStart: () => Promise.resolve() };
}

/** Locks the data folder: two servers on one would corrupt it. Throws a StartError if it is in use or read-only. */
function takeDataFolder(dataDir: string, undo: Undo): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new StartError(`DATA_DIR: ${dataDir} cannot be written to (${(error as Error).message})`, error);
  }
  undo(lockDataFolder(dataDir).release);
}

/** The keys of the settings, or those that the sandbox made for itself. */
export function openKeyring(config: Config): Keyring {
  const { credentials, fingerprint } = config.keys ?? loadSandboxKeys(config.dataDir);
  return new Keyring(credentials, fingerprint);
}

type StoredKeys = { readonly credentials: Record<string, string>; readonly fingerprint: string };

/** The sandbox's keys: generated once and stored in the data folder, readable by its owner only. */
function loadSandboxKeys(dataDir: string): KeyConfig {
  const file = join(dataDir, 'keys.json');
  if (!existsSync(file)) {
    const made: StoredKeys = {
      credentials: { k1: randomBytes(32).toString('base64') },
      fingerprint: randomBytes(32).toString('base64'),
    };
    writeFileSync(file, JSON.stringify(made, null, 2), { mode: 0o600, flush: true });
  }
  const stored = JSON.parse(readFileSync(file, 'utf8')) as StoredKeys;
  const credentials = Object.entries(stored.credentials).map(
    ([id, key]) => [id, Buffer.from(key, 'base64')] as const,
  );
  return { credentials: new Map(credentials), fingerprint: Buffer.from(stored.fingerprint, 'base64') };
}

/** Of one process; PostgreSQL allows 100 in all by default. */
const MAX_CONNECTIONS = 20;

type Timeouts = {
  /** To get a connection, new or from the pool. */
  readonly connectMs: number;
  /** For a statement to answer; after that the connection counts as lost. */
  readonly answerMs: number;
  /** For an idle transaction; after that the database aborts it and releases its locks. */
  readonly silenceMs: number;
};

/** Without these, a network that drops every packet would block orders, jobs and locks for a quarter of an hour. */
const TIMEOUTS: Timeouts = { connectMs: 30_000, answerMs: 120_000, silenceMs: 60_000 };

type Access = Pick<DatabaseAccess, 'Client' | 'connectionString'> & {
  /** Accepts a standby that may lose commits in a failover. */
  readonly acceptAsyncStandby?: boolean;
  /** Opens any PostgreSQL that answers: for commands, which are needed most when durability is broken. */
  readonly acceptAny?: boolean;
};

/**
 * Opens a pool on a PostgreSQL with durable commits; throws a StartError for any other, unless it is accepted. When
 * PostgreSQL restarts, only pending work fails: lost connections are replaced.
 */
export async function openPostgres(
  { Client, connectionString, acceptAsyncStandby = false, acceptAny = false }: Access,
  log: Log,
  { connectMs, answerMs, silenceMs } = TIMEOUTS,
): Promise<Pool> {
  const pool = createPool(
    {
      Client,
      connectionString,
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: connectMs,
      query_timeout: answerMs,
      idle_in_transaction_session_timeout: silenceMs,
    },
    // The callers report an outage; a restart breaks all connections at once.
    (error) => log.debug({ err: error }, 'a database connection was lost'),
  );
  try {
    if (acceptAny) await requireAnsweringPostgres(pool);
    else await requireDurablePostgres(pool, acceptAsyncStandby);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return pool;
}
