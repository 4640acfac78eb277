import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createDb, createPool } from '../../apps/server/src/platform/db/db.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { cachedForMigrations } from '../../apps/server/src/testing/database-copies.ts';
import { findPrograms, startPostgres } from '../../bench/setup/postgres.ts';

/**
 * Copies a stopped PostgreSQL server, whose new databases have all tables, to `dataDir`, which must not exist yet. It
 * is made once for all trials: making it takes seconds, copying a fraction of one.
 */
export async function copyCluster(dataDir: string): Promise<void> {
  copy(await cachedForMigrations(`cluster-${releaseOf(findPrograms())}`, make), dataDir);
}

async function make(unfinished: string): Promise<void> {
  // Few of the segments that the schema writes are kept.
  const postgres = await startPostgres({ shared_buffers: '128MB', wal_recycle: 'off', min_wal_size: '32MB' });
  try {
    const pool = createPool({ connectionString: urlOfTemplate(postgres.url), max: 1 });
    await migrate(createDb(pool));
    await pool.end();
    await postgres.run('pg_ctl', ['-D', postgres.dataDir, '-m', 'fast', 'stop']);
    copy(postgres.dataDir, unfinished);
  } finally {
    postgres.stop();
  }
}

/** With its owner: as root, PostgreSQL's own. */
function copy(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the data of PostgreSQL could not be copied: ${stderr}`);
}

/** What `create database` copies. */
function urlOfTemplate(server: string): string {
  const url = new URL(server);
  url.pathname = '/template1';
  return url.href;
}

/** Data of one major release cannot be read by another. */
function releaseOf(programs: string): string {
  const { stdout } = spawnSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' });
  return /\d[\d.]*/.exec(stdout)![0];
}
