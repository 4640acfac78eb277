import { expect, test } from 'vitest';
import { runAfterSales } from './setup/runs/run-after-sales.ts';
import { databaseInTurn, hasPostgres, type DatabaseKind } from './setup/target.ts';

const seed = Number(process.env['TRIAL_SEED'] ?? Date.now() % 1_000_000);

async function killAt(database: DatabaseKind, isShare: boolean): Promise<void> {
  const { faults, missed, kills } = await runAfterSales({ database, seed, isShare });
  expect(faults, `TRIAL_SEED=${seed}`).toEqual([]);
  expect(missed).toEqual([]);
  expect(kills).toBeGreaterThan(0);
}

/** At every point on PostgreSQL; on the embedded database, which takes seconds to open, at one of each step. */
const database = databaseInTurn(1);
test(`claims, replacements and refunds survive kills on the database ${database}`, () =>
  killAt(database, hasPostgres && database === 'embedded'));
