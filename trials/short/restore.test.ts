import { expect, test } from 'vitest';
import { runRestore } from '../setup/runs/run-restore.ts';
import { hasPostgres } from '../setup/target.ts';

test.skipIf(!hasPostgres)('a backup made under load comes back whole elsewhere', async () => {
  const seed = Number(process.env['TRIAL_SEED'] ?? Date.now() % 1_000_000);
  const { before, faults } = await runRestore({ seed, loadMs: 4_000 });
  expect(faults, `TRIAL_SEED=${seed}`).toEqual([]);
  expect(before).toBeGreaterThan(0);
});
