import { randomBytes } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createPool } from '../../apps/server/src/platform/db/db.ts';
import { lockDataFolder, openEmbedded } from '../../apps/server/src/platform/db/embedded.ts';
import { openDatabaseAccess } from '../../apps/server/src/platform/db/connections/failover-client.ts';
import { copyMigratedFolder } from '../../apps/server/src/testing/database-copies.ts';
import { startPostgres, type BenchPostgres } from '../../bench/setup/postgres.ts';
import { pickInTurn } from '../../scripts/test/tests-in-turn.ts';
import { copyCluster } from './postgres-cluster.ts';
import { freezeServer, killServer } from './server.ts';

export type DatabaseKind = 'embedded' | 'postgres';

/** Whether this machine has PostgreSQL's programs. */
export const hasPostgres = globSync('/usr/lib/postgresql/*/bin/initdb').length > 0;

/** For a trial that a test run makes on only one of the two databases; different places take both. */
export const databaseInTurn = (place: number): DatabaseKind =>
  hasPostgres ? inTurn(['embedded', 'postgres'], place) : 'embedded';

/** A database and data folder for one shop. */
export type Target = {
  readonly kind: DatabaseKind;
  readonly dataDir: string;
  /** Null: embedded, in the data folder. */
  readonly databaseUrl: string | null;
  remove(): void;
};

/** What PostgreSQL copies for a new database: see `copyCluster`. */
export type Template = 'template0' | 'template1';

/** Where targets come from; includes a PostgreSQL server if wanted. */
export type Databases = {
  /**
   * On PostgreSQL with all tables, unless `template` is the empty one; for the embedded one, `copyTables` adds them.
   */
  fresh(template?: Template): Promise<Target>;
  /** Kills every process of the PostgreSQL server and starts it again; null on the embedded database. */
  readonly killServer: (() => Promise<void>) | null;
  /** Stops it as an administrator would, politely or at once; `start` also works after it ended by itself. */
  readonly server: PostgresServer | null;
  stop(): void;
};

type PostgresServer = {
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  start(): Promise<void>;
  isUp(): Promise<boolean>;
};

export async function openDatabases(kind: DatabaseKind): Promise<Databases> {
  if (kind === 'embedded') {
    return {
      fresh: () => Promise.resolve(newFolder(null)),
      killServer: null,
      server: null,
      stop: () => undefined,
    };
  }
  const folder = mkdtempSync(join(tmpdir(), 'portside-trial-server-'));
  await copyCluster(join(folder, 'data'));
  const postgres = await startPostgres({ shared_buffers: '128MB', max_wal_size: '1GB' }, folder);
  const stop = (): void => {
    process.off('exit', stop);
    postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  // Also if the trial is interrupted.
  process.once('exit', stop);
  return {
    fresh: async (template = 'template1') => newFolder(await createDatabase(postgres, template)),
    killServer: () => killPostgres(postgres),
    server: {
      stop: async (mode) => void (await postgres.run('pg_ctl', ['-D', postgres.dataDir, '-m', mode, 'stop'])),
      start: () => startAgain(postgres),
      isUp: () =>
        postgres.run('pg_isready', ['-q', '-d', postgres.url]).then(
          () => true,
          () => false,
        ),
    },
    stop,
  };
}

/** Gives an empty embedded target its tables, faster than its first start would. */
export async function copyTables({ kind, dataDir }: Target): Promise<void> {
  if (kind === 'embedded') await copyMigratedFolder(join(dataDir, 'database'));
}

/** An empty data folder, for that database URL or the embedded one. */
export function newFolder(databaseUrl: string | null): Target {
  const dataDir = mkdtempSync(join(tmpdir(), 'portside-trial-'));
  const remove = (): void => rmSync(dataDir, { recursive: true, force: true });
  return { kind: databaseUrl === null ? 'embedded' : 'postgres', dataDir, databaseUrl, remove };
}

async function createDatabase(postgres: BenchPostgres, template: Template): Promise<string> {
  const name = `trial_${randomBytes(4).toString('hex')}`;
  await postgres.run('psql', [postgres.url, '-qc', `create database ${name} template ${template}`]);
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return url.href;
}

async function killPostgres(postgres: BenchPostgres): Promise<void> {
  const { dataDir, port } = postgres;
  await killServer(dataDir, port, freezeServer(dataDir));
  await startAgain(postgres);
}

/** `restart` also starts a stopped server, with its last options. */
async function startAgain({ run, dataDir }: BenchPostgres): Promise<void> {
  await run('pg_ctl', ['-D', dataDir, '-w', '-l', join(dataDir, 'log'), 'restart']);
}

/** Opens a target from outside. The embedded one is locked meanwhile, so no shop may run on it. */
export async function openTarget(target: Target): Promise<{ pool: Pool; close(): Promise<void> }> {
  if (target.databaseUrl !== null) {
    const pool = createPool({ ...openDatabaseAccess(target.databaseUrl), max: 4 });
    return { pool, close: () => pool.end() };
  }
  mkdirSync(target.dataDir, { recursive: true });
  const lock = lockDataFolder(target.dataDir);
  const embedded = await openEmbedded(join(target.dataDir, 'database'));
  const close = async (): Promise<void> => {
    await embedded.close();
    lock.release();
  };
  return { pool: embedded.pool, close };
}

/** Differs for each test run; shared by all files of a whole run, which prints it. */
const turn = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);

/**
 * What a test run takes of `all`: over the runs everything is tried. Files at different places take different ones in
 * the same run.
 */
export const inTurn = <T>(all: readonly [T, ...T[]], place = 0): T => pickInTurn(all, turn, place);
