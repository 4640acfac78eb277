/** Follows one network as a shop does, until the trial's clock ends or this process is killed. */
import { createNode } from '@portside/chain';
import type { Network } from '@portside/contract';
import { createFollowJob, createReadAddressesJob } from '../../../apps/server/src/features/deposits/index.ts';
import { depositMatcher } from '../../../apps/server/src/features/recharges/index.ts';
import { armCrash, parseCrashPlan } from '../../../apps/server/src/platform/crash-point.ts';
import { createPool } from '../../../apps/server/src/platform/db/db.ts';
import { createCtx, type Keys } from '../open-shop.ts';

/** What the trial passes to the process, as JSON in its first argument. */
export type FollowerOrder = {
  readonly databaseUrl: string;
  readonly keys: Keys;
  readonly network: Network;
  readonly chainUrl: string;
  /** Where it kills itself; null for nowhere. */
  readonly crashAt: string | null;
};

const order = JSON.parse(process.argv[2]!) as FollowerOrder;
const { databaseUrl, keys, network, chainUrl, crashAt } = order;
const pool = createPool({ connectionString: databaseUrl, max: 4 });
let now = 0;
const ctx = { ...createCtx(pool, keys), clock: { now: () => new Date(now) } };
const nodes = ['one', 'other'].map((name) =>
  createNode({ name, url: `${chainUrl}/${name}`, timeoutMs: 30_000 }),
);
const shared = { network, nodes, quorum: 2 };
const jobs = [
  createFollowJob(ctx, { ...shared, everyMs: 1, isAwaited: () => Promise.resolve(false) }, depositMatcher),
  createReadAddressesJob(ctx, shared, depositMatcher),
];
armCrash(crashAt === null ? null : parseCrashPlan(crashAt));

for (;;) {
  const answer = (await (await fetch(`${chainUrl}/clock`)).json()) as { now: number | null };
  if (answer.now === null) break;
  now = answer.now;
  for (const job of jobs) while ((await job.run()).more);
}
await pool.end();
