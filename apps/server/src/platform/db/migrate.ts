import { sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Db } from './db.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');

/** Applies the migrations that are missing: plain SQL files, in the order of their names, each once. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql'));
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(join(FOLDER, file), 'utf8');
    return [basename(file, '.sql'), { up: async (db) => void (await sql.raw(text).execute(db)) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}
