import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { atEndOfFile } from '../../../testing/end-of-file.ts';
import { createOwnDatabase } from '../../../testing/database-copies.ts';
import { createDb, createPool, type Db } from '../db.ts';
import { listPending, migrate, migrateUpTo } from '../migrate.ts';

/** An upgrade beside a running shop, while somebody's long query uses a table that it changes. */

const server = process.env['TEST_DATABASE_URL'];
const FOLDER = join(import.meta.dirname, '../../../migrations');
let db: Db;
let url = '';

beforeAll(async () => {
  if (server === undefined) return;
  const own = await createOwnDatabase(server, { isMigrated: false });
  ({ url } = own);
  const pool = createPool({ connectionString: url, max: 2 });
  db = createDb(pool);
  atEndOfFile(() => pool.end().then(own.drop));
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  atEndOfFile(() => client.end());
  return client;
}

test.runIf(server)(
  'a long transaction holds an upgrade up, and not the shop behind it',
  async () => {
    await migrateUpTo(db, '0070-sanctions-fetches');
    const [long, shop] = [await connect(), await connect()];
    await long.query('begin');
    await long.query('select count(*) from ledger_accounts');
    let isDone = false;
    const upgrade = migrate(db).then(() => (isDone = true));
    const isWaiting = async () =>
      (await shop.query("select from pg_locks where relation = 'ledger_accounts'::regclass and not granted"))
        .rowCount;
    await expect.poll(isWaiting).toBe(1);
    // Each would wait for the long transaction's end, which does not come before they are answered.
    for (let read = 0; read < 3; read += 1) await shop.query('select from ledger_accounts limit 1');
    expect(isDone).toBe(false);
    await long.query('commit');
    await upgrade;
    expect(await listPending(db)).toEqual([]);
    const { rows } = await shop.query(
      "select convalidated from pg_constraint where conname = 'ledger_accounts_kind_check'",
    );
    expect(rows).toEqual([{ convalidated: true }]);
  },
  120_000,
);

test.runIf(server)(
  'an upgrade that never gets its lock ends with a message, keeps what is done, and goes on later',
  async () => {
    const own = await createOwnDatabase(server!, { isMigrated: false });
    const pool = createPool({ connectionString: own.url, max: 3 });
    const other = createDb(pool);
    await migrateUpTo(other, '0066-address-deposits');
    const long = await pool.connect();
    await long.query('begin');
    await long.query('select count(*) from ledger_accounts');
    await expect(migrate(other, 1)).rejects.toThrow('0071-user-imports');
    expect(await listPending(other)).not.toContain('0070-sanctions-fetches');
    await long.query('rollback');
    long.release();
    await migrate(other, 1);
    expect(await listPending(other)).toEqual([]);
    await pool.end();
    await own.drop();
  },
  120_000,
);

test('from now on no check or reference is added to a table that may have rows without `not valid`', () => {
  const files = readdirSync(FOLDER).filter((file) => file > '0071');
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    const statements = readFileSync(join(FOLDER, file), 'utf8').replaceAll(/--.*$/gm, '').split(';');
    const added = statements.filter((one) =>
      /alter table[\s\S]*add constraint[\s\S]*(check|foreign key)/i.test(one),
    );
    for (const one of added) expect([file, one]).toEqual([file, expect.stringMatching(/not valid\s*$/i)]);
  }
});
