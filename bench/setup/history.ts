import { sql } from 'kysely';
import type { Ctx } from '../../apps/server/src/platform/context.ts';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import { DAY_MS } from '../../apps/server/src/platform/clock.ts';

/** A year of a busy shop. Every fifth order is the wholesale buyer's; one product is hardly ever bought. */
export type History = {
  readonly wholesaler: bigint;
  readonly ordinary: bigint;
  readonly smallAgent: bigint;
  readonly bigAgent: bigint;
  readonly popular: bigint;
  readonly rare: bigint;
  readonly category: bigint;
  readonly last: Date;
};

const BUYERS = 20_000;
const AGENTS = 50;
const GOODS = 500;
const CATEGORIES = 20;
const DAYS = 365;

/** Builds it with SQL if the database is empty. */
export async function makeHistory({ db, clock }: Ctx, orders: number, items: number): Promise<History> {
  const { rows } = await sql`select from orders limit 1`.execute(db);
  if (rows.length === 0) {
    const end = clock.now();
    const start = new Date(end.getTime() - DAYS * DAY_MS);
    await makePeople(db, start);
    await makeCatalogue(db, start);
    await fillTable(db, 'orders', () => makeOrders(db, 0, orders, { start, end }));
    await fillTable(db, 'order_timeline', () => makeRefunds(db));
    await fillTable(db, 'ledger_movements', async () => {
      await makeSales(db, 0);
      await makeOtherMovements(db, orders / 16);
    });
    await sql`select setval('order_ids', ${orders})`.execute(db);
    await makeStock(db, items, start);
    await makeSold(db, orders);
    await sql`vacuum analyze`.execute(db);
  }
  return findHistory(db);
}

/** Each third buyer has an agent; the last agent has ten buyers. */
async function makePeople(db: Db, start: Date): Promise<void> {
  await sql`
    insert into users (username, username_key, email, email_key, password_hash, language, created_at)
    select name, name, name || '@bench.test', name || '@bench.test', 'none', 'en',
      ${start}::timestamptz + n * interval '1 day' * ${DAYS} / ${BUYERS}
    from (select n, 'buyer-' || lpad(n::text, 5, '0') as name from generate_series(0, ${BUYERS}) n) names`.execute(
    db,
  );
  await sql`
    insert into agents (user_id, platform_name, promotion_code, created_at)
    select id, username, upper(substr(md5(username), 1, 8)), created_at from users order by id limit ${AGENTS}`.execute(
    db,
  );
  await sql`
    update users set agent_id = (select min(id) from users) + case
      when id % 2000 = 0 then ${AGENTS - 1} else (id / 3) % ${AGENTS - 1} end
    where id % 3 = 0 or id % 2000 = 0`.execute(db);
}

async function makeCatalogue(db: Db, start: Date): Promise<void> {
  await sql`insert into categories (name, sort)
    select json_build_object('en', 'Kind ' || n)::jsonb, n from generate_series(1, ${CATEGORIES}) n`.execute(
    db,
  );
  await sql`
    insert into goods (category_id, name, description, price_micro, created_at)
    select 1 + n % ${CATEGORIES}, json_build_object('en', 'Product ' || n)::jsonb, '{}', 100000 * (1 + n % 50), ${start}
    from generate_series(1, ${GOODS}) n`.execute(db);
}

/** Sold within the last minute and not rolled up yet. */
export async function addOrders(db: Db, { last }: History, count: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`select max(id)::int as id from orders`.execute(db);
  const [known, start] = [rows[0]!.id, new Date(last.getTime() - 60_000)];
  await makeOrders(db, known, known + count, { start, end: last });
  await makeSales(db, known);
}

type Span = { readonly start: Date; readonly end: Date };

/** Orders with ids after `known` up to `last`. The newest 200 are in progress, the last week's not yet purged. */
const makeOrders = (db: Db, known: number, last: number, { start, end }: Span): Promise<unknown> =>
  sql`
  insert into orders (id, order_no, user_id, goods_id, quantity, gender, unit_price_micro, total_micro, status,
    email, delivery_state, idempotency_key, request_hash, created_at, accounts_delete_at, accounts_deleted_at)
  select n, to_char(at at time zone 'UTC', 'YYMMDDHH24MISSMS') || upper(substr(md5(n::text), 1, 8)),
    buyer.first + case when n % 5 = 0 then 100 else 101 + (random() * ${BUYERS - 110})::int end,
    product, quantity, 'random', 100000 * (1 + product % 50), 100000 * (1 + product % 50) * quantity,
    case when n > ${last - 200} then 'processing' when n % 100 = 7 then 'refunded'
      when n % 100 = 13 then 'partially_refunded' else 'completed' end,
    'buyer@bench.test', 'sent', md5(n::text), 0, at, at + interval '7 days',
    case when at < ${end}::timestamptz - interval '7 days' then at + interval '7 days' end
  from (
    select n, date_trunc('milliseconds', ${start}::timestamptz
        + (n - ${known}) * ((${end}::timestamptz - ${start}::timestamptz) / ${last - known})) as at,
      case when n % 25000 = 0 then ${GOODS} else 1 + floor((${GOODS - 1}) * random() ^ 2)::int end as product,
      1 + (n * 7 % 5) as quantity
    from generate_series(${known + 1}::int, ${last}::int) n) drawn
  cross join (select min(id) as first from users) buyer`.execute(db);

const makeRefunds = (db: Db): Promise<unknown> =>
  sql`
  insert into order_timeline (order_id, placed_at, kind, at, quantity, amount_micro)
  select id, created_at, 'refunded', created_at + interval '3 hours', 1, unit_price_micro from orders
  where status in ('refunded', 'partially_refunded') order by id`.execute(db);

const makeSales = (db: Db, known: number): Promise<unknown> =>
  sql`
  insert into ledger_movements (kind, reference, debit_account, credit_account, amount_micro, created_at)
  select 'sale', id, user_id, 5, total_micro, created_at from orders where id > ${known} order by id`.execute(
    db,
  );

async function makeOtherMovements(db: Db, deposits: number): Promise<void> {
  await sql`
    insert into ledger_movements (kind, reference, debit_account, credit_account, amount_micro, created_at)
    select 'refund', event.id, 5, user_id, amount_micro, at
    from order_timeline event join orders on orders.id = order_id order by event.id`.execute(db);
  await sql`
    insert into ledger_movements (kind, reference, debit_account, credit_account, amount_micro, created_at)
    select 'deposit', id, 1 + id % 2, 3, 25000000, created_at from orders
    where id % (select greatest(1, max(id) / ${Math.round(deposits)}) from orders) = 0`.execute(db);
}

const BATCH_ITEMS = 10_000;

/** Imports of ten thousand items each; a third is sold, a third partly sold, each in its own ranges. */
async function makeStock(db: Db, items: number, start: Date): Promise<void> {
  await sql`
    insert into stock_batches (goods_id, note, added, lines, gender, state, created_at, seen_at, finished_at)
    select 1 + n % ${GOODS}, 'bench', ${BATCH_ITEMS}, ${BATCH_ITEMS}, 'unspecified', 'done', at, at, at
    from (select n, ${start}::timestamptz + n * interval '1 hour' as at
      from generate_series(1, ${Math.round(items / BATCH_ITEMS)}) n) imports`.execute(db);
  await sql`insert into sealing_keys (id) values ('k1') on conflict do nothing`.execute(db);
  await fillTable(db, 'stock_items', () =>
    sql`
      insert into stock_items (id, goods_id, batch_id, key_id, sealed)
      select n, 1, 1 + (n - 1) / ${BATCH_ITEMS}, 'k1', decode(md5(n::text) || md5((n + 1)::text), 'hex')
      from generate_series(1, ${items}) n`.execute(db),
  );
  await sql`insert into stock_batch_ranges (first_id, end_id, batch_id)
    select 1 + (id - 1) * ${BATCH_ITEMS}, 1 + id * ${BATCH_ITEMS}, id from stock_batches`.execute(db);
  await sql`
    insert into stock_ranges (goods_id, gender, next_id, end_id)
    select goods_id, gender, 1 + (id - 1) * ${BATCH_ITEMS} + (id % 3) * ${BATCH_ITEMS / 2}, 1 + id * ${BATCH_ITEMS}
    from stock_batches where id % 3 < 2`.execute(db);
  await sql`select setval('stock_item_ids', ${items})`.execute(db);
}

const SOLD_ITEMS = 5_000;

/**
 * The accounts of the orders, from imports of five thousand each, of which every third has no cost; one account of each
 * refund, and one of every hundredth order, replaced.
 */
async function makeSold(db: Db, orders: number): Promise<void> {
  // It compares new ranges with their neighbours, by the index that is not there meanwhile.
  await sql`alter table order_ranges disable trigger order_ranges_sold_once`.execute(db);
  const sold = sql`(
    select id, goods_id, quantity, created_at,
      sum(quantity) over (partition by goods_id order by id) - quantity as before from orders) sold`;
  await fillTable(db, 'order_ranges', () =>
    sql`
      insert into order_ranges (first_id, end_id, order_id)
      select goods_id * 100000000 + before, goods_id * 100000000 + before + quantity, id from ${sold}`.execute(
      db,
    ),
  );
  await sql`
    insert into suppliers (name, name_key, created_at)
    select 'Supplier ' || n, 'supplier ' || n, now() from generate_series(1, 20) n`.execute(db);
  await sql`
    with part as (
      select goods_id, before / ${SOLD_ITEMS} as part, min(created_at) as at from ${sold} group by 1, 2),
    batch as (
      insert into stock_batches (goods_id, note, added, lines, gender, state, created_at, seen_at, finished_at,
        supplier_id, cost_per, cost_micro)
      select goods_id, part::text, ${SOLD_ITEMS}, ${SOLD_ITEMS}, 'unspecified', 'done', at, at, at,
        1 + n % 20, case n % 3 when 0 then 'each' when 1 then 'all' end, case n % 3 when 0 then 50000 when 1 then 250000777 end
      from (select *, row_number() over (order by at) as n from part) as part returning id, goods_id, note)
    insert into stock_batch_ranges (first_id, end_id, batch_id)
    select goods_id * 100000000 + note::bigint * ${SOLD_ITEMS}, goods_id * 100000000 + (note::bigint + 1) * ${SOLD_ITEMS}, id
    from batch
    union all
    select goods_id * 100000000 + 50000000, goods_id * 100000000 + 100000000, max(id) from batch group by goods_id`.execute(
    db,
  );
  await sql`
    with entry as (
      insert into order_timeline (order_id, placed_at, kind, at, quantity)
      select id, created_at, 'replaced', created_at + interval '5 hours', 1 from orders
      where id % 100 = 21 and id <= ${orders} order by id
      returning id, order_id, kind),
    event as (
      select * from entry union all select id, order_id, kind from order_timeline where kind = 'refunded'),
    remedied as (
      insert into remedied_items (item_id, order_id, timeline_id, replaced_by)
      select own.first_id, own.order_id, event.id,
        case event.kind when 'replaced' then own.first_id / 100000000 * 100000000 + 50000000 + own.order_id end
      from event join order_ranges own on own.order_id = event.order_id
      returning order_id, replaced_by)
    insert into order_ranges (first_id, end_id, order_id)
    select replaced_by, replaced_by + 1, order_id from remedied where replaced_by is not null`.execute(db);
  await sql`alter table order_ranges enable trigger order_ranges_sold_once`.execute(db);
}

async function findHistory(db: Db): Promise<History> {
  const { rows } = await sql<History>`
    select first + 100 as wholesaler, first + 5000 as ordinary, first + ${AGENTS - 1} as "smallAgent",
      first as "bigAgent", 3::bigint as popular, ${GOODS}::bigint as rare, 7::bigint as category,
      (select created_at from orders order by order_no desc limit 1) as last
    from (select min(id) as first from users) people`.execute(db);
  return rows[0]!;
}

type Named = { readonly name: string; readonly definition: string };

/** Fills a table without its indexes and builds them afterwards: millions of rows in a fraction of the time. */
export async function fillTable(db: Db, table: string, fill: () => Promise<unknown>): Promise<void> {
  const keys = await sql<Named>`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = ${table}::regclass and contype in ('p', 'u')`.execute(db);
  const indexes = await sql<Named>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid = ${table}::regclass
      and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u'))`.execute(
    db,
  );
  const run = (text: string): Promise<unknown> => sql.raw(text).execute(db);
  for (const { name } of indexes.rows) await run(`drop index ${name}`);
  for (const { name } of keys.rows) await run(`alter table ${table} drop constraint ${name} cascade`);
  await fill();
  for (const { name, definition } of keys.rows)
    await run(`alter table ${table} add constraint ${name} ${definition}`);
  for (const { definition } of indexes.rows) await run(definition);
}
