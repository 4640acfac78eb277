import { chainsOf, type Network } from '@portside/chain';
import { NETWORKS } from '@portside/contract';
import { beforeAll, expect, test } from 'vitest';
import { createFollowJob, createReadAddressesJob } from '../apps/server/src/features/deposits/index.ts';
import { createWatchTreasuryJob } from '../apps/server/src/features/treasury/index.ts';
import type { Ctx } from '../apps/server/src/platform/context.ts';
import type { Job } from '../apps/server/src/platform/jobs.ts';
import { createWorld } from '../apps/server/src/testing/world.ts';
import { heat, makeAddresses, openAddressShop, setOpened } from './setup/addresses/address-shop.ts';
import { GeneratedChain } from './setup/addresses/generated-chain.ts';

/**
 * What a quiet shop with own addresses asks of each node in a day: nobody has a top-up page open. Counted by the nodes
 * over some hours of the shop's clock, hourly readings included.
 */

const BUYERS = 10_000;
/** Of these, how many have paid within a week: they are read with every scan. */
const HOT = 900;
/** And how many others have opened their address within two days, more than are read with every scan. */
const OPENED = 2_000;
const HOURS = 2;
const DAY_HOURS = 24;
const MOST_A_DAY = 20_000;
const STEP_SECONDS = 10;
const NODES = ['one', 'other'];

let base: Ctx;
beforeAll(async () => {
  base = (await createWorld()).ctx;
});

const runAll = async (job: Job): Promise<void> => {
  while ((await job.run()).more);
};

async function countOn(network: Network): Promise<number> {
  let now = Date.now();
  const ctx: Ctx = { ...base, clock: { now: () => new Date(now) } };
  const shop = await openAddressShop(ctx, network);
  const startsAtMs = now - 1_000 * chainsOf(network).blockSeconds * 1_000;
  const chain = new GeneratedChain({ ...shop, startsAtMs });
  chain.moveTo(now);
  const made = await makeAddresses(ctx, shop, BUYERS);
  await heat(ctx, made.slice(0, HOT), new Date(now));
  await setOpened(ctx, made.slice(HOT, HOT + OPENED), new Date(now - 5 * 3_600_000));
  const nodes = NODES.map((name) => chain.node(name));
  const shared = { network, nodes, quorum: 2 };
  const nobodyWaits = (): Promise<boolean> => Promise.resolve(false);
  const jobs = [
    createFollowJob(ctx, { ...shared, everyMs: 1, isAwaited: nobodyWaits }),
    createReadAddressesJob(ctx, shared),
    createWatchTreasuryJob(ctx, { ...shared, everyMs: 600_000 }),
  ];
  for (const job of jobs) await runAll(job);
  chain.counted.clear();
  for (let at = 0; at < HOURS * 3_600; at += STEP_SECONDS) {
    now += STEP_SECONDS * 1_000;
    chain.moveTo(now);
    for (const job of jobs) await runAll(job);
  }
  const counts = NODES.map((name) => chain.counted.get(name) ?? 0);
  return (Math.max(...counts) * DAY_HOURS) / HOURS;
}

test.each(NETWORKS)('%s: under 20,000 calls a day and node', async (network) => {
  const aDay = await countOn(network);
  process.stdout.write(
    `${network}: ${aDay} calls a day and node, ${BUYERS} buyers, ${HOT} of them paid, ${OPENED} opened\n`,
  );
  expect(aDay).toBeGreaterThan(1_000);
  expect(aDay).toBeLessThan(MOST_A_DAY);
});
