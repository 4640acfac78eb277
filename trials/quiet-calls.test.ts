import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../apps/server/src/platform/context.ts';
import { createWorld, networksHere } from '../apps/server/src/testing/world.ts';
import { BUYERS, countCallsADay, HOT, OPENED } from './setup/addresses/count-calls.ts';

const MOST_A_DAY = 20_000;

let base: Ctx;
beforeAll(async () => {
  base = (await createWorld()).ctx;
});

test.each(networksHere)('%s: under 20,000 calls a day and node', async (network) => {
  const aDay = await countCallsADay(base, network);
  process.stdout.write(
    `${network}: ${aDay} calls a day and node, ${BUYERS} buyers, ${HOT} of them paid, ${OPENED} opened\n`,
  );
  expect(aDay).toBeGreaterThan(1_000);
  expect(aDay).toBeLessThan(MOST_A_DAY);
});
