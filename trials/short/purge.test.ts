import { expect, test } from 'vitest';
import { runPurge } from '../setup/runs/run-purge.ts';
import { databaseInTurn, type DatabaseKind } from '../setup/target.ts';

async function purgeOnce(database: DatabaseKind): Promise<void> {
  const { faults, kept, plants, left } = await runPurge({ database, seed: Date.now() % 1_000_000 });
  expect(faults).toEqual([]);
  expect(kept.toSorted()).toEqual(['sealed in stock_items', 'sealed in stock_refused_lines']);
  expect(plants).toContain('table planted');
  expect(left).toEqual([]);
}

const database = databaseInTurn(1);
test(`no account text outlives its retention on the database ${database}`, () => purgeOnce(database));
