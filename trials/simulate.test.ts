import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../apps/server/src/platform/context.ts';
import { FAULTS } from './setup/simulator/faults.ts';
import { SCAN_COURSES } from './setup/simulator/follower.ts';
import { openBooks } from './setup/simulator/open-books.ts';
import { PLANTS } from './setup/simulator/plants.ts';
import { runSeed } from './setup/simulator/run-seed.ts';

const SEEDS = 100;
const CAUGHT_WITHIN = 25;

let books: { ctx: Ctx; close(): Promise<void> };
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.close());

test.for(PLANTS)('a follower that $name is caught', async (plant) => {
  for (let seed = 1; seed <= CAUGHT_WITHIN; seed += 1) {
    const { faults } = await runSeed(books.ctx, seed, { plant });
    if (faults.length > 0) return;
  }
  throw new Error(`not caught with the seeds 1 to ${CAUGHT_WITHIN}`);
});

test('a seed repeats its run', async () => {
  const [once, again] = [await runSeed(books.ctx, 8), await runSeed(books.ctx, 8)];
  expect(again.trace).toEqual(once.trace);
});

test('whatever chain and nodes do, exactly the final payments are credited', async () => {
  const met = new Set<string>();
  let deposits = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const report = await runSeed(books.ctx, seed);
    expect(report.faults, `node trials/simulate.ts --first ${seed} --seeds 1 --trace`).toEqual([]);
    report.met.forEach((one) => met.add(one));
    deposits += report.deposits;
  }
  expect([...met].toSorted()).toEqual([...FAULTS.map(({ name }) => name), ...SCAN_COURSES].toSorted());
  expect(deposits).toBeGreaterThan(20 * SEEDS);
});
