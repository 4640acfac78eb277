import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg, { type Pool } from 'pg';
import { expect, test, afterAll } from 'vitest';
import { atEndOfFile } from '../../testing/end-of-file.ts';
import { createOwnDatabase } from '../../testing/database-copies.ts';
import { createEmptyDatabase, createFreshWorld, createWorld } from '../../testing/world.ts';
import { createDb, createPool } from './db.ts';
import { indexesIn, listPending, migrate, fillNetworks } from './migrate.ts';
import { recordOf, toMicro } from '@portside/chain';
import { NETWORKS } from '@portside/contract';
import { addNetwork } from '@portside/chain/networks/chains';
import type { Network } from '@portside/chain/networks/registry';
import { thirdNetwork } from '@portside/chain/testing/third-network';
import fc from 'fast-check';
import { sql } from 'kysely';
import { findInflow } from '../../features/ledger/balances.ts';
import { microOfUnits, tokenScales } from './token-units.sql.ts';

const server = process.env['TEST_DATABASE_URL'];
const LONG = 120_000;

/** A folder with these migrations. */
function folderOf(migrations: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'portside-migrations-'));
  atEndOfFile(() => Promise.resolve(rmSync(folder, { recursive: true })));
  for (const [name, text] of Object.entries(migrations)) writeFileSync(join(folder, `${name}.sql`), text);
  return folder;
}

async function listApplied(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration order by name');
  return rows.map(({ name }) => name);
}

test('the schema is applied once, as a whole, and the migrations after it, each once', async () => {
  const pool = await createEmptyDatabase();
  const db = createDb(pool);
  const folder = folderOf({
    '0002-kite': 'insert into kites values (1)',
    '0001-kites': 'create table kites (id int)',
  });
  expect(await listPending(db, folder)).toEqual(['0000-schema', '0001-kites', '0002-kite']);
  await migrate(db, { folder: `${folder}-absent` });
  expect(await listApplied(pool)).toEqual(['0000-schema']);
  expect(await listPending(db, folder)).toEqual(['0001-kites', '0002-kite']);
  await migrate(db, { folder });
  await migrate(db, { folder });
  expect(await listApplied(pool)).toEqual(['0000-schema', '0001-kites', '0002-kite']);
  expect((await pool.query('select from kites')).rowCount).toBe(1);
});

test('what a later version has applied is left alone', async () => {
  const pool = await createEmptyDatabase();
  const db = createDb(pool);
  await migrate(db, { folder: folderOf({ '0001-kites': 'create table kites (id int)' }) });
  const older = folderOf({ '0002-gulls': 'create table gulls (id int)' });
  await migrate(db, { folder: older });
  expect(await listApplied(pool)).toEqual(['0000-schema', '0001-kites', '0002-gulls']);
});

test('a migration that fails leaves nothing behind, and those before it stay', async () => {
  const pool = await createEmptyDatabase();
  const db = createDb(pool);
  await migrate(db, { folder: folderOf({}) });
  const folder = folderOf({
    '0001-kites': 'create table kites (id int)',
    '0002-gulls': 'create table gulls (id int); select 1 / 0',
  });
  await expect(migrate(db, { folder })).rejects.toThrow('division by zero');
  expect(await listApplied(pool)).toEqual(['0000-schema', '0001-kites']);
  const { rows } = await pool.query("select to_regclass('kites') as kites, to_regclass('gulls') as gulls");
  expect(rows).toEqual([{ kites: 'kites', gulls: null }]);
});

test.each([
  ['before the schema', ['0001-former']],
  ['a development version', ['0000-schema', '0005-named-payments']],
])('a database from %s is refused, and unchanged', async (_, former) => {
  const pool = await createEmptyDatabase();
  await migrate(createDb(pool), { folder: folderOf({}) });
  await pool.query('delete from kysely_migration');
  await pool.query("insert into kysely_migration select unnest($1::text[]), '2026-11-28'", [former]);
  const folder = folderOf({ '0001-kites': 'create table kites (id int)' });
  const refused = migrate(createDb(pool), { folder });
  await expect(refused).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringContaining('empty database'),
  });
  expect(await listApplied(pool)).toEqual(former);
  expect((await pool.query("select to_regclass('kites') as kites")).rows).toEqual([{ kites: null }]);
});

/** An upgrade beside a running shop, while somebody's long query uses a table that it changes. */
const CHANGES = {
  '0001-before': 'create table kites (id int)',
  '0002-locks': 'alter table ledger_accounts add check (id > 0) not valid',
};

async function openUpgrade() {
  const { url, drop } = await createOwnDatabase(server!, { isMigrated: false });
  const pool = createPool({ connectionString: url, max: 2 });
  atEndOfFile(() => pool.end().then(drop));
  const db = createDb(pool);
  await migrate(db, { folder: folderOf({}) });
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    atEndOfFile(() => client.end());
    return client;
  };
  const [long, shop] = [await connect(), await connect()];
  await long.query('begin');
  await long.query('select count(*) from ledger_accounts');
  return { db, long, shop, folder: folderOf(CHANGES) };
}

test.runIf(server)(
  'a long transaction holds an upgrade up, and not the shop behind it',
  async () => {
    const { db, long, shop, folder } = await openUpgrade();
    let isDone = false;
    const upgrade = migrate(db, { folder }).then(() => (isDone = true));
    const isWaiting = async () =>
      (await shop.query("select from pg_locks where relation = 'ledger_accounts'::regclass and not granted"))
        .rowCount;
    await expect.poll(isWaiting).toBe(1);
    // Each would wait for the long transaction's end, which does not come before they are answered.
    for (let read = 0; read < 3; read += 1) await shop.query('select from ledger_accounts limit 1');
    expect(isDone).toBe(false);
    await long.query('commit');
    await upgrade;
    expect(await listPending(db, folder)).toEqual([]);
  },
  LONG,
);

test.runIf(server)(
  'an upgrade that never gets its lock ends with a message, keeps what is done, and goes on later',
  async () => {
    const { db, long, folder } = await openUpgrade();
    await expect(migrate(db, { tries: 1, folder })).rejects.toThrow('0002-locks');
    expect(await listPending(db, folder)).toEqual(['0002-locks']);
    await long.query('rollback');
    await migrate(db, { tries: 1, folder });
    expect(await listPending(db, folder)).toEqual([]);
  },
  LONG,
);

const INDEX = { '0001-index': 'create index if not exists ledger_accounts_kind on ledger_accounts (kind)' };

test('an index is built before its migration, and one that was left unfinished again', async () => {
  const pool = await createEmptyDatabase();
  const db = createDb(pool);
  await migrate(db, { folder: folderOf({}) });
  await pool.query('create index ledger_accounts_kind on ledger_accounts (id)');
  await pool.query(
    "update pg_index set indisvalid = false where indexrelid = 'ledger_accounts_kind'::regclass",
  );
  await migrate(db, { folder: folderOf(INDEX) });
  const { rows } = await pool.query(
    "select indisvalid, pg_get_indexdef(indexrelid) as text from pg_index where indexrelid = 'ledger_accounts_kind'::regclass",
  );
  expect(rows).toEqual([{ indisvalid: true, text: expect.stringContaining('(kind)') }]);
  expect(await listApplied(pool)).toEqual(['0000-schema', '0001-index']);
});

test('indexes that nobody has built yet are never built inside a migration', async () => {
  const pool = await createEmptyDatabase();
  const db = createDb(pool);
  await migrate(db, { folder: folderOf({}) });
  const folder = folderOf({ ...INDEX, '0002-another': INDEX['0001-index'].replaceAll('_kind', '_id') });
  // As if another process applied the first while this one waits for its turn, and so finds the second next.
  const [first, second] = [migrate(db, { folder }), migrate(db, { folder })];
  await Promise.all([first, second]);
  expect(await listApplied(pool)).toEqual(['0000-schema', '0001-index', '0002-another']);
  // What a migration makes itself is of the same transaction as its row.
  const { rows } = await pool.query(
    `select indisvalid, migration.name is null as "isBuiltAhead"
     from pg_index join pg_class index on index.oid = indexrelid
     left join kysely_migration migration on migration.xmin = index.xmin
     where relname in ('ledger_accounts_kind', 'ledger_accounts_id')`,
  );
  expect(rows).toEqual([
    { indisvalid: true, isBuiltAhead: true },
    { indisvalid: true, isBuiltAhead: true },
  ]);
});

test.runIf(server)(
  'an index is built while others write to its table, by two processes once',
  async () => {
    const { url, drop } = await createOwnDatabase(server!, { isMigrated: false });
    const pools = [1, 2].map(() => createPool({ connectionString: url, max: 1 }));
    const writer = new pg.Client({ connectionString: url });
    await writer.connect();
    atEndOfFile(async () => {
      await Promise.all([...pools.map((pool) => pool.end()), writer.end()]);
      await drop();
    });
    const [first, second] = pools.map((pool) => createDb(pool));
    await migrate(first!, { folder: folderOf({}) });
    // Its row is locked for writing until the transaction ends: a plain index would wait, and everybody behind it.
    await writer.query('begin');
    await writer.query('update ledger_accounts set balance_micro = balance_micro');
    const folder = folderOf(INDEX);
    const upgrades = Promise.all([first!, second!].map((db) => migrate(db, { tries: 1, folder })));
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    const isBuilding = async () =>
      (
        await other.query(
          "select from pg_stat_activity where query like 'create index concurrently%' and state = 'active'",
        )
      ).rowCount;
    await expect.poll(isBuilding).toBe(1);
    await other.query("insert into ledger_accounts (id, kind) values (999999, 'available')");
    await writer.query('commit');
    await upgrades;
    await other.end();
    expect(await listPending(first!, folder)).toEqual([]);
  },
  LONG,
);

/** The statements that would read all rows of a table while nobody may write to it. */
const listBlocking = (text: string): string[] =>
  text
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .filter((one) => /alter table[\s\S]*\badd\b[\s\S]*\b(check|references|foreign key)\b/i.test(one))
    .filter((one) => !/not valid\s*$/i.test(one));

test('no migration adds a check or a reference to a table that may have rows without `not valid`', () => {
  const folder = join(import.meta.dirname, '../../migrations');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const blocking = files.filter((file) => listBlocking(readFileSync(join(folder, file), 'utf8')).length > 0);
  expect(blocking).toEqual([]);
  expect(listBlocking(CHANGES['0002-locks'])).toEqual([]);
  expect(
    listBlocking('alter table users add column at date; alter table users add check (id > 0)'),
  ).toHaveLength(1);
});

/** Made before indexes could be built beside the shop, and in shops that are older by now. */
const EARLIER = ['0002', '0003'];

test('no migration builds an index of a table that may have rows while nobody may write to it', () => {
  const folder = join(import.meta.dirname, '../../migrations');
  const files = readdirSync(folder).filter((file) => !EARLIER.includes(file.slice(0, 4)));
  const blocking = files.filter((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    if (indexesIn(text).length > 0) return false;
    const made = [...text.matchAll(/create table (\w+)/gi)].map(([, table]) => table);
    return [...text.matchAll(/create (?:unique )?index [^;]*? on (\w+)/gi)].some(
      ([, table]) => !made.includes(table),
    );
  });
  expect(blocking).toEqual([]);
  expect(indexesIn(INDEX['0001-index'])).toHaveLength(1);
  expect(indexesIn(`${INDEX['0001-index']}; create table kites (id int)`)).toEqual([]);
});

/** Whether rows are read into a table once one that may have rows is locked by a change of it. */
function fillsWhileLocked(text: string): boolean {
  const made = [...text.matchAll(/create table (\w+)/gi)].map(([, table]) => table);
  const statements = text.replaceAll(/--.*$|\$\$[\s\S]*?\$\$/gm, '').split(';');
  const change = statements.findIndex((one) => {
    const [, altered, fired] = /^\s*(?:alter table (\w+)|create trigger[\s\S]*? on (\w+))/i.exec(one) ?? [];
    const table = altered ?? fired;
    return table !== undefined && !made.includes(table);
  });
  return change >= 0 && statements.slice(change).some((one) => /^\s*insert into\b[\s\S]*\bfrom\b/i.test(one));
}

test('no migration reads through tables while it keeps the shop from others', () => {
  const folder = join(import.meta.dirname, '../../migrations');
  const files = readdirSync(folder);
  expect(files.filter((file) => fillsWhileLocked(readFileSync(join(folder, file), 'utf8')))).toEqual([]);
  const filling = 'insert into kites select from users';
  expect(fillsWhileLocked(`alter table users add column at date; ${filling}`)).toBe(true);
  expect(fillsWhileLocked(`${filling}; alter table users add column at date`)).toBe(false);
});

const removals: (() => void)[] = [];
afterAll(() => removals.forEach((remove) => remove()));

test('a network that was added has its ledger account from the next start on, once, below those of migrations', async () => {
  const { ctx, pool } = await createFreshWorld();
  const LAKE = thirdNetwork.id as Network;
  const before = [...NETWORKS];
  await expect(findInflow(ctx.db, LAKE)).rejects.toThrow();
  removals.push(addNetwork(thirdNetwork));
  await Promise.all([fillNetworks(ctx.db), fillNetworks(ctx.db)]);
  await fillNetworks(ctx.db);
  const account = await findInflow(ctx.db, LAKE);
  expect(account).toBeLessThan(100n);
  expect([await findInflow(ctx.db, 'TRON'), await findInflow(ctx.db, 'ETH')]).toEqual([1n, 2n]);
  const { rows } = await pool.query('select id from networks order by id');
  expect(rows.map(({ id }: { id: string }) => id)).toEqual([...before, LAKE].toSorted());
});

test('property: units become the same micro-USDT in the database as in the chain package', async () => {
  const { ctx } = await createWorld();
  const units = fc.bigInt({ min: 0n, max: 10n ** 34n });
  const check = fc.asyncProperty(units, async (amount) => {
    const { rows } = await sql<{ network: (typeof NETWORKS)[number]; micro: string }>`
      select network, ${microOfUnits(sql`${amount}::numeric`)}::text as micro from ${tokenScales()}`.execute(
      ctx.db,
    );
    expect(rows).toHaveLength(NETWORKS.length);
    for (const { network, micro } of rows)
      expect(BigInt(micro)).toBe(toMicro(amount, recordOf(network).token.decimals));
  });
  await fc.assert(check, { numRuns: 100 });
});
