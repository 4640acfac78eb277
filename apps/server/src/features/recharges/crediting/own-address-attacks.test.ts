import { formatAddress } from '@portside/chain';
import { depositFactoryAbi } from '@portside/checkout';
import { parseMicro, type Network } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { encodeFunctionData, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../../platform/context.ts';
import { EventBus } from '../../../platform/events.ts';
import {
  createChainWorld,
  deployFactory,
  nodeOf,
  openOwnAddress,
  randomAddress,
  unitsOf,
  type ChainWorld,
  type TestChains,
} from '../../../testing/chain-world.ts';
import { askTopUp } from '../../../testing/chain-payments.ts';
import { resealMethods } from '../../../testing/sealed-rows.ts';
import { createOwner } from '../../../testing/people.ts';
import { createReadAddressesJob } from '../../deposits/index.ts';
import { findLedgerMismatches } from '../../ledger/index.ts';
import { setPaymentMethod } from '../../payment-methods/index.ts';
import { lookAtTreasury } from '../../treasury/watch-treasury.ts';
import { readTreasury } from '../../treasury/read-treasury.ts';
import { depositMatcher } from './match-deposits.ts';

let chains: TestChains;
let world: ChainWorld;
beforeAll(async () => {
  chains = await startDevchain();
});
afterAll(() => chains.stop());

const openOn = async (...networks: Network[]): Promise<void> => {
  world = await createChainWorld(chains, networks);
};

const depositsTo = (to: Hex) =>
  world.ctx.db.selectFrom('deposits').selectAll().where('to_address', '=', to).orderBy('id').execute();
const cursors = () =>
  world.ctx.db
    .selectFrom('address_cursors')
    .select(['chain_id', 'block_number', 'block_hash', 'block_time'])
    .orderBy('chain_id')
    .execute();
const cursorOf = async (network: Network) =>
  (await cursors()).find(({ chain_id }) => chain_id === BigInt(chains.chains[network].chainId))!;
const treasuryOf = async () => readTreasury({ ...world.ctx, actor: (await createOwner(world.ctx)).actor });
const look = (network: Network) =>
  lookAtTreasury(world.ctx, { network, nodes: [nodeOf(chains, network)], quorum: 1 });
const readAll = (network: Network, ctx: Ctx = world.ctx, nodes = [nodeOf(chains, network)]) =>
  createReadAddressesJob(ctx, { network, nodes, quorum: nodes.length }, depositMatcher).run();

describe.for<Network>(['ETH', 'BSC', 'TRON'])('on %s', (network) => {
  beforeEach(() => openOn(network));

  test('what fits another’s reserved amount too goes to whose address it is, once', async () => {
    const other = await world.createBuyer();
    const reserved = await askTopUp(other, network, '25');
    const { buyer: owner, address } = await world.createAddressOwner(network);
    await world.payFinally(network, reserved.pay_amount, address);
    await world.readAllAddresses(network);
    expect(await owner.balance()).toBe(parseMicro(reserved.pay_amount));
    expect(await other.balance()).toBe(0n);
    expect(await depositsTo(address)).toMatchObject([{ state: 'credited', user_id: owner.userId }]);
    // The other's own payment still counts.
    await world.payFinally(network, reserved.pay_amount);
    expect(await other.balance()).toBe(parseMicro(reserved.pay_amount));
    expect(await findLedgerMismatches(world.ctx.db)).toEqual([]);
  });

  test('a sweep is no deposit and changes no balance; the books know what is where', async () => {
    const { buyer, address, salt, factory } = await world.createAddressOwner(network);
    const before = await treasuryOf();
    await world.payFinally(network, '70', address);
    const funded = await treasuryOf();
    const grown = (a: string, b: string) => parseMicro(b) - parseMicro(a);
    expect(grown(before.on_addresses, funded.on_addresses)).toBe(70_000_000n);
    expect(grown(before.on_chain, funded.on_chain)).toBe(70_000_000n);
    expect(grown(before.owed, funded.owed)).toBe(70_000_000n);
    const args = [chains.chains[network].contractAddress, [salt]] as const;
    const sweep = encodeFunctionData({ abi: depositFactoryAbi, functionName: 'sweepMany', args });
    await world.call(network, randomAddress(), factory, sweep);
    await world.settle(network);
    await look(network);
    const swept = await treasuryOf();
    expect(grown(before.on_addresses, swept.on_addresses)).toBe(0n);
    expect(grown(funded.on_chain, swept.on_chain)).toBe(0n);
    expect(await buyer.balance()).toBe(70_000_000n);
    const { walletAddress } = chains.chains[network];
    expect((await depositsTo(walletAddress)).filter(({ from_address }) => from_address === address)).toEqual(
      [],
    );
    const sweeps = world.ctx.db.selectFrom('deposit_sweeps').selectAll().where('from_address', '=', address);
    expect(await sweeps.execute()).toMatchObject([{ amount_units: unitsOf(network, '70').toString() }]);
    // Once more, to an address that was made meanwhile.
    await world.payFinally(network, '11', address);
    expect(await buyer.balance()).toBe(81_000_000n);
  });

  test('an address of a retired factory is watched for ever', async () => {
    const { buyer, ...former } = await world.createAddressOwner(network);
    await world.useOwnAddresses(network);
    const retired = new Date(Date.now() - 400 * 24 * 3_600_000);
    await world.ctx.db
      .updateTable('payment_methods')
      .set({ retired_at: retired })
      .where('retired_at', 'is not', null)
      .execute();
    await resealMethods(world.ctx);
    await world.makeAddressesCold();
    expect((await openOwnAddress(buyer, network)).address).not.toBe(former.address);
    await world.payFinally(network, '33', former.address);
    await world.readAllAddresses(network);
    expect(await buyer.balance()).toBe(33_000_000n);
  });

  test('a failure while crediting undoes recording and credit, and the next pass does both', async () => {
    const { buyer, address } = await world.createAddressOwner(network);
    await world.makeAddressesCold();
    await world.payFinally(network, '15', address);
    const before = await cursorOf(network);
    const events = new EventBus<Ctx>();
    events.on('depositsCredited', () => Promise.reject(new Error('in the middle')));
    await expect(readAll(network, { ...world.ctx, events })).rejects.toThrow('in the middle');
    expect(await cursorOf(network)).toEqual(before);
    expect(await depositsTo(address)).toEqual([]);
    // Two readings of all addresses and the follower run at the same time.
    await Promise.all([readAll(network), readAll(network), world.follow(network)]);
    expect(await buyer.balance()).toBe(15_000_000n);
    expect((await cursorOf(network)).block_number).toBeGreaterThan(before.block_number);
  });
});

test('an address that somebody has put into the database makes no deposit', async () => {
  await openOn('ETH');
  const { buyer: thief, salt, factory } = await world.createAddressOwner('ETH');
  const [mine, wallet] = [randomAddress(), randomAddress()];
  const row = { user_id: thief.userId, network: 'ETH' as const, chain_id: BigInt(chains.chains.ETH.chainId) };
  const times = { created_at: new Date(), opened_at: new Date() };
  const forged = { ...row, ...times, salt, factory_address: randomAddress(), address: mine };
  await world.ctx.db.insertInto('deposit_addresses').values(forged).execute();
  await world.payFinally('ETH', '500', mine);
  await world.readAllAddresses('ETH');
  expect(await depositsTo(mine)).toEqual([]);
  expect(await thief.balance()).toBe(0n);

  // Nor does a payment from there count as a sweep.
  await chains.controls.mint('ETH', mine, 40_000_000n);
  await world.transfer('ETH', mine, '40', chains.chains.ETH.walletAddress);
  await world.settle('ETH');
  const paid = await depositsTo(chains.chains.ETH.walletAddress);
  expect(paid.filter(({ from_address }) => from_address === mine)).toMatchObject([{ state: 'unmatched' }]);

  // A buyer's row turned to another one: credited to neither.
  const owner = await world.createBuyer();
  const { address } = await openOwnAddress(owner, 'ETH');
  await world.ctx.db
    .updateTable('deposit_addresses')
    .set({ user_id: thief.userId, factory_address: wallet })
    .where('address', '=', address)
    .execute();
  expect(factory).not.toBe(wallet);
  await world.payFinally('ETH', '90', address);
  expect([await thief.balance(), await owner.balance()]).toEqual([0n, 0n]);
});

test('a payment of a blocked sender is held, and its owner sees that it is under review', async () => {
  await openOn('ETH');
  const { buyer, address } = await world.createAddressOwner('ETH');
  await world.payFromBlocked('ETH', '80', address);
  await world.settle('ETH');
  expect(await depositsTo(address)).toMatchObject([{ state: 'held', user_id: null }]);
  expect(await buyer.balance()).toBe(0n);
  const shown = world.ctx.db.selectFrom('recharges').selectAll().where('user_id', '=', buyer.userId);
  expect(await shown.execute()).toMatchObject([{ state: 'review', amount_micro: 80_000_000n }]);
});

test('nodes that do not answer, or know another block, move the addresses’ cursor nowhere', async () => {
  await openOn('ETH');
  const { buyer, address } = await world.createAddressOwner('ETH');
  await world.makeAddressesCold();
  await world.payFinally('ETH', '45', address);
  const before = await cursorOf('ETH');
  await readAll('ETH', world.ctx, [nodeOf(chains, 'ETH'), { ...nodeOf(chains, 'TRON'), name: 'other' }]);
  expect(await cursorOf('ETH')).toEqual(before);
  const chainId = BigInt(chains.chains.ETH.chainId);
  const followed = world.ctx.db.selectFrom('chain_cursors').selectAll().where('chain_id', '=', chainId);
  const { block_hash } = await followed.executeTakeFirstOrThrow();
  const setHash = (hash: Hex) =>
    world.ctx.db
      .updateTable('chain_cursors')
      .set({ block_hash: hash })
      .where('chain_id', '=', chainId)
      .execute();
  await setHash(`0x${'ee'.repeat(32)}`);
  await readAll('ETH');
  expect(await cursorOf('ETH')).toEqual(before);
  await setHash(block_hash);
  await readAll('ETH');
  expect(await buyer.balance()).toBe(45_000_000n);
});

test('with own addresses, too, a payment through the checkout goes to the order that it names', async () => {
  await openOn('ETH');
  const factory = await deployFactory(chains, 'ETH', chains.chains.ETH.walletAddress);
  const { chainId, contractAddress, walletAddress, checkoutAddress } = chains.chains.ETH;
  await setPaymentMethod(world.ctx, {
    type: 'ETH',
    chainId,
    contractAddress,
    walletAddress,
    checkoutAddress,
    factoryAddress: factory,
    nodesOnLoopback: true,
  });
  await look('ETH');
  await world.settle('ETH');
  const buyer = await world.createBuyer();
  const recharge = await askTopUp(buyer, 'ETH', '30');
  expect(recharge.wallet_address).not.toBe(formatAddress('ETH', walletAddress));
  await world.payByCheckout('ETH', recharge, '30');
  await world.settle('ETH');
  expect(await buyer.balance()).toBe(30_000_000n);
});
