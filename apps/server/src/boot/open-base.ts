import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Config } from '../config/config.ts';
import { openPostgres } from './open-postgres.ts';
import { lockDataFolder, openEmbedded } from '../platform/db/embedded.ts';
import { createDb, type Db } from '../platform/db/db.ts';
import { openDatabaseAccess } from '../platform/db/connections/failover-client.ts';
import { migrate, updateTables } from '../platform/db/migrate.ts';
import { readRoleRights } from '../platform/db/shop-role.sql.ts';
import { ProcessSession } from '../platform/db/process-session.ts';
import type { Leadership } from '../platform/jobs.ts';
import type { HubLink } from '../platform/hub/hub-link.ts';
import { createLog, type Log } from '../platform/log.ts';
import { StartError } from '../platform/refusal.ts';
import { type Undo, reportStep } from './start-steps.ts';

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
  /** Before the database is opened. Returns whether every write must reach the disk at once. */
  begin(): { readonly isSynced: boolean };
  /** After it is closed. */
  readonly end?: () => void;
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
