import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { createDb, createPool } from '../platform/db/db.ts';
import { migrate } from '../platform/db/migrate.ts';
import { migrationsHash } from './embedded-copy.ts';

/** "Portside": while somebody holds it, they make the template. */
const TEMPLATE_LOCK = 0x506f7274;
const TEMPLATE = `portside_template_${migrationsHash}`;

export type OwnDatabase = { readonly url: string; drop(): Promise<void> };

let template: Promise<void> | null = null;

/** A new database of the server at `server`: a copy of one with all tables, or empty. */
export async function createOwnDatabase(
  server: string,
  { isMigrated }: { isMigrated: boolean },
): Promise<OwnDatabase> {
  if (isMigrated) await (template ??= makeTemplate(server));
  const name = `portside_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const like = isMigrated ? `template ${TEMPLATE}` : '';
  await administer(server, (admin) => admin.query(`create database ${name} ${like}`));
  const drop = () => administer(server, (admin) => admin.query(`drop database ${name} with (force)`));
  return { url: urlOf(server, name), drop };
}

/** Made once a server; it stays there for the next run. */
async function makeTemplate(server: string): Promise<void> {
  await administer(server, async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [TEMPLATE]);
    if (rowCount !== 0) return;
    const unfinished = `${TEMPLATE}_unfinished`;
    await admin.query(`drop database if exists ${unfinished} with (force)`);
    await admin.query(`create database ${unfinished}`);
    const pool = createPool({ connectionString: urlOf(server, unfinished), max: 1 });
    await migrate(createDb(pool));
    await pool.end();
    await admin.query(`alter database ${unfinished} rename to ${TEMPLATE}`);
  });
}

async function administer(server: string, step: (admin: Pool) => Promise<unknown>): Promise<void> {
  const admin = createPool({ connectionString: server, max: 1 });
  try {
    await step(admin);
  } finally {
    await admin.end();
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
