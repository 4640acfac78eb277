import { expect, test } from 'vitest';
import { HOUR_MS } from '../../platform/clock.ts';
import { createFreshWorld } from '../../testing/world.ts';
import { listActiveAlarms } from './alarms.sql.ts';
import { createReconcileLedgerJob, reconcileLedger } from './watch-alarms.ts';

test('a reconciliation that fails for a day is an alarm of its own, until it succeeds', async () => {
  let now = new Date();
  let problem: string | null = 'Query read timeout';
  const ctx = { ...(await createFreshWorld()).ctx, clock: { now: () => now } };
  const job = createReconcileLedgerJob(ctx, async (of) =>
    problem === null ? reconcileLedger(of) : Promise.reject(new Error(problem)),
  );
  const since = now.toISOString();
  for (const hours of [0, 2, 6, 14]) {
    now = new Date(Date.parse(since) + hours * HOUR_MS);
    await expect(job.run()).rejects.toThrow('timeout');
  }
  expect(await listActiveAlarms(ctx.db)).toEqual([]);
  now = new Date(Date.parse(since) + 30 * HOUR_MS);
  await expect(job.run()).rejects.toThrow('timeout');
  expect(await listActiveAlarms(ctx.db)).toMatchObject([
    {
      kind: 'ledgerUnchecked',
      findings: [{ code: 'ledgerCheckFails', facts: { since, problem: 'Query read timeout' } }],
    },
  ]);
  problem = null;
  await job.run();
  expect(await listActiveAlarms(ctx.db)).toEqual([]);
  problem = 'Query read timeout';
  await expect(job.run()).rejects.toThrow('timeout');
  expect(await listActiveAlarms(ctx.db)).toEqual([]);
});
