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
    'a refund of another amount',
    run(
      sql`update order_timeline set amount_micro = amount_micro - 1 where kind = 'refunded'`,
      sql`update ledger_movements set amount_micro = amount_micro - 1 where kind = 'refund'`,
    ),
    'not what so many of its accounts cost',
  ],
  [
    'a payback that was asked for and not held',
    run(
      sql`insert into payout_requests (kind, user_id, amount_micro, network, chain_id, token, address, idempotency_key,
          created_at, changed_at)
        select 'balance', user_id, 1, network, chain_id, contract_address, from_address, 'planted', now(), now()
        from deposits where user_id is not null limit 1`,
    ),
    'payback whose amount is not held once',
  ],
  [
    'an amount that was paid back and asked for by nobody',
    run(
      sql`insert into ledger_movements (kind, reference, debit_account, credit_account, amount_micro, created_at)
        select 'balancePayout', 1, 6, 7, 1, now()`,
    ),
    'movement of a payback that does not exist',
  ],
  [
    'a use of a coupon that was not counted',
    run(
      sql`insert into coupons (code, kind, basis_points, starts_at, created_at)
        values ('PLANTED', 'percent', 1, now(), now())`,
      sql`update orders set coupon_id = (select max(id) from coupons) where id = ${ORDER}`,
    ),
    'another number of uses',
  ],
  [
    'a use of a coupon limited by buyer that was not kept',
    run(
      sql`insert into coupons (code, kind, basis_points, per_buyer, uses, starts_at, created_at)
        values ('PLANTED', 'percent', 1, 1, 1, now(), now())`,
      sql`update orders set coupon_id = (select max(id) from coupons) where id = ${ORDER}`,
    ),
    'misses a use',
  ],
  [
    'a use of a coupon by no order',
    run(
      sql`insert into coupon_uses (order_id, coupon_id, user_id, discount_micro, at) values (999999, 1, 1, 1, now())`,
    ),
    'that its order does not know',
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

/** A code was redeemed, another one was not, and the deposit has earned a bonus. */
export const GIVEN_FAULTS: readonly PlantedFault[] = [
  [
    'a code that gave nothing',
    run(sql`delete from ledger_movements where kind = 'redemption'`),
    'redeemed code without its one movement',
  ],
  [
    'a code that gave more than its value',
    run(sql`update ledger_movements set amount_micro = amount_micro + 1 where kind = 'redemption'`),
    'redeemed code without its one movement',
  ],
  [
    'a code that gave its value while it is unused',
    run(sql`update redeem_codes set used_by = null, used_at = null`),
    'redeemed code without its one movement',
  ],
  [
    'a code that nobody made',
    run(sql`insert into redeem_codes (batch_id, code_hash) select min(id), '\\x00' from redeem_batches`),
    'another number of codes',
  ],
  ['a bonus of no deposit', run(sql`delete from deposit_bonuses`), 'bonus without its deposit'],
  [
    'a bonus to somebody else',
    run(sql`update ledger_movements set credit_account = credit_account + 1 where kind = 'bonus'`),
    'bonus without its deposit',
  ],
  [
    'a reversal that leaves the bonus',
    run(sql`update deposits set state = 'reversed'`),
    'did not take along',
  ],
  [
    'a bonus that was taken from a credited deposit',
    run(
      sql`insert into ledger_movements (kind, reference, debit_account, credit_account, amount_micro, created_at)
        select 'bonusReversal', reference, credit_account, debit_account, amount_micro, created_at
        from ledger_movements where kind = 'bonus'`,
    ),
    'taken without it',
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

/** A completed order, and what its buyer's endpoint was told of it. */
const tell = (subject: ReturnType<typeof sql>, times = 1) =>
  run(
    sql`insert into webhooks (user_id, created_by, url, note, events, created_at)
      select user_id, user_id, 'https://hooks.example', '', '{order.completed}', created_at - interval '1 day'
      from orders where id = ${ORDER}`,
    sql`update orders set status = 'processing'`,
    sql`update orders set status = 'completed' where id = ${ORDER}`,
    sql`insert into webhook_deliveries (webhook_id, message_id, type, subject, body, created_at, since, next_at)
      select max(id), 'msg', 'order.completed', ${subject}, '', now(), now(), now()
      from webhooks cross join generate_series(1, ${times}::int) group by generate_series`,
  );
const OWN = sql`(select 'order:' || order_no from orders where id = ${ORDER})`;

const notice = (reference: number) =>
  sql`insert into notices (user_id, event, reference, facts, created_at)
    select user_id, 'priceDown', ${reference}, '{"goodsId":"1","amount":"0.5"}', created_at from orders where id = ${ORDER}`;

/** Faults in what programs and buyers are told. */
export const WEBHOOK_FAULTS: readonly PlantedFault[] = [
  ['an event of no order', tell(sql`'order:none'`), 'event of an order that does not exist'],
  ['an order that an endpoint was never told of', tell(OWN, 0), 'told never, or twice'],
  ['an order that it was told of twice', tell(OWN, 2), 'told never, or twice'],
  [
    'a price that a buyer was told twice',
    run(notice(1), notice(2)),
    'told the same price of a product twice',
  ],
  [
    'a notice that was mailed twice',
    run(
      sql`insert into mails (kind, reference, recipient, next_at, created_at)
        select 'price-down', 7, 'ann@example.test', now(), now() from generate_series(1, 2)`,
    ),
    'notice that was mailed twice',
  ],
];
