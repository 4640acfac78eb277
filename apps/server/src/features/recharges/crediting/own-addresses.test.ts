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
} from '../../../testing/chain-world.ts';
import { askTopUp, listTopUps } from '../../../testing/chain-payments.ts';
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
