import { sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Db } from './db.ts';
import { fillNetworks } from './fill-networks.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');

/**
 * Brings the tables up to date. The migrations are plain SQL files, applied once each, in order of their names;
 * the networks are what the code has records of. What a later version has applied is left alone: the version before
 * it can be started again on the same tables.
 */
export async function migrate(db: Db): Promise<void> {
  const { error } = await (await createMigrator(db)).migrateToLatest();
  if (error) throw error;
  await fillNetworks(db);
}

/** The tables as they were after the migration of this name, such as 0027-second-persons: for tests of upgrades. */
export async function migrateUpTo(db: Db, name: string): Promise<void> {
  const { error } = await (await createMigrator(db)).migrateTo(name);
  if (error) throw error;
}

async function createMigrator(db: Db): Promise<Migrator> {
  const known = await readMigrations();
  const newer = (await readApplied(db)).filter((name) => !(name in known));
  const later = Object.fromEntries(newer.map((name) => [name, { up: () => Promise.resolve() }]));
  const migrations = { ...known, ...later };
  return new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    allowUnorderedMigrations: true,
  });
}

/** The names of the migrations that are not applied yet, in order. */
export async function listPending(db: Db): Promise<string[]> {
  const applied = new Set(await readApplied(db));
  return Object.keys(await readMigrations())
    .filter((name) => !applied.has(name))
    .toSorted();
}

async function readApplied(db: Db): Promise<string[]> {
  const { rows: found } = await sql<{ table: string | null }>`
    select to_regclass('kysely_migration')::text as "table"`.execute(db);
  if (found[0]?.table == null) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql'));
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(join(FOLDER, file), 'utf8');
    return [basename(file, '.sql'), { up: async (db) => void (await sql.raw(text).execute(db)) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}
