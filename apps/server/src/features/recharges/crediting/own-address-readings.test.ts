import { type Network } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createChainWorld,
  openOwnAddress,
  type ChainWorld,
  type TestChains,
} from '../../../testing/chain-world.ts';
import { restoreAddresses } from '../../deposit-addresses/index.ts';
import { findLedgerMismatches } from '../../ledger/index.ts';

let chains: TestChains;
let world: ChainWorld;
beforeAll(async () => {
  chains = await startDevchain();
});
afterAll(() => chains.stop());

const openOn = async (...networks: Network[]): Promise<void> => {
  world = await createChainWorld(chains, networks);
};

describe.for<Network>(['ETH', 'BSC', 'TRON'])('on %s', (network) => {
  beforeEach(() => openOn(network));

  test.for(['hot', 'cold'])(
    'a transfer from the treasury to a buyer’s %s address credits nothing, whichever reading finds it',
    async (reading) => {
      const { buyer, address } = await world.createAddressOwner(network);
      if (reading === 'cold') await world.makeAddressesCold();
      await world.pay(network, '40');
      const { walletAddress } = chains.chains[network];
      const txHash = await world.transfer(network, walletAddress, '40', address);
      await world.settle(network);
      await world.readAllAddresses(network);
      expect(await buyer.balance()).toBe(0n);
      const { db } = world.ctx;
      const found = await db
        .selectFrom('quarantined_logs')
        .selectAll()
        .where('tx_hash', '=', txHash)
        .execute();
      expect(found).toMatchObject([{ reason: { code: 'logOwn' } }]);
      expect(await findLedgerMismatches(db)).toEqual([]);
    },
  );
});

test('a payment to an address that the buyer opened after the backup is found once the addresses are restored', async () => {
  await openOn('ETH');
  const { buyer, address } = await world.createAddressOwner('ETH');
  const { db } = world.ctx;
  await db.deleteFrom('deposit_addresses').execute();
  await world.payFinally('ETH', '40', address);
  const { count } = await db
    .selectFrom('users')
    .select(db.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  expect(await restoreAddresses(world.ctx, new Date())).toBe(Number(count));
  expect(await restoreAddresses(world.ctx, new Date())).toBe(0);
  await world.readAllAddresses('ETH');
  expect(await buyer.balance()).toBe(40_000_000n);
  expect((await openOwnAddress(buyer, 'ETH')).address.toLowerCase()).toBe(address);
  // Who registers now is not given the id, and with it the address, of a buyer whom the backup does not have.
  expect((await world.createBuyer()).userId - buyer.userId).toBeGreaterThanOrEqual(1_000_000n);
});
