import { sql } from 'kysely';
import type { Client, Pool } from 'pg';
import { countStock, STOCK_GENDERS } from '../../../apps/server/src/features/stock/index.ts';
import { PreparingClient } from '../../../apps/server/src/platform/db/connections/preparing-client.ts';
import { type Db, createPool } from '../../../apps/server/src/platform/db/db.ts';
import { migrate } from '../../../apps/server/src/platform/db/migrate.ts';
import { checkBooks } from '../checks/check-books.ts';
import { createCtx } from '../open-shop.ts';
import { createRandom, randomSecret } from '../random.ts';
import { runRush, order, PRICE_MICRO, type AskedOrder, type Rush } from './rush.ts';
import { openDatabases, type Databases } from '../target.ts';
import { readAvailableMicro } from '../../../apps/server/src/features/ledger/index.ts';
import type { Ctx } from '../../../apps/server/src/platform/context.ts';
import { buildBuyer, buildGoods, stockUp } from '../../../apps/server/src/testing/build.ts';

type RaceRun = {
  readonly rounds: number;
  readonly buyers: number;
  readonly seed: number;
  /** Called after each round. */
  readonly tell?: (line: string) => void;
  /** A shop with a bug: statements run on its database first, and a rewrite of every later one. */
  readonly mutant?: { readonly spoil?: RewriteStatement; readonly prepare?: readonly string[] };
  /** Which fault ends the run; any if absent. */
  readonly until?: RegExp;
  /** Used and left running; a PostgreSQL of its own if absent. */
  readonly databases?: Databases;
};

type RaceSummary = {
  readonly rounds: number;
  /** How often each answer came: an order, or the name of a refusal. */
  readonly answers: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
};

const MOST_COINS = 5;
/** The books grow with each round, and so does the time to check them. */
const BOOKS_EVERY = 10;

/** Repeats races on a new database until the first fault, or the first of the given kind. */
export async function runRaces({
  rounds,
  buyers,
  seed,
  tell = () => undefined,
  mutant,
  until = /./,
  databases: given,
}: RaceRun): Promise<RaceSummary> {
  const databases = given ?? (await openDatabases('postgres'));
  const target = await databases.fresh();
  const engines = await openEngines(target.databaseUrl!, mutant?.spoil);
  try {
    const random = createRandom(seed);
    const { db } = engines.busy[0]!;
    for (const statement of mutant?.prepare ?? []) await sql.raw(statement).execute(db);
    const answers: Record<string, number> = {};
    const faults: string[] = [];
    let round = 0;
    while (round < rounds && !faults.some((fault) => until.test(fault))) {
      round += 1;
      const through = random.chance(0.3) ? engines.single : engines.busy;
      const rush = await runRush(through, buyers, random);
      faults.push(...(await checkRush(db, rush)));
      for (const answer of rush.asked.flatMap((one) => one.answers)) {
        const name = answer.kind === 'refused' ? answer.reason : answer.kind;
        answers[name] = (answers[name] ?? 0) + 1;
      }
      faults.push(...(await raceOneKey(engines.single)));
      faults.push(...(await raceForLastCoins(engines.single, random.below(MOST_COINS + 1))));
      if (round % BOOKS_EVERY === 0 || round === rounds) faults.push(...(await checkAllBooks(db)));
      tell(`${String(round).padStart(4)}  ${JSON.stringify(answers)}`);
    }
    return { rounds: round, answers, faults };
  } finally {
    await engines.close();
    if (!given) databases.stop();
    target.remove();
  }
}

/** These buyers' money exists only in the ledger: their deposits have no transfer. */
const checkAllBooks = async (db: Db): Promise<string[]> =>
  (await checkBooks(db)).filter((fault) => !fault.startsWith('movement of a deposit that does not exist'));

const QUANTITY = 2;

const STOCK = 300;

/** One key from every connection at once; returns the faults of the answers, one line each. */
async function raceOneKey(engines: readonly Ctx[]): Promise<string[]> {
  const { ctx, buyer, body, hasMicro } = await open(engines, 1_000n * PRICE_MICRO);
  const answers = await Promise.all(
    engines.map((engine) => order(engine, buyer, { ...body, quantity: QUANTITY }, 'one key')),
  );
  const different = new Set(answers.map((answer) => JSON.stringify(answer)));
  const faults =
    different.size === 1
      ? []
      : [`one key had ${different.size} answers: ${[...different].join(' | ').slice(0, 300)}`];
  const spent = hasMicro - (await readAvailableMicro(ctx.db, buyer.id));
  if (spent !== BigInt(QUANTITY) * PRICE_MICRO) faults.push(`one order of ${QUANTITY} took ${spent}`);
  const orders = await ctx.db.selectFrom('orders').select('id').where('user_id', '=', buyer.id).execute();
  if (orders.length !== 1) faults.push(`one key is ${orders.length} orders`);
  return faults;
}

/** Money for `affordable` orders, and one order from every connection at once. */
async function raceForLastCoins(engines: readonly Ctx[], affordable: number): Promise<string[]> {
  const { ctx, buyer, body } = await open(engines, BigInt(affordable) * PRICE_MICRO + PRICE_MICRO - 1n);
  const answers = await Promise.all(
    engines.map((engine, index) => order(engine, buyer, { ...body, quantity: 1 }, `coin ${index}`)),
  );
  const faults: string[] = [];
  const placed = answers.filter((answer) => 'order' in answer).length;
  if (placed !== affordable) faults.push(`money for ${affordable} orders bought ${placed}`);
  for (const answer of answers) {
    if ('order' in answer) continue;
    if (answer.kind === 'failed') faults.push(`an order failed: ${answer.message}`);
    else if (answer.reason !== 'balanceTooLow') faults.push(`an order was refused: ${answer.reason}`);
  }
  const left = await readAvailableMicro(ctx.db, buyer.id);
  if (left !== PRICE_MICRO - 1n) faults.push(`${left} of the last coins are left`);
  return faults;
}

async function open(engines: readonly Ctx[], hasMicro: bigint) {
  const ctx = engines[0]!;
  const goodsId = await buildGoods(ctx, { price_micro: PRICE_MICRO });
  await stockUp(ctx, goodsId, STOCK);
  const buyer = await buildBuyer(ctx, hasMicro);
  const body = { goods_id: String(goodsId), gender: 'random' } as const;
  return { ctx, buyer, body, hasMicro };
}

type Sold = {
  readonly order_no: string;
  readonly quantity: number;
  readonly key: string;
  readonly items: number;
};

/** The faults after a burst of orders, one line each. Expects no further orders or stock for these products. */
async function checkRush(db: Db, rush: Rush): Promise<string[]> {
  const { goodsId, stock, asked } = rush;
  const { rows: sold } = await sql<Sold>`
    select o.order_no, o.quantity, o.idempotency_key as key, coalesce(sum(r.end_id - r.first_id), 0)::int as items
    from orders o left join order_ranges r on r.order_id = o.id
    where o.goods_id = ${goodsId} group by o.id`.execute(db);
  const free = (await countStock(db, [goodsId])).get(goodsId) ?? { unspecified: 0, male: 0, female: 0 };
  const freeFor = ({ gender }: AskedOrder): number =>
    (gender === 'random' ? STOCK_GENDERS : [gender]).reduce((sum, one) => sum + free[one], 0);
  const faults: string[] = [];
  const items = sold.reduce((sum, one) => sum + one.items, 0);
  const left = free.unspecified + free.male + free.female;
  if (items + left !== stock) faults.push(`${items} sold and ${left} free of ${stock} items`);
  for (const one of sold)
    if (one.items !== one.quantity)
      faults.push(`order ${one.order_no} of ${one.quantity} has ${one.items} items`);

  const { rows: twice } = await sql<{ id: string }>`
    select a.first_id::text as id from order_ranges a join orders o on o.id = a.order_id and o.goods_id = ${goodsId}
    join order_ranges b on b.first_id < a.end_id and a.first_id < b.end_id and (a.first_id, a.order_id) < (b.first_id, b.order_id)`.execute(
    db,
  );
  faults.push(...twice.map(({ id }) => `item ${id} is in two orders`));

  const bought = Map.groupBy(sold, (one) => one.key);
  for (const one of asked)
    faults.push(...(await checkAnswers(db, one, bought.get(one.key) ?? [], freeFor(one), rush)));
  const known = new Set(asked.map(({ key }) => key));
  for (const { key, order_no } of sold)
    if (!known.has(key)) faults.push(`nobody asked for order ${order_no}`);
  return faults;
}

async function checkAnswers(
  db: Db,
  { buyer, key, quantity, wrong, answers }: AskedOrder,
  orders: readonly Sold[],
  free: number,
  { frozen, frozenMeanwhile }: Rush,
): Promise<string[]> {
  const faults: string[] = [];
  if (orders.length > 1) faults.push(`key ${key} has ${orders.length} orders`);
  const isPlaced = answers.some((answer) => answer.kind === 'placed');
  if (!isPlaced && orders.length > 0 && answers.every((answer) => answer.kind === 'refused'))
    faults.push(`order ${orders[0]!.order_no} was refused and is there`);
  for (const answer of answers) {
    if (answer.kind === 'failed') faults.push(`an order failed: ${answer.message}`);
    if (answer.kind === 'placed') {
      if (orders[0]?.order_no !== answer.orderNo) faults.push(`order ${answer.orderNo} is lost`);
      if (wrong !== null || frozen.has(buyer.id))
        faults.push(`order ${answer.orderNo} should have been refused`);
    }
    if (answer.kind !== 'refused') continue;
    const { reason } = answer;
    // Stock and money only decrease, so what is left at the end was available at each refusal.
    if (reason === 'stockTooLow' && free >= quantity)
      faults.push(`${quantity} were refused as sold out while ${free} are free`);
    else if (reason === 'balanceTooLow') {
      const balance = await readAvailableMicro(db, buyer.id);
      if (balance >= BigInt(quantity) * PRICE_MICRO)
        faults.push(`${quantity} were refused to a balance of ${balance}`);
    } else if (!reasonsOf(wrong, frozen.has(buyer.id) || frozenMeanwhile.has(buyer.id)).includes(reason))
      faults.push(`an order with ${wrong ?? 'nothing'} wrong was refused: ${reason}`);
  }
  return faults;
}

const WRONG = { price: 'priceChanged', quantity: 'quantityOutOfRange', gender: 'genderNotOffered' } as const;

const reasonsOf = (wrong: AskedOrder['wrong'], isFrozen: boolean): string[] => [
  ...(isFrozen ? ['accountFrozen'] : []),
  ...(wrong === null ? ['stockTooLow', 'balanceTooLow'] : [WRONG[wrong]]),
];

/** Order engines on one database, each with its own queue and connections: a shared queue would hide the races. */
type Engines = {
  /** Two, like two busy processes. */
  readonly busy: readonly Ctx[];
  /** A hundred with one connection each, so that simultaneous calls are separate transactions. */
  readonly single: readonly Ctx[];
  close(): Promise<void>;
};

/** Rewrites statements on their way to the database, for a bug that a check must find. */
export type RewriteStatement = (statement: string) => string;

const BUSY = 2;
const CONNECTIONS_OF_BUSY = 6;
const SINGLE = 100;

/** Opens engines on an empty PostgreSQL database and migrates it. */
async function openEngines(databaseUrl: string, spoil?: RewriteStatement): Promise<Engines> {
  const keys = { credentials: randomSecret(), fingerprint: randomSecret() };
  const pools: Pool[] = [];
  const open = (max: number): Ctx => {
    const Client = spoil && spoiled(spoil);
    const pool = createPool({ connectionString: databaseUrl, max, ...(Client && { Client }) });
    pools.push(pool);
    return createCtx(pool, keys);
  };
  const busy = Array.from({ length: BUSY }, () => open(CONNECTIONS_OF_BUSY));
  await migrate(busy[0]!.db);
  const single = Array.from({ length: SINGLE }, () => open(1));
  const close = async (): Promise<void> => {
    await Promise.all(pools.map((pool) => pool.end()));
  };
  return { busy, single, close };
}

function spoiled(spoil: RewriteStatement): typeof Client {
  return class extends PreparingClient {
    override query(...args: unknown[]): never {
      const [text, ...rest] = args;
      return super.query(...([typeof text === 'string' ? spoil(text) : text, ...rest] as [never]));
    }
  };
}
