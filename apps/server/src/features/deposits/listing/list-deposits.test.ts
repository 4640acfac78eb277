import { NETWORKS, type Network } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClock, HOUR_MS } from '../../../platform/clock.ts';
import { createChainWorld, type ChainWorld, type TestChains } from '../../../testing/chain-world.ts';
import { createOwner } from '../../../testing/people.ts';
import { listAllDeposits } from './list-all-deposits.ts';
import { listDepositDelays } from '../following/chain-health.ts';

let chains: TestChains;
let world: ChainWorld;
beforeAll(async () => {
  chains = await startDevchain();
});
afterAll(() => chains.stop());

const openOn = async (...networks: Network[]): Promise<void> => {
  world = await createChainWorld(chains, networks);
};

test('unmatched dust is recorded, but shown only to who asks for it', async () => {
  await openOn('TRON');
  const hash = await world.pay('TRON', '0.009999');
  await world.payFinally('TRON', '0.01');
  const ctx = { ...world.ctx, actor: (await createOwner(world.ctx)).actor };
  const list = async (query: { with_dust?: 'true' | 'false'; tx_hash?: string }) => {
    const { items } = await listAllDeposits(ctx, { query: { limit: 2, ...query } });
    return items.map(({ amount }) => amount);
  };
  expect((await list({}))[0]).toBe('0.01');
  expect(await list({})).not.toContain('0.009999');
  expect(await list({ with_dust: 'true' })).toEqual(['0.01', '0.009999']);
  expect(await list({ tx_hash: hash })).toEqual(['0.009999']);
});

test('buyers are told of a network whose blocks are read late, and of no other', async () => {
  await openOn(...NETWORKS);
  const at = async (laterMs: number) => {
    const clock = createClock(laterMs);
    const { items } = await listDepositDelays({ ...world.ctx, clock });
    return Object.fromEntries(items.map(({ type, minutes }) => [type, minutes]));
  };
  expect(await at(0)).toEqual({});
  // Nobody has read anything for three hours.
  const late = await at(3 * HOUR_MS);
  expect(late['TRON']).toBeGreaterThan(170);
  expect(late['ETH']).toBeGreaterThan(140);
  expect(late['ETH']).toBeLessThan(late['TRON']!);
});
