import { chainsOf, create2PrefixOf, parseAddress } from '@portside/chain';
import { depositAddressOf, usdtLookalikeAbi, usdtLookalikeBytecode } from '@portside/checkout';
import { formatMicro, parseMicro, type Network } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { encodeDeployData, encodeFunctionData, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createChainWorld,
  openOwnAddress,
  randomAddress,
  unitsOf,
  type ChainWorld,
  type TestChains,
  transferOf,
  type Buyer,
} from '../../../testing/chain-world.ts';
import { askTopUp, listTopUps } from '../../../testing/chain-payments.ts';
import { signInAdmin } from '../../../testing/people.ts';
import { approveProposal } from '../../approvals/decide-proposal.ts';
import { restoreAddresses } from '../../deposit-addresses/index.ts';
import { assignDeposit } from '../../deposits/decisions/assign-deposit.ts';
import { rejectDeposit } from '../../deposits/decisions/decisions.ts';
import { listAllDeposits } from '../../deposits/listing/list-all-deposits.ts';
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

const listDeposits = (to: Hex) =>
  world.ctx.db.selectFrom('deposits').selectAll().where('to_address', '=', to).orderBy('id').execute();
const statesAt = async (to: Hex) => (await listDeposits(to)).map(({ state }) => state);

describe.for<Network>(['ETH', 'BSC', 'TRON'])('on %s', (network) => {
  beforeEach(() => openOn(network));

  test('any amount is credited as it came, each payment with a line of its own', async () => {
    const { buyer, address } = await world.createAddressOwner(network);
    await world.payFinally(network, '49.03', address);
    expect(await buyer.balance()).toBe(49_030_000n);
    // Two in one block.
    await world.payTogether(network, ['20', '30.5'], address);
    await world.settle(network);
    expect(await buyer.balance()).toBe(99_530_000n);
    const shown = await listTopUps(buyer);
    expect(shown.map(({ credited_amount, status }) => [credited_amount, status])).toEqual(
      expect.arrayContaining([
        ['49.03', 'successful'],
        ['20', 'successful'],
        ['30.5', 'successful'],
      ]),
    );
    expect(new Set(shown.map(({ tx_hash }) => tx_hash)).size).toBe(3);
    expect(await statesAt(address)).toEqual(['credited', 'credited', 'credited']);
    expect(await findLedgerMismatches(world.ctx.db)).toEqual([]);
  });

  test('an order is seen at the head and done with what came, though the exchange took its fee', async () => {
    const { buyer, address } = await world.createAddressOwner(network);
    const recharge = await askTopUp(buyer, network, '100');
    expect(recharge).toMatchObject({ pay_amount: '100' });
    expect(parseAddress(network, recharge.wallet_address!)).toBe(address);
    const { factory_address: at, wallet_address: to, salt } = recharge.own_address!;
    const factory = {
      prefix: create2PrefixOf(network, recharge.chain_id),
      factory: parseAddress(network, at),
      treasury: parseAddress(network, to),
    };
    expect(depositAddressOf(factory, salt as Hex)).toBe(address);
    await world.pay(network, '98.7', address);
    await world.follow(network);
    expect((await listTopUps(buyer))[0]).toMatchObject({ sub_state: 'seen' });
    await world.settle(network);
    expect(await listTopUps(buyer)).toMatchObject([
      { order_id: recharge.order_id, status: 'successful', credited_amount: '98.7' },
    ]);
    // The rest, later.
    await world.payFinally(network, '10', address);
    expect(await buyer.balance()).toBe(108_700_000n);
    expect(await listTopUps(buyer)).toHaveLength(2);
  });

  test('a late payment is credited', async () => {
    const { buyer, address } = await world.createAddressOwner(network);
    const { order_id } = await askTopUp(buyer, network, '50');
    await world.ctx.db
      .updateTable('recharges')
      .set({ state: 'expired' })
      .where('order_id', '=', order_id)
      .execute();
    await world.payFinally(network, '50', address);
    expect(await buyer.balance()).toBe(50_000_000n);
  });

  test('below the minimum payments wait, and are credited once they are enough together', async () => {
    const { buyer, address } = await world.createAddressOwner(network);
    const part = { ETH: '4', BSC: '0.4', TRON: '2' }[network as 'ETH'];
    for (const states of [['small'], ['small', 'small'], ['credited', 'credited', 'credited']]) {
      await world.payFinally(network, part, address);
      expect(await statesAt(address)).toEqual(states);
    }
    expect(await buyer.balance()).toBe(parseMicro(part) * 3n);
    expect(await listTopUps(buyer)).toHaveLength(3);
    expect(await findLedgerMismatches(world.ctx.db)).toEqual([]);
  });

  test('a small payment does not end an open order', async () => {
    const { buyer, address } = await world.createAddressOwner(network);
    await askTopUp(buyer, network, '100');
    await world.payFinally(network, '0.5', address);
    expect(await listTopUps(buyer)).toMatchObject([{ sub_state: 'waiting' }]);
    await world.payFinally(network, '100', address);
    expect(await buyer.balance()).toBe(100_500_000n);
  });

  test('another token counts for nothing', async () => {
    const { buyer, address } = await world.createAddressOwner(network);
    const owner = randomAddress();
    const args = [2, 6] as const;
    const data = encodeDeployData({ abi: usdtLookalikeAbi, bytecode: usdtLookalikeBytecode, args });
    await chains.controls.rpc(network, 'anvil_setBalance', owner, '0xde0b6b3a7640000');
    const transaction = { from: owner, data, gas: '0x2dc6c0' };
    const hash = await chains.controls.rpc<Hex>(network, 'eth_sendTransaction', transaction);
    await chains.controls.mine(network, 1);
    const { contractAddress: token } = await chains.controls.rpc<{ contractAddress: Hex }>(
      network,
      'eth_getTransactionReceipt',
      hash,
    );
    const mint = { abi: usdtLookalikeAbi, functionName: 'mint', args: [owner, 10n ** 20n] } as const;
    await world.call(network, owner, token, encodeFunctionData(mint));
    await world.call(network, owner, token, transferOf(address, 10n ** 19n));
    await world.settle(network);
    expect(await statesAt(address)).toEqual([]);
    expect(await buyer.balance()).toBe(0n);
  });

  test('what a reorganisation takes away is shown no more; sent again it is credited once', async () => {
    const { buyer, address } = await world.createAddressOwner(network);
    await askTopUp(buyer, network, '60');
    await world.pay(network, '60', address);
    await world.follow(network);
    expect((await listTopUps(buyer))[0]).toMatchObject({ sub_state: 'seen' });
    await chains.controls.reorg(network, 1);
    await world.follow(network);
    expect((await listTopUps(buyer))[0]).toMatchObject({ sub_state: 'waiting' });
    await world.settle(network);
    const { length: survived } = await listDeposits(address);
    await world.payFinally(network, '60', address);
    expect(await buyer.balance()).toBe(60_000_000n * BigInt(survived + 1));
    expect(await statesAt(address)).toHaveLength(survived + 1);
  });

  test('a cold address is read once an hour; opened again, it is read at once; nothing counts twice', async () => {
    const { buyer, address } = await world.createAddressOwner(network);
    await world.makeAddressesCold();
    await world.payFinally(network, '31', address);
    expect(await buyer.balance()).toBe(0n);
    await openOwnAddress(buyer, network);
    await world.follow(network);
    expect(await buyer.balance()).toBe(31_000_000n);
    await world.makeAddressesCold();
    await world.payFinally(network, '32', address);
    await world.readAllAddresses(network);
    expect(await buyer.balance()).toBe(63_000_000n);
    await openOwnAddress(buyer, network);
    await world.follow(network);
    await world.readAllAddresses(network);
    expect(await buyer.balance()).toBe(63_000_000n);
    expect(await statesAt(address)).toEqual(['credited', 'credited']);
  });
});

test('with eighteen decimals the credit is rounded down, and dust is recorded and credits nothing', async () => {
  await openOn('BSC');
  const { buyer, address } = await world.createAddressOwner('BSC');
  const payer = randomAddress();
  await chains.controls.mint('BSC', payer, 100_000_000n);
  const { contractAddress: token } = chains.chains.BSC;
  const units = unitsOf('BSC', '12.345678') + 999_999_999_999n;
  await world.call('BSC', payer, token, transferOf(address, units));
  await world.call('BSC', payer, token, transferOf(address, 999_999_999_999n));
  await world.settle('BSC');
  expect(await buyer.balance()).toBe(12_345_678n);
  expect(await listDeposits(address)).toMatchObject([
    { amount_units: units.toString(), state: 'credited' },
    { amount_units: '999999999999', amount_micro: 0n, state: 'rejected' },
  ]);
});

test('however many small payments wait, they count together', async () => {
  await openOn('BSC');
  const { buyer, address } = await world.createAddressOwner('BSC');
  const { leastDepositMicro } = chainsOf('BSC');
  const many = 204n;
  const part = leastDepositMicro / (many + 6n);
  await world.payInOneTransaction('BSC', Array<string>(Number(many)).fill(formatMicro(part)), address);
  await world.settle('BSC');
  expect(await buyer.balance()).toBe(0n);
  const last = leastDepositMicro - many * part;
  await world.payFinally('BSC', formatMicro(last), address);
  // The largest 200 of them, and what came; the others are too few to be credited alone.
  expect(await buyer.balance()).toBe(200n * part + last);
  // Each is below 0.01 USDT: together they are one line, and what came is another.
  const lines = (await listTopUps(buyer)).map((one) => [one.credited_amount, one.status].join(' '));
  expect(lines.toSorted()).toEqual([
    `${formatMicro(last)} successful`,
    `${formatMicro(200n * part)} successful`,
  ]);
  expect((await statesAt(address)).filter((state) => state === 'credited')).toHaveLength(201);
  expect(await findLedgerMismatches(world.ctx.db)).toEqual([]);
  await world.payFinally('BSC', formatMicro(leastDepositMicro), address);
  expect(await buyer.balance()).toBe(2n * leastDepositMicro);
});

describe('held payments to own addresses', () => {
  beforeEach(async () => {
    world = await createChainWorld(chains, ['ETH']);
    await world.useOwnAddresses('ETH');
  });

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
});

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
