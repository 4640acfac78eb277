import { sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Db } from './db.ts';
import { fillNetworks } from './fill-networks.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');

/**
 * Brings the tables up to date. The migrations are plain SQL files, applied once each, in order of their names;
 * the networks are what the code has records of.
 */
export async function migrate(db: Db): Promise<void> {
  const { error } = await createMigrator(db).migrateToLatest();
  if (error) throw error;
  await fillNetworks(db);
}

/** The tables as they were after the migration of this name, such as 0027-second-persons: for tests of upgrades. */
export async function migrateUpTo(db: Db, name: string): Promise<void> {
  const { error } = await createMigrator(db).migrateTo(name);
  if (error) throw error;
}

const createMigrator = (db: Db): Migrator =>
  new Migrator({ db, provider: { getMigrations: readMigrations } });

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql'));
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(join(FOLDER, file), 'utf8');
    return [basename(file, '.sql'), { up: async (db) => void (await sql.raw(text).execute(db)) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}
