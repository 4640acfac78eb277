import { expect, test } from 'vitest';
import { runAfterSales } from './setup/runs/run-after-sales.ts';
import { hasPostgres, type DatabaseKind } from './setup/target.ts';

async function killEverywhere(database: DatabaseKind): Promise<void> {
  const { faults, missed, kills } = await runAfterSales(database);
  expect(faults).toEqual([]);
  expect(missed).toEqual([]);
  expect(kills).toBeGreaterThan(0);
}

test('claims, replacements and refunds survive kills on the embedded database', () =>
  killEverywhere('embedded'));

test.skipIf(!hasPostgres)('claims, replacements and refunds survive kills on PostgreSQL', () =>
  killEverywhere('postgres'),
);
