import { expect, test } from 'vitest';
import { runRotation } from './setup/runs/run-rotation.ts';
import { hasPostgres, type DatabaseKind } from './setup/target.ts';

async function rotateOnce(database: DatabaseKind): Promise<void> {
  const seed = Number(process.env['TRIAL_SEED'] ?? Date.now() % 1_000_000);
  const { faults, deaths, rotationMs, orders } = await runRotation({ database, changes: 1, kills: 2, seed });
  expect(faults, `TRIAL_SEED=${seed}`).toEqual([]);
  expect(deaths).toHaveLength(2);
  expect(rotationMs).toHaveLength(1);
  expect(orders).toBeGreaterThan(0);
}

test('keys rotate under load and kills on the embedded database', () => rotateOnce('embedded'));

test.skipIf(!hasPostgres)('keys rotate under load and kills on PostgreSQL', () => rotateOnce('postgres'));
