import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase } from '../../../testing/world.ts';
import { createDb } from '../db.ts';
import { migrate, migrateUpTo } from '../migrate.ts';

/**
 * A shop that was set up before the tables got their standard names: its rows are there under the new ones, and
 * nothing in the database is called as before.
 */

let pool: Pool;

beforeAll(async () => {
  pool = await createEmptyDatabase();
  const db = createDb(pool);
  await migrateUpTo(db, '0027-second-persons');
  await pool.query(await readFile(join(import.meta.dirname, '../../../testing/rows-of-0027.sql'), 'utf8'));
  await migrateUpTo(db, '0033-stock-levels');
});

/** The rows as arrays, 64-bit numbers as text. */
async function read(query: string): Promise<unknown[][]> {
  const { rows } = await pool.query<unknown[]>({ text: query, rowMode: 'array' });
  return rows.map((row) => row.map((cell) => (typeof cell === 'bigint' ? String(cell) : cell)));
}

test.each([
  [
    'order_timeline',
    'order_id, kind, actor_id, note, proposal_id',
    [
      ['1', 'refunded', '1000', 'dead', '1'],
      ['1', 'replaced', '1000', '', null],
    ],
  ],
  ['warranty_claims', 'order_id, user_id, reason, state', [['1', '1002', 'both dead', 'refunded']]],
  [
    'warranty_claim_items',
    'item_id, claim_id',
    [
      ['1', '1'],
      ['2', '1'],
    ],
  ],
  [
    'remedied_items',
    'item_id, replaced_by, timeline_id',
    [
      ['1', null, '1'],
      ['2', '3', '2'],
    ],
  ],
  [
    'rollups',
    'id, time_zone, rolled_up_movement, rolled_up_user',
    [
      [1, 'UTC', '0', '0'],
      [2, 'Europe/Berlin', '1', '1002'],
    ],
  ],
  ['sales_by_day', 'rollup_id, amount_micro', [[2, '2000000']]],
  ['deposits_by_day', 'rollup_id, amount_micro', [[2, '25004321']]],
  ['users_by_day', 'rollup_id, users', [[2, '1']]],
  [
    'announcements',
    'id, is_start_published',
    [
      ['1', true],
      ['2', false],
    ],
  ],
  ['networks', 'id', [['ETH'], ['TRON']]],
  [
    'payment_methods',
    'type, chain_id',
    [
      ['ETH', '1'],
      ['TRON', '728126428'],
    ],
  ],
  ['blocked_wallets', 'network, note', [['ETH', 'stolen']]],
  [
    'deposits',
    'network, amount_micro, amount_units, state',
    [
      ['ETH', '7000000', '7000000', 'unmatched'],
      ['TRON', '25004321', '25004321', 'credited'],
    ],
  ],
  ['deposit_claim_texts', 'user_id, text', [['1002', 'I claim']]],
  ['deposit_claims', 'user_id, network', [['1002', 'ETH']]],
  [
    'recharges',
    'state, submitted_tx_hash, submitted_at is not null',
    [['credited', `0x${'b'.repeat(64)}`, true]],
  ],
  [
    'goods_stock_levels',
    'goods_id, in_stock',
    [
      ['1', true],
      ['2', false],
    ],
  ],
])('%s has its rows', async (table, columns, rows) => {
  expect(await read(`select ${columns} from ${table} order by ${columns}`)).toEqual(rows);
});

test('every kind of proposal ends in Approved, whatever its state', async () => {
  expect(await read('select kind, state from proposals order by id')).toEqual([
    ['refundApproved', 'applied'],
    ['adjustmentApproved', 'proposed'],
    ['depositAssignmentApproved', 'proposed'],
    ['depositRejectionApproved', 'proposed'],
    ['depositReversalApproved', 'proposed'],
    ['limitRaiseApproved', 'proposed'],
    ['refundApproved', 'proposed'],
    ['topUpsOnApproved', 'proposed'],
    ['treasuryChangeApproved', 'proposed'],
  ]);
});

test('each network keeps the ledger account that its deposits came in by, and the ledger its balances', async () => {
  const inflow = "select id, network from ledger_accounts where kind = 'inflow' order by id";
  expect(await read(inflow)).toEqual([
    ['1', 'TRON'],
    ['2', 'ETH'],
  ]);
  expect(await read('select balance_micro from ledger_accounts where user_id = 1002')).toEqual([
    ['24000000'],
  ]);
});

test('ids go on where they were', async () => {
  const added = await read(`
    insert into order_timeline (order_id, placed_at, kind, at) values (1, now(), 'sent', now()) returning id`);
  const text = await read(`
    insert into deposit_claim_texts (user_id, chain_id, tx_hash, text, expires_at)
    values (1002, 1, '0x' || repeat('c', 64), 'Again', now()) returning id`);
  expect([added, text]).toEqual([[['3']], [['2']]]);
});

test.each(['order_timeline', 'warranty_claim_items', 'remedied_items'])(
  '%s is still append-only',
  async (table) => {
    await expect(pool.query(`delete from ${table}`)).rejects.toThrow(`${table} is append-only`);
  },
);

test('the checks and references are still there, by the new names', async () => {
  const constraintOf = async (statement: string): Promise<string | undefined> =>
    (
      (await pool.query(statement).catch((error: unknown) => error as { constraint?: string })) as {
        constraint?: string;
      }
    ).constraint;
  expect(await constraintOf('insert into remedied_items values (1, 1, null, 1)')).toBe('remedied_items_pkey');
  expect(await constraintOf('insert into remedied_items values (9, 1, null, 99)')).toBe(
    'remedied_items_timeline_id_fkey',
  );
  expect(await constraintOf("insert into rollups (time_zone) values ('UTC')")).toBe('rollups_time_zone_key');
  expect(await constraintOf('insert into warranty_claim_items values (9, 99)')).toBe(
    'warranty_claim_items_claim_id_fkey',
  );
  expect(await constraintOf("update payment_methods set type = 'NOWHERE' where id = 1")).toBe(
    'payment_methods_type_fkey',
  );
  expect(await constraintOf('update deposits set amount_units = 0')).toBe('deposits_amount_units_check');
});

// Not-null constraints are named from PostgreSQL 18 on, and nothing refers to them by name.
test('the migrations that came later accept these rows', async () => {
  await migrate(createDb(pool));
  expect(await read('select count(*) from order_timeline')).toEqual([['3']]);
});

test('nothing is called as before: no table, column, index, sequence, constraint or trigger', async () => {
  const former =
    '^(order_events|claims|claim_items|bad_items|figure_builds|claim_texts)(_|$)|build_id|folded|hint|told';
  const names = await read(`
    select name from (
      select relname::text from pg_class where relnamespace = current_schema()::regnamespace
      union select attname from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = current_schema()::regnamespace and relkind = 'r' and attnum > 0
      union select conname from pg_constraint where connamespace = current_schema()::regnamespace
      union select tgname from pg_trigger where not tgisinternal) as names (name)
    where name ~ '${former}'`);
  expect(names).toEqual([]);
});
