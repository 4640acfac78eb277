import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Config } from './config.ts';
import { openPostgres } from './open-postgres.ts';
import { lockDataFolder } from './platform/db/data-lock.ts';
import { createDb, createPool } from './platform/db/db.ts';
import { openEmbedded } from './platform/db/embedded.ts';
import { migrate } from './platform/db/migrate.ts';
import { createLog, type Log } from './platform/log.ts';
import { StartError } from './platform/start-error.ts';
import type { Undo } from './start-in-steps.ts';
import { reportStep } from './start-report.ts';

export const openLog = (config: Config): Log => createLog(config.logLevel, { pretty: process.stdout.isTTY });

/** Locks the data folder: two servers on one would corrupt it. Throws a StartError where it is in use or read-only. */
export function takeDataFolder({ dataDir }: Config, undo: Undo): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new StartError(`DATA_DIR: ${dataDir} cannot be written to (${(error as Error).message})`, error);
  }
  undo(lockDataFolder(dataDir).release);
}

/** Opens the database and applies the migrations. */
export async function openDatabase(config: Config, log: Log, undo: Undo): Promise<Pool> {
  const { pool, close } = await reportStep('Opening the database', () => connect(config, log));
  undo(close);
  await reportStep('Updating the tables', () => migrateDatabase(config, pool));
  return pool;
}

/** On PostgreSQL over a connection without a query timeout: an index over millions of rows takes long. */
async function migrateDatabase({ databaseUrl }: Config, pool: Pool): Promise<void> {
  if (databaseUrl === null) return migrate(createDb(pool));
  const migrationPool = createPool({ connectionString: databaseUrl, max: 1 });
  try {
    await migrate(createDb(migrationPool));
  } finally {
    await migrationPool.end();
  }
}

async function connect(config: Config, log: Log): Promise<{ pool: Pool; close(): Promise<void> }> {
  if (config.databaseUrl === null) return openEmbedded(join(config.dataDir, 'database'));
  const pool = await openPostgres(config.databaseUrl, log);
  return { pool, close: () => pool.end() };
}
