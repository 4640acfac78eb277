import { startDevchain } from '@portside/devchain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClock } from '../../platform/clock.ts';
import { createChainWorld, type ChainWorld, type TestChains } from '../../testing/chain-world.ts';
import { evaluateAlarms } from './evaluate-alarms.ts';

const HOUR_MS = 3_600_000;

let chains: TestChains;
let world: ChainWorld;
beforeAll(async () => {
  chains = await startDevchain();
});
beforeEach(async () => {
  world = await createChainWorld(chains);
});
afterAll(() => chains.stop());

test('a network that was never read is late, too', async () => {
  await world.ctx.db.deleteFrom('chain_cursors').execute();
  await world.ctx.db.updateTable('chain_statuses').set({ state: 'stalled' }).execute();
  const isLate = async (laterMs: number) => {
    const alarms = await evaluateAlarms({ ...world.ctx, clock: createClock(laterMs) });
    return alarms.some(({ kind }) => kind === 'chainLate');
  };
  expect(await isLate(0)).toBe(false);
  expect(await isLate(HOUR_MS)).toBe(true);
});

test('after a start the time that the shop was stopped raises no alarm; a scanner that does not report does', async () => {
  const late = async (laterMs: number, scannersSince?: Date) => {
    const ctx = { ...world.ctx, clock: createClock(laterMs) };
    const alarms = await evaluateAlarms(ctx, [], undefined, scannersSince);
    return alarms.filter(({ kind, network }) => kind === 'chainLate' && network === 'ETH');
  };
  const { db } = world.ctx;
  await db.updateTable('chain_cursors').set({ block_time: new Date() }).execute();
  await db
    .updateTable('address_cursors')
    .set({ block_time: new Date(Date.now() - 4 * HOUR_MS) })
    .execute();
  const startedAt = new Date(Date.now() + 10 * HOUR_MS);
  expect(await late(10 * HOUR_MS)).toHaveLength(2);
  expect(await late(10 * HOUR_MS + 1_000, startedAt)).toEqual([]);
  const [scanner, addresses] = await late(11 * HOUR_MS, startedAt);
  expect(scanner!.findings[0]).toMatchObject({ code: 'scannerStopped' });
  expect(addresses).toMatchObject({ about: 'addresses' });
  await db.updateTable('address_cursors').set({ block_time: new Date() }).execute();
  await world.follow('ETH');
  expect(await late(0)).toEqual([]);
});
