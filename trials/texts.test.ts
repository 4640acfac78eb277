import { expect, test } from 'vitest';
import { TRIAL_SEED } from './setup/random.ts';
import { runPurge } from './setup/runs/run-purge.ts';
import { runRestore } from './setup/runs/run-restore.ts';
import { runRotation } from './setup/runs/run-rotation.ts';
import { databaseInTurn, type DatabaseKind, hasPostgres } from './setup/target.ts';

/** Enough that three steps of a rotation are left for each kill. */
const STOCK = [1_000, 500, 120];

const KILLS: Record<DatabaseKind, number> = { embedded: 1, postgres: 2 };

const rotated = databaseInTurn(0);
test(`keys rotate under load and kills on the database ${rotated}`, async () => {
  const kills = KILLS[rotated];
  const run = { database: rotated, changes: 1, kills, seed: TRIAL_SEED, stock: STOCK };
  const { faults, deaths, rotationMs, orders } = await runRotation(run);
  expect(faults, `TRIAL_SEED=${TRIAL_SEED}`).toEqual([]);
  expect(deaths).toHaveLength(kills);
  expect(rotationMs).toHaveLength(1);
  expect(orders).toBeGreaterThan(0);
});

const purged = databaseInTurn(1);
test(`no account text outlives its retention on the database ${purged}`, async () => {
  const { faults, kept, foundLeaks, left } = await runPurge({ database: purged, seed: TRIAL_SEED });
  expect(faults).toEqual([]);
  expect(kept.toSorted()).toEqual(['sealed in stock_items', 'sealed in stock_refused_lines']);
  expect(foundLeaks).toContain('table planted');
  expect(left).toEqual([]);
});

test.skipIf(!hasPostgres)('a backup made under load comes back whole elsewhere', async () => {
  const { before, faults } = await runRestore({ seed: TRIAL_SEED, loadMs: 4_000 });
  expect(faults, `TRIAL_SEED=${TRIAL_SEED}`).toEqual([]);
  expect(before).toBeGreaterThan(0);
});
