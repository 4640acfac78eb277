import { randomBytes, createHash, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { createDb, createPool } from '../platform/db/db.ts';
import { migrate } from '../platform/db/migrate.ts';
import { grantShopRole } from '../platform/db/shop-role.sql.ts';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbedded, openEmbeddedCopy, type Embedded } from '../platform/db/embedded.ts';

/** The second is absent until there is a migration. */
const TABLES = ['schema', 'migrations'].map((folder) => join(import.meta.dirname, '..', folder));

const ROOT = join(import.meta.dirname, '../../../..');

const CACHE = join(ROOT, 'node_modules/.cache/portside');

/** Changes with the schema and every migration, every release of the embedded database, and the way it is saved. */
const migrationsHash = hashMigrations();

/** An embedded database in memory with all tables, and nothing in them but what the migrations put there. */
export async function openMigratedCopy(): Promise<Embedded> {
  const file = await cachedForMigrations('memory', async (unfinished) => {
    const database = await openEmbedded(null);
    await migrate(createDb(database.pool));
    await database.save(unfinished);
    await database.close();
  });
  return openEmbeddedCopy(file);
}

/** The same as a folder that `openEmbedded` takes; `folder` must not be there yet. */
export async function copyMigratedFolder(folder: string): Promise<void> {
  const made = await cachedForMigrations('folder', async (unfinished) => {
    const database = await openEmbedded(unfinished);
    await migrate(createDb(database.pool));
    await database.close();
  });
  cpSync(made, folder, { recursive: true });
}

/**
 * The path of a file or folder that `make` makes once for these migrations. Several processes may make it at the same
 * time: one of them is the first.
 */
export async function cachedForMigrations(
  kind: string,
  make: (unfinished: string) => Promise<void>,
): Promise<string> {
  const path = join(CACHE, `migrated-${kind}-${migrationsHash}`);
  if (existsSync(path)) return path;
  mkdirSync(CACHE, { recursive: true });
  const unfinished = join(CACHE, `unfinished-${randomUUID()}`);
  await make(unfinished);
  try {
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    if (!existsSync(path)) throw error;
  }
  const isOlder = (name: string): boolean => name.startsWith('migrated-') && !name.endsWith(migrationsHash);
  for (const name of readdirSync(CACHE).filter(isOlder))
    rmSync(join(CACHE, name), { recursive: true, force: true });
  return path;
}

function hashMigrations(): string {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')));
  hash.update(readFileSync(join(import.meta.dirname, '../platform/db/embedded-worker.ts')));
  for (const folder of TABLES.filter((one) => existsSync(one)))
    for (const name of readdirSync(folder).toSorted())
      hash.update(`\n${name}\n`).update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}

/** "Portside": the process that holds this lock makes the template. */
const TEMPLATE_LOCK = 0x506f7274;
const TEMPLATE = `portside_template_${migrationsHash}`;

/** The running shop's role on a server of tests. */
const SHOP_ROLE = 'portside_test_shop';

type OwnDatabase = {
  /** As who owns the tables. */
  readonly url: string;
  /** With the fewer privileges of the running shop; only with `hasShopRole`. */
  readonly shopUrl: string;
  drop(): Promise<void>;
};

let template: Promise<void> | null = null;

/** A new database of the server at `server`: a copy of one with all tables, or empty. */
export async function createOwnDatabase(
  server: string,
  { isMigrated, hasShopRole = false }: { isMigrated: boolean; hasShopRole?: boolean },
): Promise<OwnDatabase> {
  if (isMigrated) await (template ??= makeTemplate(server));
  const name = `portside_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const like = isMigrated ? `template ${TEMPLATE}` : '';
  await administer(server, (admin) => admin.query(`create database ${name} ${like}`));
  const drop = () => administer(server, (admin) => admin.query(`drop database ${name} with (force)`));
  if (hasShopRole) await makeShopRole(urlOf(server, name), isMigrated);
  const shopUrl = new URL(urlOf(server, name));
  Object.assign(shopUrl, { username: SHOP_ROLE, password: '' });
  return { url: urlOf(server, name), shopUrl: shopUrl.href, drop };
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

const DUPLICATES: readonly unknown[] = ['42710', '23505'];

async function makeShopRole(url: string, isMigrated: boolean): Promise<void> {
  await administer(url, async (admin) => {
    await admin.query(`create role ${SHOP_ROLE} login`).catch((error: { code?: string }) => {
      if (!DUPLICATES.includes(error.code)) throw error;
    });
    if (isMigrated) await grantShopRole(createDb(admin), SHOP_ROLE);
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
