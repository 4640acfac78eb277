import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Migrator, type Migration, type MigrationResultSet } from 'kysely/migration';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { StartError } from '../refusal.ts';
import { type Db, transaction, createDb, createPool } from './db.ts';
import { networkRecords } from '@portside/chain';
import { userOf } from './database-url.ts';
import { openDatabaseAccess } from './connections/failover-client.ts';
import { grantShopRole, mayMakeTables } from './shop-role.sql.ts';

/**
 * How long a change of a table waits for a query that uses it. Everything that comes later waits behind the change, so a
 * long query would stop the whole shop; a change that gives up lets them pass and comes again.
 */
const LOCK_TIMEOUT = '2s';
const PAUSE_MS = 3_000;
/** Five minutes, about. */
const MOST_TRIES = 60;
/** Of SQLSTATE. */
const LOCK_NOT_AVAILABLE = '55P03';

const SCHEMA = join(import.meta.dirname, '../../schema');
/** Need not exist: there is none before the first migration. */
const MIGRATIONS = join(import.meta.dirname, '../../migrations');
/** Every development version since 0004 has applied it; what those made in other files is now made by 0005 and later. */
const UNRELEASED = '0005-named-payments';

/**
 * Brings the tables up to date: a new database gets the schema, and every database then the migrations, plain SQL files that are
 * applied once, in order of their names and each in a transaction of its own; the networks are what the code has records
 * of. The indexes of a migration that makes nothing else are built before it, while the tables are written to. What a
 * later version has applied is left alone: the version before can be started again on the same tables.
 * Throws a StartError where a table is in use all the time for minutes, or the tables are older than the schema.
 */
export async function migrate(
  db: Db,
  { tries = MOST_TRIES, folder = MIGRATIONS }: { readonly tries?: number; readonly folder?: string } = {},
): Promise<void> {
  const applied = await readApplied(db);
  if (applied.includes(UNRELEASED))
    throw new StartError('The tables are from a development version: start with an empty database.');
  // Nobody uses an empty database: all in one transaction takes a fifth of the time.
  if (applied.length === 0) raise(await (await createMigrator(db, folder, apply)).migrateToLatest());
  const migrator = await createMigrator(db, folder, applyBesideShop);
  const texts = new Map(await readSql(folder));
  for (
    let [name] = await listPending(db, folder);
    name !== undefined;
    [name] = await listPending(db, folder)
  ) {
    await buildIndexes(db, indexesIn(texts.get(name) ?? ''));
    const pending = name;
    // Does nothing where another process has applied all of them meanwhile.
    await passLocks(pending, tries, async () => raise(await migrator.migrateUp())).catch((error: unknown) => {
      if (!(error instanceof IndexesMissing)) throw error;
    });
  }
  await passLocks('networks', tries, () => fillNetworks(db));
}

type NewIndex = { readonly name: string; readonly statement: string };

/** The indexes of a migration that makes nothing else; of any other none, as they may need what it makes. */
export function indexesIn(text: string): NewIndex[] {
  const statements = text
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const indexes = statements.flatMap((statement) => {
    const name = /^create (?:unique )?index if not exists (\w+) on /i.exec(statement)?.[1];
    return name === undefined ? [] : [{ name, statement }];
  });
  return indexes.length === statements.length ? indexes : [];
}

/** Differs from the number of every other advisory lock in the shop. */
const INDEXES_LOCK = 7_032;

/**
 * Builds indexes without keeping anybody from writing, which no transaction can do. One that an earlier try has left
 * unfinished is begun again. Who waits for another process asks again and again: as a statement that waits, it would
 * itself be waited for.
 */
async function buildIndexes(db: Db, indexes: readonly NewIndex[]): Promise<void> {
  if (indexes.length === 0) return;
  await db.connection().execute(async (session) => {
    while (!(await tryLock(session))) await sleep(PAUSE_MS);
    try {
      for (const { name, statement } of indexes) {
        if (await isBuilt(session, name)) continue;
        await sql.raw(`drop index concurrently if exists ${name}`).execute(session);
        await sql.raw(statement.replace(/index/i, 'index concurrently')).execute(session);
      }
    } finally {
      await sql`select pg_advisory_unlock(${INDEXES_LOCK})`.execute(session);
    }
  });
}

/** Another process has applied the migration before meanwhile, and the next one's indexes are not built yet. */
class IndexesMissing extends Error {}

/** What one migration says; its indexes must be there, because in a transaction they would stop all writes. */
async function applyBesideShop(db: Db, text: string): Promise<void> {
  const indexes = indexesIn(text);
  if (indexes.length === 0) return apply(db, text);
  for (const { name } of indexes) if (!(await isBuilt(db, name))) throw new IndexesMissing(name);
}

async function isBuilt(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ indisvalid: boolean }>`
    select indisvalid from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  return rows[0]?.indisvalid === true;
}

async function tryLock(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_lock(${INDEXES_LOCK}) as "isMine"`.execute(db);
  return rows[0]!.isMine;
}

function raise({ error }: MigrationResultSet): void {
  if (error !== undefined) throw error;
}

/** Tries again where a lock could not be had in time. */
async function passLocks(name: string, tries: number, apply: () => Promise<void>): Promise<void> {
  for (let left = tries; ; left -= 1) {
    try {
      return await apply();
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      if (left > 1) await sleep(PAUSE_MS);
      else
        throw new StartError(
          `The tables cannot be updated (${name}): a long query or transaction uses one of them. End it, or wait for ` +
            'it, and start again. What is done stays done.',
          error,
        );
    }
  }
}

type Apply = (db: Db, text: string) => Promise<void>;

async function createMigrator(db: Db, folder: string, applyOne: Apply): Promise<Migrator> {
  const known = await readMigrations(folder, applyOne);
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
export async function listPending(db: Db, folder = MIGRATIONS): Promise<string[]> {
  const applied = new Set(await readApplied(db));
  return Object.keys(await readMigrations(folder))
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

async function readMigrations(folder: string, applyOne = apply): Promise<Record<string, Migration>> {
  const migrations = (await readSql(folder)).map(
    ([name, text]) => [name, { up: (db: Db) => applyOne(db, text) }] as const,
  );
  return { '0000-schema': { up: createTables }, ...Object.fromEntries(migrations) };
}

async function createTables(db: Db): Promise<void> {
  if ((await readApplied(db)).length > 0)
    throw new StartError('The tables are from before the first release: start with an empty database.');
  for (const [, text] of await readSql(SCHEMA)) await apply(db, text);
}

/** The names and texts of the folder's SQL files, in order; none where it does not exist. */
async function readSql(folder: string): Promise<(readonly [name: string, text: string])[]> {
  if (!existsSync(folder)) return [];
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  const read = (file: string): Promise<string> => readFile(join(folder, file), 'utf8');
  return Promise.all(files.map(async (file) => [basename(file, '.sql'), await read(file)] as const));
}

async function apply(db: Db, text: string): Promise<void> {
  await sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(db);
  await sql.raw(text).execute(db);
}

/**
 * Puts every network that the code has a record of into the table that others refer to, each with the ledger
 * account that its deposits come in by. One that was there stays, with its account, whatever becomes of its record.
 */
export async function fillNetworks(db: Db): Promise<void> {
  const added = await listMissing(db);
  if (added.length === 0) return;
  await transaction(db, async (step) => {
    await sql`select set_config('lock_timeout', '2s', true)`.execute(step);
    // One process at a time, or two would take the same number.
    await sql`lock table networks in share row exclusive mode`.execute(step);
    for (const id of added) {
      const { numAffectedRows } = await sql`
        insert into networks (id) values (${id}) on conflict do nothing`.execute(step);
      if (numAffectedRows === 0n) continue;
      // The networks' accounts have the numbers below 100; from there on migrations take them, each its own.
      await sql`
        insert into ledger_accounts (id, kind, network)
        select max(id) + 1, 'inflow', ${id} from ledger_accounts where id < 100`.execute(step);
    }
  });
}

/** Whether the code has a network that the table lacks. */
const lacksNetworks = async (db: Db): Promise<boolean> => (await listMissing(db)).length > 0;

async function listMissing(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from networks`.execute(db);
  const known = new Set(rows.map(({ id }) => id));
  return networkRecords()
    .map(({ id }) => id)
    .filter((id) => !known.has(id));
}

type Urls = {
  readonly databaseUrl: string;
  /** Of the owner of the tables; null where the shop's own role is. */
  readonly migrateDatabaseUrl: string | null;
};

/**
 * Updates the tables as their owner, and gives the shop's role its rights where that is another one. A role that may
 * make no tables finds them up to date, or is refused (StartError).
 */
export async function updateTables({ databaseUrl, migrateDatabaseUrl }: Urls): Promise<void> {
  // Without a query timeout: an index over millions of rows takes long.
  const pool = createPool({ ...openDatabaseAccess(migrateDatabaseUrl ?? databaseUrl), max: 1 });
  try {
    const db = createDb(pool);
    if (migrateDatabaseUrl === null && !(await mayMakeTables(db))) {
      const isUpToDate = (await listPending(db)).length === 0 && !(await lacksNetworks(db));
      if (isUpToDate) return;
      throw new StartError(
        'The tables must be updated first, by their owner: portside migrate, with MIGRATE_DATABASE_URL set',
      );
    }
    await migrate(db);
    const [owner, role] = [userOf(migrateDatabaseUrl ?? databaseUrl), userOf(databaseUrl)];
    if (migrateDatabaseUrl !== null && role !== null && role !== owner) await grantShopRole(db, role);
  } finally {
    await pool.end();
  }
}
