import { sql } from 'kysely';
import { startDevchain } from '@portside/devchain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MEMBERSHIP_LOCK } from '../platform/hub/processes.sql.ts';
import {
  createChainWorld,
  openOwnAddress,
  type ChainWorld,
  type TestChains,
} from '../testing/chain-world.ts';
import { isOnPostgres } from '../testing/world.ts';
import { addMissingAddresses } from './addresses.ts';

let chains: TestChains;
let world: ChainWorld;
beforeAll(async () => {
  chains = await startDevchain();
});
beforeEach(async () => {
  world = await createChainWorld(chains, ['ETH']);
  await world.useOwnAddresses('ETH');
});
afterAll(() => chains.stop());

test('an address that was opened after the restored time is read from where all addresses were read to', async () => {
  const buyer = await world.createBuyer();
  const { address } = await openOwnAddress(buyer, 'ETH');
  await world.settle('ETH');
  await world.readAllAddresses('ETH');
  const { db } = world.ctx;
  await db.deleteFrom('deposit_addresses').execute();
  await world.pay('ETH', '40', address);
  // The follower went on for a while without it.
  await world.settle('ETH');
  expect(await addMissingAddresses(world.ctx)).toBeGreaterThan(0);
  const chain = BigInt(chains.chains.ETH.chainId);
  const { block_time: readUntil } = await db
    .selectFrom('address_cursors')
    .selectAll()
    .where('chain_id', '=', chain)
    .executeTakeFirstOrThrow();
  const rows = await db.selectFrom('deposit_addresses').selectAll().where('chain_id', '=', chain).execute();
  for (const { created_at } of rows) expect(created_at.getTime()).toBeLessThanOrEqual(readUntil.getTime());
  // The buyer looks at it before the hourly reading.
  await openOwnAddress(buyer, 'ETH');
  await world.follow('ETH');
  expect(await buyer.balance()).toBe(40_000_000n);
});

test.runIf(isOnPostgres)('it refuses while a process of the shop runs, and adds nothing', async () => {
  const { db } = world.ctx;
  await db.deleteFrom('deposit_addresses').execute();
  await db.transaction().execute(async (process) => {
    await sql`select pg_advisory_xact_lock_shared(hashtext(${MEMBERSHIP_LOCK}))`.execute(process);
    await expect(addMissingAddresses(world.ctx)).rejects.toThrow('running');
  });
  expect(await db.selectFrom('deposit_addresses').selectAll().execute()).toEqual([]);
});
