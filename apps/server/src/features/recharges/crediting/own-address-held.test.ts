import { parseMicro } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import type { Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signInAdmin } from '../../../testing/people.ts';
import {
  createChainWorld,
  openOwnAddress,
  type Buyer,
  type ChainWorld,
  type TestChains,
} from '../../../testing/chain-world.ts';
import { askTopUp, listTopUps } from '../../../testing/chain-payments.ts';
import { approveProposal } from '../../approvals/decide-proposal.ts';
import { assignDeposit } from '../../deposits/decisions/assign-deposit.ts';
import { rejectDeposit } from '../../deposits/decisions/propose-decision.ts';
import { listAllDeposits } from '../../deposits/listing/list-all-deposits.ts';
import { findLedgerMismatches } from '../../ledger/index.ts';

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

const open = async (buyer: Buyer): Promise<Hex> => (await openOwnAddress(buyer, 'ETH')).address;
let keys = 0;
const key = () => `held ${(keys += 1)}`;

test('two held payments of one transaction to two buyers are each decided for their own buyer', async () => {
  const [one, other] = [await world.createBuyer(), await world.createBuyer()];
  const txHash = await world.payFromBlocked('ETH', '80', await open(one));
  const second = await world.payFromBlocked('ETH', '80', await open(other));
  await world.settle('ETH');
  // As a contract that pays several at once does.
  const { db } = world.ctx;
  const together = { tx_hash: txHash, ordinal: 1 };
  await db.updateTable('deposits').set(together).where('tx_hash', '=', second).execute();
  await db.updateTable('recharges').set({ tx_hash: txHash }).where('tx_hash', '=', second).execute();
  const [ann, bob] = [(await signInAdmin(world.ctx)).ctx, (await signInAdmin(world.ctx)).ctx];
  const query = { tx_hash: txHash, limit: 20, sort: 'recorded_at' as const };
  const orders = [(await listTopUps(one))[0]!.order_id, (await listTopUps(other))[0]!.order_id];
  const { items } = await listAllDeposits(ann, { query });
  expect(items.map(({ order_id }) => order_id)).toEqual(orders);
  const params = { id: items[1]!.id };
  const rejection = { params, body: { reason: 'fraud' }, idempotencyKey: key() };
  await approveProposal(bob, BigInt((await rejectDeposit(ann, rejection)).id));
  expect(await listTopUps(one)).toMatchObject([{ sub_state: 'review' }]);
  expect(await listTopUps(other)).toMatchObject([{ status: 'failed' }]);
});

test('a stranger’s held payment of less does not take a buyer’s open top-up from them', async () => {
  const buyer = await world.createBuyer();
  const address = await open(buyer);
  const { order_id } = await askTopUp(buyer, 'ETH', '500');
  await world.payFromBlocked('ETH', '20', address);
  await world.settle('ETH');
  const [held, asked] = await listTopUps(buyer);
  expect(held).toMatchObject({ amount: '20', sub_state: 'review' });
  expect(asked).toMatchObject({ order_id, sub_state: 'waiting' });
  await world.payFinally('ETH', '500', address);
  const shown = await listTopUps(buyer);
  expect(shown.find((one) => one.order_id === order_id)).toMatchObject({ status: 'successful' });
  expect(await buyer.balance()).toBe(parseMicro('500'));
  // A payment of the whole amount belongs to the top-up, also while it is under review.
  const again = await askTopUp(buyer, 'ETH', '500');
  await world.payFromBlocked('ETH', '500', address);
  await world.settle('ETH');
  const found = (await listTopUps(buyer)).find((one) => one.order_id === again.order_id);
  expect(found).toMatchObject({ sub_state: 'review' });
});

test('a payment below the minimum can be credited by two people, to the buyer to whose address it came', async () => {
  const buyer = await world.createBuyer();
  const txHash = await world.payFinally('ETH', '4', await open(buyer));
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
  expect(await listTopUps(buyer)).toMatchObject([{ status: 'successful', credited_amount: '4' }]);
  // It counts towards nothing more.
  await world.payFinally('ETH', '7', await open(buyer));
  expect(await buyer.balance()).toBe(parseMicro('4'));
  expect(await findLedgerMismatches(world.ctx.db)).toEqual([]);
});
