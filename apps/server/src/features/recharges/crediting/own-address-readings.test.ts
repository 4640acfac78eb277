import { parseAddress } from '@portside/chain';
import { usdtLookalikeAbi } from '@portside/checkout';
import { type Network } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { encodeFunctionData, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createChainWorld, unitsOf, type ChainWorld, type TestChains } from '../../../testing/chain-world.ts';
import { restoreAddresses } from '../../deposit-addresses/index.ts';
import { openDepositAddress } from '../../deposit-addresses/open-deposit-address.ts';
import { findLedgerMismatches } from '../../ledger/index.ts';

let chains: TestChains;
let world: ChainWorld;
beforeAll(async () => {
  chains = await startDevchain();
});
beforeEach(async () => {
  world = await createChainWorld(chains);
});
afterAll(() => chains.stop());

type Buyer = Awaited<ReturnType<ChainWorld['createBuyer']>>;
const offered = { isOffered: () => Promise.resolve(true) };
const open = async ({ ctx }: Buyer, type: Network): Promise<Hex> =>
  parseAddress(type, (await openDepositAddress(ctx, offered, { body: { type } })).address);
async function settle(network: Network): Promise<void> {
  await world.makeFinal(network);
  await world.follow(network);
}

async function makeCold(): Promise<void> {
  const longAgo = new Date(Date.now() - 10 * 24 * 3_600_000);
  await world.ctx.db.updateTable('deposit_addresses').set({ opened_at: longAgo, paid_at: null }).execute();
}

describe.for<Network>(['ETH', 'BSC', 'TRON'])('on %s', (network) => {
  test.for(['hot', 'cold'])(
    'a transfer from the treasury to a buyer’s %s address credits nothing, whichever reading finds it',
    async (reading) => {
      await world.useOwnAddresses(network);
      const buyer = await world.createBuyer();
      const address = await open(buyer, network);
      if (reading === 'cold') await makeCold();
      await world.pay(network, '40');
      const { walletAddress, contractAddress } = chains.chains[network];
      const args = [address, unitsOf(network, '40')] as const;
      const data = encodeFunctionData({ abi: usdtLookalikeAbi, functionName: 'transfer', args });
      const txHash = await world.call(network, walletAddress, contractAddress, data);
      await settle(network);
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
  await world.useOwnAddresses('ETH');
  const buyer = await world.createBuyer();
  const address = await open(buyer, 'ETH');
  const { db } = world.ctx;
  await db.deleteFrom('deposit_addresses').execute();
  await world.pay('ETH', '40', address);
  await settle('ETH');
  const { count } = await db
    .selectFrom('users')
    .select(db.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  expect(await restoreAddresses(world.ctx, new Date())).toBe(Number(count));
  expect(await restoreAddresses(world.ctx, new Date())).toBe(0);
  await world.readAllAddresses('ETH');
  expect(await buyer.balance()).toBe(40_000_000n);
  expect((await open(buyer, 'ETH')).toLowerCase()).toBe(address);
  // Who registers now is not given the id, and with it the address, of a buyer whom the backup does not have.
  expect((await world.createBuyer()).userId - buyer.userId).toBeGreaterThanOrEqual(1_000_000n);
});
