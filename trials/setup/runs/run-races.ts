import { sql } from 'kysely';
import type { Db } from '../../../apps/server/src/platform/db/db.ts';
import { checkBooks } from '../checks/check-books.ts';
import { checkRush } from '../checks/check-rush.ts';
import { openEngines, type RewriteStatement } from '../engines.ts';
import { createRandom } from '../random.ts';
import { runRush } from './rush.ts';
import { raceForLastCoins, raceOneKey } from './single-races.ts';
import { openDatabases, type Databases } from '../target.ts';

type RaceRun = {
  readonly rounds: number;
  readonly buyers: number;
  readonly seed: number;
  /** Called after each round. */
  readonly tell?: (line: string) => void;
  /** Run on the open database, and on every statement to it, to plant faults. */
  readonly plant?: { readonly spoil?: RewriteStatement; readonly prepare?: readonly string[] };
  /** Which fault ends the run; any where absent. */
  readonly until?: RegExp;
  /** Used and left running; a PostgreSQL of its own where absent. */
  readonly databases?: Databases;
};

type RaceSummary = {
  readonly rounds: number;
  /** Answers by order or refusal. */
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
  plant,
  until = /./,
  databases: given,
}: RaceRun): Promise<RaceSummary> {
  const databases = given ?? (await openDatabases('postgres'));
  const target = await databases.fresh();
  const engines = await openEngines(target.databaseUrl!, plant?.spoil);
  try {
    const random = createRandom(seed);
    const { db } = engines.busy[0]!;
    for (const statement of plant?.prepare ?? []) await sql.raw(statement).execute(db);
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

/** These buyers' money comes from the ledger alone: their deposits have no transfer. */
const checkAllBooks = async (db: Db): Promise<string[]> =>
  (await checkBooks(db)).filter((fault) => !fault.startsWith('movement of a deposit that does not exist'));
