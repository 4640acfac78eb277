import { createHash, randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createDb } from '../platform/db/db.ts';
import { openEmbedded, openEmbeddedCopy, type Embedded } from '../platform/db/embedded.ts';
import { migrate } from '../platform/db/migrate.ts';

/** The second is absent until there is a migration. */
const TABLES = ['schema', 'migrations'].map((folder) => join(import.meta.dirname, '..', folder));
const ROOT = join(import.meta.dirname, '../../../..');
const CACHE = join(ROOT, 'node_modules/.cache/portside');

/** Changes with the schema and every migration, every release of the embedded database, and the way it is saved. */
export const migrationsHash = hashMigrations();

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
