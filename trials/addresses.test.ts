import { NETWORKS } from '@portside/contract';
import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../apps/server/src/platform/context.ts';
import { createWorld } from '../apps/server/src/testing/world.ts';
import { BUYERS, countCallsADay, HOT, OPENED } from './setup/addresses/count-calls.ts';
import { TRIAL_SEED } from './setup/random.ts';
import { runAddresses } from './setup/runs/run-addresses.ts';
import { hasPostgres, inTurn } from './setup/target.ts';

test.skipIf(!hasPostgres)(
  'payments to hot and cold addresses are credited once, whatever is killed',
  async () => {
    const run = { network: 'TRON', addresses: 3_000, payments: 150, hours: 3, seed: TRIAL_SEED } as const;
    const { faults, payments, kills } = await runAddresses(run);
    expect(faults, `TRIAL_SEED=${TRIAL_SEED}`).toEqual([]);
    expect(payments).toBe(150);
    expect(kills).toBeGreaterThan(0);
  },
);

const MOST_A_DAY = 20_000;

let base: Ctx;
beforeAll(async () => {
  base = (await createWorld()).ctx;
});

/** 10,000 buyers of each would take a minute: a run takes one network by its seed, over the runs all are taken. */
const network = inTurn(NETWORKS);
test(`${network}: under 20,000 calls a day and node`, async () => {
  const aDay = await countCallsADay(base, network);
  process.stdout.write(
    `${network}: ${aDay} calls a day and node, ${BUYERS} buyers, ${HOT} of them paid, ${OPENED} opened\n`,
  );
  expect(aDay).toBeGreaterThan(1_000);
  expect(aDay).toBeLessThan(MOST_A_DAY);
});
