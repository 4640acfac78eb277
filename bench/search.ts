/** Does the back office's search answer in 100 ms over millions of orders, a million users and a million deposits? */
import { sql } from 'kysely';
import { listAllOrders } from '../apps/server/src/features/orders/index.ts';
import { searchRoutes } from '../apps/server/src/features/search/index.ts';
import { timelinesRoutes } from '../apps/server/src/features/timelines/index.ts';
import type { Db } from '../apps/server/src/platform/db/db.ts';
import { LIST_COLUMNS, listMeasures } from './setup/list-measures.ts';
import { startPostgres } from './setup/postgres.ts';
import { readFlags, table } from './setup/report.ts';
import { openShop } from './setup/shop.ts';

const flags = readFlags({ orders: [5_000_000], users: [1_000_000], times: [60] });
const [orders = 5_000_000] = flags.orders;
const [users = 1_000_000] = flags.users;
const [times = 60] = flags.times;

const NAMES = ['anna', 'boris', 'chen', 'dmitri', 'elena', 'farid', 'greta', 'hiro', 'ivan', 'joana'];
const HOSTS = ['gmail.com', 'mail.ru', 'qq.com', 'outlook.com', 'proton.me'];
/** Users' ids follow each other. */
const first = sql`(select min(id) from users)`;

const lists = (words: readonly string[]) => sql`${`{${words.join(',')}}`}::text[]`;

/** Each named after a common name, a number and a rare word. */
const makeUsers = (db: Db) =>
  sql`
  insert into users (username, username_key, email, email_key, password_hash, language, created_at)
  select name, name, name || '@' || host, name || '@' || host, 'none', 'en', now() - interval '1 year'
  from (
    select (${lists(NAMES)})[1 + n % ${NAMES.length}::int] || '_' || substr(md5(n::text), 1, 5) || n as name,
      (${lists(HOSTS)})[1 + n % ${HOSTS.length}::int] as host
    from generate_series(1, ${users}::int) n) drawn`.execute(db);

const makeOrders = (db: Db) =>
  sql`
  insert into orders (id, order_no, user_id, goods_id, quantity, gender, unit_price_micro, total_micro, status,
    email, delivery_state, idempotency_key, request_hash, created_at, accounts_delete_at, accounts_deleted_at)
  select n, to_char(at at time zone 'UTC', 'YYMMDDHH24MISSMS') || upper(substr(md5(n::text), 1, 8)), users.id, 1, 1,
    'random', 100000, 100000, 'completed', users.email, 'sent', md5(n::text), 0, at, at, at
  from (
    select n, now() - interval '1 year' + n * (interval '1 year' / ${orders}) as at,
      ${first} + (n::bigint * 7919) % ${users} as buyer
    from generate_series(1, ${orders}::int) n) drawn
  join users on users.id = drawn.buyer`.execute(db);

/** A fifth as many as orders, on two networks. */
const makeDeposits = (db: Db) =>
  sql`
  insert into deposits (network, chain_id, tx_hash, ordinal, block_number, block_hash, block_time, contract_address,
    from_address, to_address, amount_units, amount_micro, state, user_id, recorded_at)
  select case when n % 2 = 0 then 'TRON' else 'ETH' end, 1, hash, 0, n, hash, at, token, '0x' || substr(md5(n::text) || md5((-n)::text), 1, 40),
    token, 25000000, 25000000, 'credited', ${first} + n % ${users}, at
  from (
    select n, '0x' || md5(n::text) || md5((n + 1)::text) as hash, '0x' || repeat('1', 40) as token,
      now() - interval '1 year' + n * interval '1 second' as at
    from generate_series(1, ${Math.round(orders / 5)}::int) n) drawn`.execute(db);

/** A table is filled without its indexes, and without its triggers, which keep sums that nobody reads here. */
async function fill(db: Db, name: string, make: (db: Db) => Promise<unknown>): Promise<void> {
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = ${name}::regclass and not indisunique`.execute(db);
  await sql.raw(`alter table ${name} disable trigger user`).execute(db);
  for (const index of indexes) await sql.raw(`drop index ${index.name}`).execute(db);
  await make(db);
  for (const index of indexes) {
    const start = performance.now();
    await sql.raw(index.definition).execute(db);
    process.stdout.write(`${index.name}: ${((performance.now() - start) / 1_000).toFixed(1)} s\n`);
  }
  await sql.raw(`alter table ${name} enable trigger user`).execute(db);
}

const postgres = await startPostgres({ fsync: 'off', maintenance_work_mem: '512MB' }, flags.keep);
const { rows, measure } = listMeasures(times);
try {
  const { ctx, close } = await openShop(postgres);
  const { db } = ctx;
  const { rows: made } = await sql`select from orders limit 1`.execute(db);
  if (made.length === 0) {
    await fill(db, 'users', makeUsers);
    await sql`insert into categories (name) values ('{"en": "Kind"}')`.execute(db);
    await sql`insert into goods (category_id, name, description, price_micro, created_at)
      select 1, json_build_object('en', 'Product ' || n)::jsonb, '{}', 100000, now() from generate_series(1, 500) n`.execute(
      db,
    );
    await fill(db, 'orders', makeOrders);
    await fill(db, 'deposits', makeDeposits);
    await sql`vacuum analyze`.execute(db);
  }
  const sample = await sql<{
    order_no: string;
    email: string;
    username: string;
    user_id: bigint;
    tx_hash: string;
  }>`
    select o.order_no, u.email, u.username, u.id as user_id, d.tx_hash
    from orders o join users u on u.id = o.user_id cross join (select tx_hash from deposits where id = 1000) d
    where o.id = ${Math.round(orders / 3)}`.execute(db);
  const { order_no: number, email, username, user_id: userId, tx_hash: hash } = sample.rows[0]!;
  const search = (what: string, q: string) =>
    measure(what, q, () => searchRoutes.searchOffice(ctx, { query: { q } }));
  await search('order: the whole number', number);
  await search('order: its last six', number.slice(-6));
  await search('order: its last three', number.slice(-3));
  await search('order: its day', number.slice(0, 6));
  await search('e-mail: whole', email);
  await search('e-mail: beginning', email.slice(0, 8));
  await search('name: a rare part', username.slice(-8));
  await search('name: a common part', 'dmitri');
  await search('name: a very common part', 'gmail');
  await search('name: of everybody', '.com');
  await search('name: nobody’s', 'zzqqxx');
  await search('hash: beginning', hash.slice(0, 12));
  await search('hash: end', hash.slice(-8));
  await search('address: end, TRON', 'xK4abQ');
  await search('words of a product', 'product 12');
  await search('one letter', 'a');
  const list = (what: string, query: object) =>
    measure(`list of orders: ${what}`, 'page 1', () =>
      listAllOrders(ctx, { query: { limit: 20, ...query } }),
    );
  await list('end of a number', { order_no: number.slice(-6) });
  await list('address of delivery', { email });
  await list('beginning of an address', { email: 'dmitri_0' });
  await measure('timeline of a user', 'page 1', () =>
    timelinesRoutes.listUserTimeline(ctx, { params: { id: String(userId) }, query: { limit: 30 } }),
  );
  await close();
} finally {
  postgres.stop();
}
table(LIST_COLUMNS, rows);
