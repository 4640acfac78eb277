import { expect, test } from 'vitest';
import { runAddresses } from '../setup/runs/run-addresses.ts';
import { hasPostgres } from '../setup/target.ts';

const seed = Number(process.env['TRIAL_SEED'] ?? Date.now() % 1_000_000);

test.skipIf(!hasPostgres)(
  'payments to hot and cold addresses are credited once, whatever is killed',
  async () => {
    const run = { network: 'TRON', addresses: 3_000, payments: 150, hours: 3, seed } as const;
    const { faults, payments, kills } = await runAddresses(run);
    expect(faults, `TRIAL_SEED=${seed}`).toEqual([]);
    expect(payments).toBe(150);
    expect(kills).toBeGreaterThan(0);
  },
);
