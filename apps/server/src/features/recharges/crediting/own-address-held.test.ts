import { usdtLookalikeAbi } from '@portside/checkout';
import { parseMicro } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { encodeFunctionData, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signInAdmin } from '../../../testing/admin.ts';
import {
  createChainWorld,
  openOwnAddress,
  randomAddress,
  type Buyer,
  type ChainWorld,
  type TestChains,
} from '../../../testing/chain-world.ts';
import { approveProposal } from '../../approvals/approve-proposal.ts';
import { assignDeposit } from '../../deposits/decisions/assign-deposit.ts';
import { rejectDeposit } from '../../deposits/decisions/propose-decision.ts';
import { listAllDeposits } from '../../deposits/listing/list-all-deposits.ts';
import { findLedgerMismatches } from '../../ledger/index.ts';
import { createRecharge } from '../create-recharge.ts';
import { listRecharges } from '../read-recharges.ts';

let chains: TestChains;
let world: ChainWorld;
beforeAll(async () => {
  chains = await startDevchain();
});
beforeEach(async () => {
  world = await createChainWorld(chains);
  await world.useOwnAddresses('ETH');
});
afterAll(() => chains.stop());

const open = async (buyer: Buyer): Promise<Hex> => (await openOwnAddress(buyer, 'ETH')).address;
const listOwn = async ({ ctx }: Buyer) => (await listRecharges(ctx, { query: { limit: 20 } })).items;
let keys = 0;
const key = () => `held ${(keys += 1)}`;

/** A payment of a sender that the operator has blocked. */
async function payFromBlocked(to: Hex, amount: string): Promise<Hex> {
  const sender = randomAddress();
  await chains.controls.mint('ETH', sender, parseMicro(amount));
  const block = { network: 'ETH' as const, address: sender, list: 'own' as const, note: 'fraud' };
  await world.ctx.db
    .insertInto('blocked_wallets')
    .values({ ...block, created_at: new Date() })
    .execute();
  const args = [to, parseMicro(amount)] as const;
  const data = encodeFunctionData({ abi: usdtLookalikeAbi, functionName: 'transfer', args });
  return world.call('ETH', sender, chains.chains.ETH.contractAddress, data);
}

test('two held payments of one transaction to two buyers are each decided for their own buyer', async () => {
  const [one, other] = [await world.createBuyer(), await world.createBuyer()];
  const txHash = await payFromBlocked(await open(one), '80');
  const second = await payFromBlocked(await open(other), '80');
  await world.settle('ETH');
  // As a contract that pays several at once does.
  const { db } = world.ctx;
  const together = { tx_hash: txHash, ordinal: 1 };
  await db.updateTable('deposits').set(together).where('tx_hash', '=', second).execute();
  await db.updateTable('recharges').set({ tx_hash: txHash }).where('tx_hash', '=', second).execute();
  const [ann, bob] = [(await signInAdmin(world.ctx)).ctx, (await signInAdmin(world.ctx)).ctx];
  const query = { tx_hash: txHash, limit: 20, sort: 'recorded_at' as const };
  const orders = [(await listOwn(one))[0]!.order_id, (await listOwn(other))[0]!.order_id];
  const { items } = await listAllDeposits(ann, { query });
  expect(items.map(({ order_id }) => order_id)).toEqual(orders);
  const params = { id: items[1]!.id };
  const rejection = { params, body: { reason: 'fraud' }, idempotencyKey: key() };
  await approveProposal(bob, BigInt((await rejectDeposit(ann, rejection)).id));
  expect(await listOwn(one)).toMatchObject([{ sub_state: 'review' }]);
  expect(await listOwn(other)).toMatchObject([{ status: 'failed' }]);
});

test('a stranger’s held payment of less does not take a buyer’s open top-up from them', async () => {
  const buyer = await world.createBuyer();
  const address = await open(buyer);
  const body = { type: 'ETH' as const, amount: '500' };
  const { order_id } = await createRecharge(buyer.ctx, { body, idempotencyKey: key() });
  await payFromBlocked(address, '20');
  await world.settle('ETH');
  const [held, asked] = await listOwn(buyer);
  expect(held).toMatchObject({ amount: '20', sub_state: 'review' });
  expect(asked).toMatchObject({ order_id, sub_state: 'waiting' });
  await world.pay('ETH', '500', address);
  await world.settle('ETH');
  const shown = await listOwn(buyer);
  expect(shown.find((one) => one.order_id === order_id)).toMatchObject({ status: 'successful' });
  expect(await buyer.balance()).toBe(parseMicro('500'));
  // A payment of the whole amount belongs to the top-up, also while it is under review.
  const again = await createRecharge(buyer.ctx, { body, idempotencyKey: key() });
  await payFromBlocked(address, '500');
  await world.settle('ETH');
  const found = (await listOwn(buyer)).find((one) => one.order_id === again.order_id);
  expect(found).toMatchObject({ sub_state: 'review' });
});

test('a payment below the minimum can be credited by two people, to the buyer to whose address it came', async () => {
  const buyer = await world.createBuyer();
  const txHash = await world.pay('ETH', '4', await open(buyer));
  await world.settle('ETH');
  const [ann, bob] = [(await signInAdmin(world.ctx)).ctx, (await signInAdmin(world.ctx)).ctx];
  const query = { tx_hash: txHash, limit: 20, sort: 'recorded_at' as const };
  const [small] = (await listAllDeposits(ann, { query })).items;
  expect(small).toMatchObject({ state: 'small' });
  const { username } = await world.ctx.db
    .selectFrom('users')
    .select('username')
    .where('id', '=', buyer.userId)
    .executeTakeFirstOrThrow();
  const body = { username, reason: 'closes the account' };
  const call = { params: { id: small!.id }, body, idempotencyKey: key() };
  const proposal = await assignDeposit(ann, call, () => Promise.resolve([]));
  expect(await buyer.balance()).toBe(0n);
  await approveProposal(bob, BigInt(proposal.id));
  expect(await buyer.balance()).toBe(parseMicro('4'));
  expect(await listOwn(buyer)).toMatchObject([{ status: 'successful', credited_amount: '4' }]);
  // It counts towards nothing more.
  await world.pay('ETH', '7', await open(buyer));
  await world.settle('ETH');
  expect(await buyer.balance()).toBe(parseMicro('4'));
  expect(await findLedgerMismatches(world.ctx.db)).toEqual([]);
});
