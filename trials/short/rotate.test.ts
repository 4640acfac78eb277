import { expect, test } from 'vitest';
import { runRotation } from '../setup/runs/run-rotation.ts';
import { databaseInTurn, type DatabaseKind } from '../setup/target.ts';

/** Enough that three steps of a rotation are left for each kill. */
const STOCK = [1_000, 500, 120];

async function rotateOnce(database: DatabaseKind, kills: number): Promise<void> {
  const seed = Number(process.env['TRIAL_SEED'] ?? Date.now() % 1_000_000);
  const run = { database, changes: 1, kills, seed, stock: STOCK };
  const { faults, deaths, rotationMs, orders } = await runRotation(run);
  expect(faults, `TRIAL_SEED=${seed}`).toEqual([]);
  expect(deaths).toHaveLength(kills);
  expect(rotationMs).toHaveLength(1);
  expect(orders).toBeGreaterThan(0);
}

const KILLS: Record<DatabaseKind, number> = { embedded: 1, postgres: 2 };

const database = databaseInTurn(0);
test(`keys rotate under load and kills on the database ${database}`, () =>
  rotateOnce(database, KILLS[database]));
