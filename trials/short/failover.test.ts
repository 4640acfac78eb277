import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../apps/server/src/platform/db/db.ts';
import { requireDurablePostgres } from '../../apps/server/src/platform/db/require-durable.ts';
import { hasValkey } from '../../apps/server/src/testing/valkey.ts';
import { startPair, type PostgresPair } from '../setup/failover/postgres-pair.ts';
import { runFailovers } from '../setup/failover/run-failovers.ts';
import { hasPostgres } from '../setup/target.ts';

const isRunnable = hasPostgres && hasValkey;
const seed = Number(process.env['TRIAL_SEED'] ?? Date.now() % 1_000_000);
const tell = (line: string): boolean => process.stdout.write(`${line}\n`);

test.skipIf(!isRunnable)('nothing is lost when a synchronous standby takes over, twice', async () => {
  const run = { failovers: 2, valkeyKills: 0, processKills: 0, seed, tell };
  const summary = await runFailovers(run);
  expect(summary.faults, `TRIAL_SEED=${seed}`).toEqual([]);
  if (summary.vanishing === 'network stopped') expect(summary.heldCommits).toBeGreaterThan(0);
  expect(summary.rounds).toHaveLength(2);
  expect(summary.acknowledgedOrders).toBeGreaterThan(0);
});

test.skipIf(!isRunnable)('what an asynchronous standby loses is found', async () => {
  const run = { failovers: 1, valkeyKills: 0, processKills: 0, seed, isAsync: true };
  const { faults } = await runFailovers(run);
  expect(faults, `TRIAL_SEED=${seed}`).toContainEqual(
    expect.stringMatching(/^acknowledged order \w+ is lost$/),
  );
});

let pair: PostgresPair;
beforeAll(async () => {
  if (isRunnable) pair = await startPair(false);
});
afterAll(() => pair?.stop());

test.skipIf(!isRunnable)(
  'a start is refused beside an asynchronous standby, and says how to mend it',
  async () => {
    const owner = createPool({ connectionString: pair.primaryUrl, max: 1 });
    await expect(requireDurablePostgres(owner, false)).rejects.toThrow(
      /^A failover .* lose orders[^]*Asynchronous standbys: standby at 127\.0\.0\.1\.[^]*ACCEPT_ASYNC_STANDBY=1/,
    );
    await requireDurablePostgres(owner, true);

    await pair.makeSynchronous();
    await requireDurablePostgres(owner, false);
    await owner.query('set synchronous_commit = local');
    await expect(requireDurablePostgres(owner, false)).rejects.toThrow('synchronous_commit = local');
    await owner.query('reset synchronous_commit');

    await owner.query('create role clerk login');
    const url = new URL(pair.primaryUrl);
    url.username = 'clerk';
    const clerk = createPool({ connectionString: url.href, max: 1 });
    await expect(requireDurablePostgres(clerk, false)).rejects.toThrow('grant pg_monitor to "clerk"');
    await owner.query('grant pg_monitor to clerk');
    await requireDurablePostgres(clerk, false);
    await Promise.all([owner.end(), clerk.end()]);
  },
);
