import { NETWORKS } from '@portside/contract';
import { addNetwork } from '@portside/chain/networks/chains';
import type { Network } from '@portside/chain/networks/registry';
import { thirdNetwork } from '@portside/chain/testing/third-network';
import { afterAll, expect, test } from 'vitest';
import { findInflow } from '../../features/ledger/balances.ts';
import { createFreshWorld } from '../../testing/world.ts';
import { fillNetworks } from './migrate.ts';

const removals: (() => void)[] = [];
afterAll(() => removals.forEach((remove) => remove()));

test('a network that was added has its ledger account from the next start on, once, below those of users', async () => {
  const { ctx, pool } = await createFreshWorld();
  const LAKE = thirdNetwork.id as Network;
  const before = [...NETWORKS];
  await expect(findInflow(ctx.db, LAKE)).rejects.toThrow();
  removals.push(addNetwork(thirdNetwork));
  await Promise.all([fillNetworks(ctx.db), fillNetworks(ctx.db)]);
  await fillNetworks(ctx.db);
  const account = await findInflow(ctx.db, LAKE);
  expect(account).toBeLessThan(1_000n);
  expect([await findInflow(ctx.db, 'TRON'), await findInflow(ctx.db, 'ETH')]).toEqual([1n, 2n]);
  const { rows } = await pool.query('select id from networks order by id');
  expect(rows.map(({ id }: { id: string }) => id)).toEqual([...before, LAKE].toSorted());
});
