import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../apps/server/src/platform/context.ts';
import { LIVES } from './setup/simulator/chain-model.ts';
import { FAULTS } from './setup/simulator/faults.ts';
import { SCAN_COURSES } from './setup/simulator/follower.ts';
import { openBooks } from './setup/simulator/open-books.ts';
import { MUTANTS } from './setup/simulator/mutants.ts';
import { runSeed } from './setup/simulator/run-seed.ts';

/** One of each network and way to pay; together they have every fault and every course of a scan. */
const KNOWN_SEEDS = [1, 2, 3, 4, 5, 6, 7, 16, 25, 36, 46, 56, 61, 70, 91, 92];
/** New ones in each run; `node trials/run.ts simulate` takes a thousand. */
const NEW_SEEDS = LIVES.length;
const firstNew = Number(process.env['TRIAL_SEED'] ?? 1_000 + (Date.now() % 1_000_000));
const CAUGHT_WITHIN = 25;

const seedsFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index);

let books: { ctx: Ctx; close(): Promise<void> };
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.close());

test.for(MUTANTS)('a follower that $name is caught', async (mutant) => {
  for (const seed of [mutant.seed ?? 1, ...seedsFrom(1, CAUGHT_WITHIN)]) {
    const { faults } = await runSeed(books.ctx, seed, { mutant });
    if (faults.length > 0) return;
  }
  throw new Error(`not caught with the seeds 1 to ${CAUGHT_WITHIN}`);
});

test('a seed repeats its run', async () => {
  for (const seed of [8, 9]) {
    const [once, again] = [await runSeed(books.ctx, seed), await runSeed(books.ctx, seed)];
    expect(again.trace).toEqual(once.trace);
  }
});

test('whatever chain and nodes do, exactly the final payments are credited', async () => {
  const met = new Set<string>();
  let deposits = 0;
  const seeds = [...KNOWN_SEEDS, ...seedsFrom(firstNew, NEW_SEEDS)];
  for (const seed of seeds) {
    const report = await runSeed(books.ctx, seed);
    expect(report.faults, `node trials/run.ts simulate --first ${seed} --seeds 1 --trace`).toEqual([]);
    report.met.forEach((one) => met.add(one));
    deposits += report.deposits;
  }
  expect([...met].toSorted()).toEqual([...FAULTS.map(({ name }) => name), ...SCAN_COURSES].toSorted());
  expect(deposits).toBeGreaterThan(20 * seeds.length);
});
