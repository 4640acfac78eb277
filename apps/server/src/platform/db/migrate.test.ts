import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg, { type Pool } from 'pg';
import { expect, test } from 'vitest';
import { atEndOfFile } from '../../testing/end-of-file.ts';
import { createOwnDatabase } from '../../testing/database-copies.ts';
import { createEmptyDatabase } from '../../testing/world.ts';
import { createDb, createPool } from './db.ts';
import { listPending, migrate } from './migrate.ts';

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

test('a database from before the schema is refused, and unchanged', async () => {
  const pool = await createEmptyDatabase();
  await migrate(createDb(pool), { folder: folderOf({}) });
  await pool.query("update kysely_migration set name = '0001-former'");
  const folder = folderOf({ '0001-kites': 'create table kites (id int)' });
  const refused = migrate(createDb(pool), { folder });
  await expect(refused).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringContaining('empty database'),
  });
  expect(await listApplied(pool)).toEqual(['0001-former']);
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
