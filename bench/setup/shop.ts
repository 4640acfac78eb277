import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import type { Pool } from 'pg';
import { composeEvents } from '../../apps/server/src/compose/compose.ts';
import { ensureOwnerRole } from '../../apps/server/src/features/roles/index.ts';
import { LiveFiguresCache } from '../../apps/server/src/features/live/index.ts';
import { systemActor, userActor } from '../../apps/server/src/platform/actor.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import type { Ctx } from '../../apps/server/src/platform/context.ts';
import { createDb, createPool } from '../../apps/server/src/platform/db/db.ts';
import { openEmbedded } from '../../apps/server/src/platform/db/embedded.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { Keyring } from '../../apps/server/src/platform/keys/keyring.ts';
import { Live } from '../../apps/server/src/platform/live.ts';

export type BenchShop = { readonly ctx: Ctx; readonly pool: Pool; close(): Promise<void> };

const FUNDS_MICRO = 10n ** 15n;

/** The server's use cases on this run's database: PostgreSQL by URL, or the embedded one in a folder. */
export async function openShop(target: { url: string } | { folder: string }): Promise<BenchShop> {
  const { pool, close } = 'url' in target ? openPostgres(target.url) : await openEmbedded(target.folder);
  const db = createDb(pool);
  await migrate(db);
  const live = new Live();
  const log = pino({ level: 'silent' });
  const ctx: Ctx = {
    actor: systemActor('bench'),
    db,
    clock: systemClock,
    log,
    processLog: log,
    requestId: 'bench',
    address: '',
    isSandbox: false,
    language: 'en',
    events: composeEvents(new LiveFiguresCache(live)),
    live,
    keyring: new Keyring(new Map([['k1', randomBytes(32)]]), randomBytes(32)),
    publicUrl: 'http://localhost',
  };
  return { ctx, pool, close };
}

function openPostgres(url: string): { pool: Pool; close: () => Promise<void> } {
  const pool = createPool({ connectionString: url, max: 20 });
  return { pool, close: () => pool.end() };
}

/** Buyers with more money than they can spend, each with a context to act in. */
export async function makeBuyers(ctx: Ctx, count: number): Promise<Ctx[]> {
  const now = ctx.clock.now();
  const tag = randomBytes(4).toString('hex');
  const { rows } = await sql<{ id: bigint }>`
    insert into users (username, username_key, email, email_key, password_hash, language, created_at)
    select name, name, name || '@bench.test', name || '@bench.test', 'none', 'en', ${now}
    from (select ${tag} || '-' || n as name from generate_series(1, ${count}) n) names
    returning id`.execute(ctx.db);
  const ids = rows.map((row) => row.id);
  await sql`insert into ledger_accounts (id, kind, user_id, balance_micro)
    select id, 'available', id, ${FUNDS_MICRO} from unnest(${ids}::bigint[]) id`.execute(ctx.db);
  await sql`insert into ledger_movements (kind, reference, debit_account, credit_account, amount_micro, created_at)
    select 'credit', id, 3, id, ${FUNDS_MICRO}, ${now} from unnest(${ids}::bigint[]) id`.execute(ctx.db);
  return ids.map((userId): Ctx => ({ ...ctx, actor: userActor(userId) }));
}

/** Buyers with a session each, as tokens. */
export async function makeSignedIn(ctx: Ctx, count: number): Promise<string[]> {
  const buyers = await makeBuyers(ctx, count);
  const tokens = buyers.map(() => randomBytes(32).toString('base64url'));
  const now = ctx.clock.now();
  for (const [index, token] of tokens.entries()) {
    const { actor } = buyers[index]!;
    if (actor.kind !== 'user') continue;
    await sql`insert into sessions (token_hash, user_id, created_at, last_seen_at, address, user_agent)
      values (${hashOf(token)}, ${actor.userId}, ${now}, ${now}, '127.0.0.1', 'bench')`.execute(ctx.db);
  }
  return tokens;
}

/** An owner with a second factor, signed in, as a token; the code stays fresh however long a run takes. */
export async function makeAdmin(ctx: Ctx): Promise<string> {
  const [token] = await makeSignedIn(ctx, 1);
  const roleId = await ensureOwnerRole(ctx.db);
  await sql`
    with own as (
      update sessions set code_at = created_at + interval '1 day' where token_hash = ${hashOf(token!)} returning user_id)
    update users set role_id = ${roleId} from own where users.id = own.user_id`.execute(ctx.db);
  return token!;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Products with free items but without texts: an order never reads those. */
export async function makeGoods(ctx: Ctx, count: number, itemsEach: number): Promise<string[]> {
  const { rows } = await sql<{ id: bigint }>`
    with category as (insert into categories (name) values ('{"en":"Bench"}') returning id)
    insert into goods (category_id, name, description, price_micro, created_at)
    select category.id, '{"en":"Bench"}', '{}', 1000, ${ctx.clock.now()}
    from category, generate_series(1, ${count}) returning id`.execute(ctx.db);
  for (const { id } of itemsEach > 0 ? rows : []) {
    const first = await sql<{ id: bigint }>`select nextval('stock_item_ids')::bigint as id`.execute(ctx.db);
    const start = first.rows[0]!.id;
    await sql`select setval('stock_item_ids', ${start + BigInt(itemsEach)})`.execute(ctx.db);
    await sql`insert into stock_ranges (goods_id, gender, next_id, end_id)
      values (${id}, 'unspecified', ${start}, ${start + BigInt(itemsEach)})`.execute(ctx.db);
  }
  return rows.map((row) => String(row.id));
}

/** Gives each buyer a level and a price of their own for each product, and makes a coupon for all; returns its code. */
export async function makePrices(
  ctx: Ctx,
  buyers: readonly Ctx[],
  goods: readonly string[],
): Promise<string> {
  const now = ctx.clock.now();
  const ids = buyers.flatMap(({ actor }) => (actor.kind === 'user' ? [actor.userId] : []));
  await sql`
    with level as (
      insert into buyer_levels (name, colour, discount_basis_points) values ('{"en":"Bench"}', '#000000', 100)
      returning id)
    update users set level_id = level.id from level where users.id = any(${ids}::bigint[])`.execute(ctx.db);
  await sql`
    with list as (
      insert into price_lists (name, kind, user_id, starts_at, created_at)
      select 'Bench', 'buyer', id, ${now}, ${now} from unnest(${ids}::bigint[]) id returning id)
    insert into price_list_prices (list_id, goods_id, price_micro)
    select list.id, goods.id, 980 from list, unnest(${goods}::bigint[]) as goods (id)`.execute(ctx.db);
  const code = `BENCH-${randomBytes(4).toString('hex').toUpperCase()}`;
  await sql`
    insert into coupons (code, kind, basis_points, combinable, starts_at, created_at)
    values (${code}, 'percent', 1000, true, ${now}, ${now})`.execute(ctx.db);
  return code;
}
