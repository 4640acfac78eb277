import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createDb } from '../platform/db/db.ts';
import { openEmbedded, openEmbeddedCopy, type Embedded } from '../platform/db/embedded.ts';
import { migrate } from '../platform/db/migrate.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations');
const ROOT = join(import.meta.dirname, '../../../..');
const CACHE = join(ROOT, 'node_modules/.cache/portside');

/** Changes with every migration and every release of the embedded database. */
export const migrationsHash = hashMigrations();

/** An embedded database in memory with all tables, and nothing in them but what the migrations put there. */
export async function openMigratedCopy(): Promise<Embedded> {
  const file = join(CACHE, `migrated-${migrationsHash}.tar`);
  if (!existsSync(file)) await makeMigrated(file);
  return openEmbeddedCopy(file);
}

/** Two workers may make it at the same time: whoever is last replaces a file by the same one. */
async function makeMigrated(file: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  const unfinished = join(CACHE, `${randomUUID()}.unfinished`);
  const database = await openEmbedded(null);
  await migrate(createDb(database.pool));
  await database.save(unfinished);
  await database.close();
  renameSync(unfinished, file);
  const isOlder = (name: string): boolean => name.endsWith('.tar') && join(CACHE, name) !== file;
  for (const name of readdirSync(CACHE).filter(isOlder)) rmSync(join(CACHE, name), { force: true });
}

function hashMigrations(): string {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')));
  for (const name of readdirSync(MIGRATIONS).toSorted()) {
    hash.update(`\n${name}\n`).update(readFileSync(join(MIGRATIONS, name)));
  }
  return hash.digest('hex').slice(0, 16);
}
