import { startDevchain } from '@portside/devchain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClock, HOUR_MS } from '../../platform/clock.ts';
import { createChainWorld, type ChainWorld, type TestChains } from '../../testing/chain-world.ts';
import { evaluateAlarms } from './evaluate-alarms.ts';
import { watchMoney } from './watch-alarms.ts';

let chains: TestChains;
let world: ChainWorld;
beforeAll(async () => {
  chains = await startDevchain();
});
beforeEach(async () => {
  world = await createChainWorld(chains, ['ETH']);
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

test('a restart neither ends an alarm that goes on nor raises it again', async () => {
  const { db } = world.ctx;
  await db.updateTable('chain_cursors').set({ block_time: new Date() }).execute();
  await db
    .updateTable('address_cursors')
    .set({ block_time: new Date(Date.now() - 4 * HOUR_MS) })
    .execute();
  const listEth = () =>
    db
      .selectFrom('alarms')
      .select(['id', 'about', 'ended_at'])
      .where('kind', '=', 'chainLate')
      .where('network', '=', 'ETH')
      .orderBy('id')
      .execute();
  const watch = (laterMs: number, scannersSince: Date) =>
    watchMoney({ ...world.ctx, clock: createClock(laterMs) }, undefined, undefined, scannersSince);
  await watch(10 * HOUR_MS, new Date());
  const raised = await listEth();
  expect(raised.map(({ about, ended_at }) => [about, ended_at])).toEqual([
    ['', null],
    ['addresses', null],
  ]);
  // Two minutes later the shop is started again.
  await watch(10 * HOUR_MS + 120_000, new Date(Date.now() + 10 * HOUR_MS + 119_000));
  expect(await listEth()).toEqual(raised);
  await db.updateTable('address_cursors').set({ block_time: new Date() }).execute();
  await world.follow('ETH');
  const reportedAt = new Date(Date.now() + 10 * HOUR_MS + 180_000);
  await db.updateTable('chain_statuses').set({ checked_at: reportedAt }).execute();
  await watch(10 * HOUR_MS + 181_000, new Date(Date.now() + 10 * HOUR_MS + 119_000));
  expect((await listEth()).every(({ ended_at }) => ended_at !== null)).toBe(true);
});
