import { sql } from 'kysely';
import type { Db } from '../../../apps/server/src/platform/db/db.ts';

/** Damage to correct books, and what the checks must report. */
export type PlantedFault = readonly [what: string, plant: (db: Db) => Promise<unknown>, expected: string];

/** The order of two accounts, which most statements change. */
export const ORDER = sql`(select id from orders where quantity = 2)`;

export const run =
  (...statements: ReturnType<typeof sql>[]) =>
  async (db: Db) => {
    for (const statement of statements) await statement.execute(db);
  };

/** In an order of four accounts by an agent's buyer, one replaced and one refunded. */
export const AFTER_SALES_FAULTS: readonly PlantedFault[] = [
  [
    'a refund that was not paid',
    run(sql`delete from ledger_movements where kind = 'refund'`),
    'refund without its one movement',
  ],
  [
    'a refund to somebody else',
    run(sql`update ledger_movements set credit_account = credit_account + 1 where kind = 'refund'`),
    'or to somebody else',
  ],
  [
    'an account refunded twice',
    run(
      sql`insert into order_timeline (order_id, placed_at, kind, at, quantity, amount_micro)
        select order_id, placed_at, kind, at, quantity, amount_micro from order_timeline where kind = 'refunded'`,
      sql`insert into ledger_movements (kind, reference, debit_account, credit_account, amount_micro, created_at)
        select kind, (select max(id) from order_timeline), debit_account, credit_account, amount_micro, created_at
        from ledger_movements where kind = 'refund'`,
    ),
    'another sum of refunds',
  ],
  [
    'a refund without an event',
    run(sql`update ledger_movements set reference = 999999 where kind = 'refund'`),
    'that no event tells of',
  ],
  [
    'an order that hides its refund',
    run(sql`update orders set status = 'completed' where quantity = 4`),
    'or its status',
  ],
  [
    'a replacement that is not there',
    run(sql`delete from order_ranges where first_id = (select max(replaced_by) from remedied_items)`),
    'what replaces it, that is not in its order',
  ],
  [
    'a replacement for another order’s account',
    run(sql`update remedied_items set order_id = ${ORDER} where replaced_by is not null`),
    'whose event is another one',
  ],
  [
    'a replacement that no event tells of',
    run(sql`delete from remedied_items where replaced_by is not null`),
    'with another number of items',
  ],
  [
    'a claim of somebody else’s account',
    run(sql`update warranty_claims set order_id = ${ORDER}`),
    'claim of items that are not in its order',
  ],
  [
    'a claim that was decided for nothing',
    run(sql`update warranty_claims set state = 'replaced', settled_at = now() where state = 'open'`),
    'done with something left',
  ],
  [
    'a claim that stays open for ever',
    run(sql`update warranty_claims set state = 'open', settled_at = null where state <> 'open'`),
    'open with nothing left',
  ],
  [
    'a commission of nobody',
    run(sql`update ledger_movements set credit_account = 5000 where kind = 'commission'`),
    'to no agent',
  ],
  [
    'a commission doubled',
    run(sql`update ledger_movements set amount_micro = 2 * amount_micro where kind = 'commission'`),
    'another share was reversed',
  ],
  [
    'a commission that was kept after a refund',
    run(sql`delete from ledger_movements where kind = 'commissionReversal'`),
    'another share was reversed',
  ],
];

/** Faults in users imported from another shop, each with words of the check that must find it. */
export const USER_IMPORT_FAULTS: readonly PlantedFault[] = [
  [
    'a balance brought over that no file names',
    run(
      sql`insert into ledger_movements (kind, reference, debit_account, credit_account, amount_micro, created_at)
        select 'openingBalance', credit_account, 8, credit_account, 5, created_at
        from ledger_movements where kind = 'credit'`,
      sql`update ledger_accounts set balance_micro = balance_micro + 5 where user_id is not null`,
    ),
    'balance brought over without its line',
  ],
  [
    'an imported user whose balance was not brought over',
    run(
      sql`insert into user_import_lines (import_id, line, username, email, balance_micro, outcome, user_id)
        select 1, 2, 'ann', 'ann@example.test', 5, 'created', min(id) from users`,
    ),
    'balance brought over without its line',
  ],
];
