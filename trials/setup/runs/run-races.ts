import { sql } from 'kysely';
import type { Db } from '../../../apps/server/src/platform/db/db.ts';
import { checkBooks } from '../checks/check-books.ts';
import { checkRush } from '../checks/check-rush.ts';
import { openEngines, type RewriteStatement } from '../engines.ts';
import { createRandom } from '../random.ts';
import { runRush, order, PRICE_MICRO } from './rush.ts';
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
