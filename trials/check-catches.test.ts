import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../apps/server/src/platform/context.ts';
import type { Db } from '../apps/server/src/platform/db/db.ts';
import type { Embedded } from '../apps/server/src/platform/db/embedded.ts';
import { openMigratedCopy } from '../apps/server/src/testing/database-copies.ts';
import { buildBooks, type Books } from './setup/checks/build-books.ts';
import { checkBooks } from './setup/checks/check-books.ts';
import { checkDeliveries, checkJournal } from './setup/checks/audit.ts';
import { createCtx } from './setup/open-shop.ts';
import {
  AFTER_SALES_FAULTS,
  GIVEN_FAULTS,
  ORDER,
  run,
  USER_IMPORT_FAULTS,
  WEBHOOK_FAULTS,
  type PlantedFault,
} from './setup/checks/planted-faults.ts';

/** Each check must find the faults planted for it. */

let database: Embedded;
let ctx: Ctx;
let books: Books;

beforeAll(async () => {
  database = await openMigratedCopy();
  const key = randomBytes(32).toString('base64');
  ctx = createCtx(database.pool, { credentials: key, fingerprint: key });
  books = await buildBooks(ctx);
});
afterAll(() => database.close());

class Undo extends Error {}

/** Runs all checks after `plant`, without the database's own guards, and undoes everything. */
async function faultsAfter(
  plant: (db: Db) => Promise<unknown>,
  { journal, arrived } = books,
): Promise<string[]> {
  let faults: string[] = [];
  const attempt = ctx.db.transaction().execute(async (db) => {
    // Disables triggers and foreign keys.
    await sql`set local session_replication_role = replica`.execute(db);
    await plant(db);
    faults = [
      ...(await checkBooks(db)),
      ...(await checkJournal(db, journal)),
      ...(await checkDeliveries({ ...ctx, db }, journal, { arrived })),
    ];
    throw new Undo();
  });
  await expect(attempt).rejects.toThrow(Undo);
  return faults;
}

test('undamaged books have no fault', async () => {
  expect(await faultsAfter(() => Promise.resolve())).toEqual([]);
});

const planted: readonly PlantedFault[] = [
  [
    'an order lost with all its traces',
    run(
      sql`update ledger_accounts set balance_micro = balance_micro + (
        select total_micro from orders where quantity = 2) where user_id is not null`,
      sql`insert into stock_ranges (goods_id, gender, next_id, end_id)
        select 1, 'unspecified', first_id, end_id from order_ranges where order_id = ${ORDER}`,
      sql`delete from ledger_movements where kind = 'sale' and reference = ${ORDER}`,
      sql`delete from order_ranges where order_id = ${ORDER}`,
      sql`delete from mails where reference = ${ORDER}`,
      sql`delete from orders where quantity = 2`,
    ),
    'is lost',
  ],
  [
    'an order under another number',
    run(sql`update orders set order_no = 'X' where quantity = 2`),
    'is not what',
  ],
  [
    'an order nobody asked for',
    run(sql`update orders set idempotency_key = 'another' where quantity = 2`),
    'was never asked for',
  ],
  [
    'two orders of one key',
    run(
      sql`alter table orders drop constraint orders_idempotency`,
      sql`update orders set idempotency_key = 'order-2' where quantity = 3`,
    ),
    'a key has two orders',
  ],
  [
    'an item in two orders',
    run(
      sql`insert into order_ranges (first_id, end_id, order_id)
        select first_id + 1, end_id, (select id from orders where quantity = 1)
        from order_ranges where order_id = ${ORDER}`,
    ),
    'item that is in two orders',
  ],
  [
    'a sold item that is free again',
    run(sql`update stock_ranges set next_id = next_id - 1`),
    'item that is in two orders, or sold and free',
  ],
  [
    'a free item that vanished',
    run(sql`update stock_ranges set next_id = next_id + 1`),
    'neither sold nor free',
  ],
  [
    'an order with an item too few',
    run(sql`update order_ranges set end_id = end_id - 1 where order_id = ${ORDER}`),
    'items are not as many',
  ],
  [
    'an account that was erased too early',
    run(
      sql`delete from stock_items where id = (select first_id from order_ranges where order_id = ${ORDER})`,
    ),
    'text is gone too early',
  ],
  [
    'a purge that erased nothing',
    run(sql`update orders set accounts_deleted_at = now() where quantity = 2`),
    'still there after the purge',
  ],
  [
    'free items without texts',
    run(sql`delete from stock_items where id >= (select min(next_id) from stock_ranges)`),
    'without a text',
  ],
  [
    'an account sold twice under two ids',
    run(
      sql`update stock_fingerprints set item_id = (select min(item_id) from stock_fingerprints)
        where item_id = (select max(item_id) from stock_fingerprints)`,
    ),
    'neither sold nor free',
  ],
  [
    'a sale that was not charged',
    run(sql`delete from ledger_movements where kind = 'sale' and reference = ${ORDER}`),
    'without its one sale',
  ],
  [
    'a sale charged at another price',
    run(
      sql`update ledger_movements set amount_micro = amount_micro + 1 where kind = 'sale' and reference = ${ORDER}`,
    ),
    'with another amount',
  ],
  [
    'a charge without an order',
    run(sql`update ledger_movements set reference = 999999 where kind = 'sale' and reference = ${ORDER}`),
    'sale without an order',
  ],
  [
    'a balance that differs',
    run(sql`update ledger_accounts set balance_micro = balance_micro + 1 where user_id is not null`),
    'the movements say',
  ],
  [
    'a deposit credited twice by a second movement',
    run(
      sql`insert into ledger_movements (kind, reference, debit_account, credit_account, amount_micro, created_at)
        select kind, 999999, debit_account, credit_account, amount_micro, created_at
        from ledger_movements where kind = 'credit'`,
      sql`update ledger_accounts set balance_micro = balance_micro + (
        select amount_micro from deposits) where user_id is not null`,
    ),
    'movement of a deposit that does not exist',
  ],
  [
    'a transfer recorded and credited twice',
    run(
      sql`insert into deposits (network, chain_id, tx_hash, ordinal, block_number, block_hash, block_time,
          contract_address, from_address, to_address, amount_micro, amount_units, state, user_id, recorded_at)
        select network, chain_id, tx_hash, 7, block_number, block_hash, block_time,
          contract_address, from_address, to_address, amount_micro, amount_units, state, user_id, recorded_at from deposits`,
      sql`insert into ledger_movements (kind, reference, debit_account, credit_account, amount_micro, created_at)
        select m.kind, (select max(id) from deposits), debit_account, credit_account, amount_micro, created_at
        from ledger_movements m where kind in ('deposit', 'credit')`,
      sql`insert into recharge_deposits select (select max(id) from deposits), recharge_id from recharge_deposits`,
      sql`update recharges set credited_micro = 2 * credited_micro`,
      sql`update ledger_accounts set balance_micro = balance_micro + (
        select max(amount_micro) from deposits) where user_id is not null`,
    ),
    'is recorded 2 times',
  ],
  [
    'a deposit credited to somebody else',
    run(sql`update deposits set user_id = user_id + 1`),
    'or to somebody else',
  ],
  [
    'a deposit without its movement',
    run(sql`delete from ledger_movements where kind = 'deposit'`),
    'deposit without its one movement',
  ],
  [
    'a credit that was lost',
    run(sql`delete from ledger_movements where kind = 'credit'`),
    'credited deposit without',
  ],
  [
    'credits that vanished',
    run(sql`update ledger_accounts set balance_micro = 0 where user_id is not null`),
    'neither balance nor spent',
  ],
  ...WEBHOOK_FAULTS,
  ...USER_IMPORT_FAULTS,
  [
    'a top-up that shows another sum',
    run(sql`update recharges set credited_micro = credited_micro - 1`),
    'top-up that shows',
  ],
  ['a top-up that was lost', run(sql`delete from recharges`), 'is lost or another one'],
  ['a transfer that was never recorded', run(sql`delete from deposits`), 'was never credited'],
  [
    'a deposit nobody sent',
    run(sql`update deposits set tx_hash = '0x' || repeat('ab', 32)`),
    'was never sent',
  ],
  [
    'an order without a mail',
    run(sql`delete from mails where reference = ${ORDER}`),
    'without a delivery mail',
  ],
  [
    'a mail of no order',
    run(
      sql`insert into mails (kind, reference, recipient, next_at, created_at)
        values ('order-delivery', 999999, 'nobody@trial.example', now(), now())`,
    ),
    'an order that does not exist',
  ],
  ...AFTER_SALES_FAULTS,
  ...GIVEN_FAULTS,
  [
    'an import that was lost',
    run(sql`delete from stock_fingerprints where item_id = (select max(item_id) from stock_fingerprints)`),
    'were acknowledged',
  ],
];

test.each(planted)('%s is found', async (_what, plant, expected) => {
  expect(await faultsAfter(plant)).toContainEqual(expect.stringContaining(expected));
});

const nothing = () => Promise.resolve();
const orderNo = () => [...books.arrived.keys()][1]!;

test('a missing mail, or one with wrong accounts, is found', async () => {
  const missing = new Map([...books.arrived].filter(([one]) => one !== orderNo()));
  expect(await faultsAfter(nothing, { ...books, arrived: missing })).toEqual([
    `order ${orderNo()} was never mailed`,
  ]);
  const wrong = new Map(books.arrived).set(orderNo(), ['somebody else’s\n']);
  expect(await faultsAfter(nothing, { ...books, arrived: wrong })).toEqual([
    `a mail of order ${orderNo()} has other accounts`,
  ]);
});

test('answers that contradict each other are found', async () => {
  const { journal } = await copyOfBooks();
  const entry = journal.orders.get('order-2')!;
  journal.acknowledgeOrder(entry, 'ANOTHER');
  journal.refuse(entry, 300_002);
  const faults = await faultsAfter(nothing, { ...books, journal });
  expect(faults).toContainEqual(expect.stringContaining('then ANOTHER'));
  expect(faults).toContainEqual(expect.stringContaining('then refused'));
});

test('a refused order that exists is found', async () => {
  const { journal } = await copyOfBooks();
  journal.orders.get('order-2')!.state = 'refused';
  expect(await faultsAfter(nothing, { ...books, journal })).toEqual([
    expect.stringContaining('was refused and is there'),
  ]);
});

/** A journal to damage. */
async function copyOfBooks(): Promise<Books> {
  const journal = Object.assign(Object.create(Object.getPrototypeOf(books.journal) as object), {
    ...structuredClone({ ...books.journal, onAcknowledged: undefined }),
    onAcknowledged: () => undefined,
  }) as Books['journal'];
  return Promise.resolve({ ...books, journal });
}
