import { test } from 'vitest';
import { startDepositWorld, TOKENS } from './testing/deposit-world.ts';
import { fuzzDeposits } from './testing/fuzz-deposits.ts';

const RUNS = TOKENS.flatMap((token) => [11, 12].map((seed) => ({ token, name: token.name, seed })));

// 3,000 random calls in all; no time limit, as each takes what the machine gives.
test.each(RUNS)(
  'random calls move nothing but to the treasury: $name, seed $seed',
  async ({ token, seed }) => {
    const world = await startDepositWorld(token);
    await fuzzDeposits(world, { seed, calls: 500 });
    await world.stop();
  },
  0,
);
