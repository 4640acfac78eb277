import { chainsOf, recordOf, toUnits, type Network } from '@portside/chain';
import { createFollowJob, createReadAddressesJob } from '../../../apps/server/src/features/deposits/index.ts';
import { depositMatcher } from '../../../apps/server/src/features/recharges/index.ts';
import {
  createWatchAddressesJob,
  createWatchTreasuryJob,
} from '../../../apps/server/src/features/treasury/index.ts';
import type { Ctx } from '../../../apps/server/src/platform/context.ts';
import type { Job } from '../../../apps/server/src/platform/jobs.ts';
import { fund, heat, makeAddresses, openAddressShop, setOpened, type OwnAddress } from './address-shop.ts';
import { GeneratedChain } from './generated-chain.ts';

export const BUYERS = 10_000;
/** How many of them paid within a week: they are read with every scan. */
export const HOT = 900;
/** How many others opened their address within two days: more than are read with every scan. */
export const OPENED = 2_000;
/** Payments of a normal day, to addresses that are hot. */
const PAYMENTS = 130;
const HOURS = 1;
const DAY_HOURS = 24;
const STEP_SECONDS = 10;
/** How often balances of treasuries and addresses are compared with the books. */
const RARE_SECONDS = 600;
const NODES = ['one', 'other'];

const runAll = async (job: Job): Promise<void> => {
  while ((await job.run()).more);
};

/** The part of a day's payments that falls into these hours, at even times. */
function payTo(chain: GeneratedChain, network: Network, hot: readonly OwnAddress[], nowMs: number): void {
  const count = Math.round((PAYMENTS * HOURS) / DAY_HOURS);
  const units = toUnits(chainsOf(network).leastDepositMicro, recordOf(network).token.decimals);
  for (let at = 0; at < count; at += 1) {
    const block = chain.blockOf(nowMs + ((at + 0.5) * HOURS * 3_600_000) / count);
    chain.pay({ block, to: hot[at]!.address, units });
  }
}

/**
 * Requests of a quiet shop with deposit addresses to each node in a day, while nobody has a top-up page open. The
 * nodes count them over an hour of the shop's clock, its hourly reading included. `mostBlocks`: blocks of logs they
 * return at once.
 */
export async function countCallsADay(
  base: Ctx,
  network: Network,
  { buyers = BUYERS, mostBlocks }: { readonly buyers?: number; readonly mostBlocks?: number } = {},
): Promise<number> {
  let now = Date.now();
  const ctx: Ctx = { ...base, clock: { now: () => new Date(now) } };
  const shop = await openAddressShop(ctx, network, { hasFormerWallet: true });
  const startsAtMs = now - 1_000 * chainsOf(network).blockSeconds * 1_000;
  const chain = new GeneratedChain({ ...shop, startsAtMs, ...(mostBlocks !== undefined && { mostBlocks }) });
  chain.moveTo(now);
  const made = await makeAddresses(ctx, shop, buyers);
  await heat(ctx, made.slice(0, HOT), new Date(now));
  await fund(ctx, shop, made.slice(0, HOT));
  await setOpened(ctx, made.slice(HOT, HOT + OPENED), new Date(now - 5 * 3_600_000));
  payTo(chain, network, made.slice(0, HOT), now);
  const nodes = NODES.map((name) => chain.node(name));
  const shared = { network, nodes, quorum: 2 };
  const nobodyWaits = (): Promise<boolean> => Promise.resolve(false);
  const jobs = [
    createFollowJob(ctx, { ...shared, everyMs: 1, isAwaited: nobodyWaits }, depositMatcher),
    createReadAddressesJob(ctx, shared, depositMatcher),
    createWatchTreasuryJob(ctx, { ...shared, everyMs: RARE_SECONDS * 1_000 }),
  ];
  const rare = createWatchAddressesJob(ctx, { ...shared, everyMs: RARE_SECONDS * 1_000 });
  for (const job of jobs) await runAll(job);
  chain.counted.clear();
  for (let at = 0; at < HOURS * 3_600; at += STEP_SECONDS) {
    now += STEP_SECONDS * 1_000;
    chain.moveTo(now);
    for (const job of jobs) await runAll(job);
    if (at % RARE_SECONDS === 0) await runAll(rare);
  }
  const counts = NODES.map((name) => chain.counted.get(name) ?? 0);
  return (Math.max(...counts) * DAY_HOURS) / HOURS;
}
