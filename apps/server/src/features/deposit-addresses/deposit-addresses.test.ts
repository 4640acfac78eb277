import { formatAddress, parseAddress } from '@portside/chain';
import { depositFactoryAbi } from '@portside/checkout';
import { NETWORKS, type Network } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { decodeFunctionResult, encodeFunctionData, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createChainWorld,
  deployFactory,
  randomAddress,
  type ChainWorld,
  type TestChains,
} from '../../testing/chain-world.ts';
import { networksHere } from '../../testing/world.ts';
import type { Ctx } from '../../platform/context.ts';
import { setPaymentMethod } from '../payment-methods/index.ts';
import { openDepositAddress } from './own-address.ts';

let chains: TestChains;
let world: ChainWorld;
beforeAll(async () => {
  chains = await startDevchain();
});
afterAll(() => chains.stop());

const openOn = async (...networks: Network[]): Promise<void> => {
  world = await createChainWorld(chains, networks);
};

const offered = { isOffered: () => Promise.resolve(true) };
const open = (ctx: Ctx, type: Network, chainFacts = offered) =>
  openDepositAddress(ctx, { body: { type } }, chainFacts);
const topUpsOff = { reason: 'topUpsOff' };

async function setFactory(type: Network, treasury = chains.chains[type].walletAddress): Promise<Hex> {
  const factoryAddress = await deployFactory(chains, type, treasury);
  const { chainId, contractAddress, checkoutAddress } = chains.chains[type];
  const method = { type, chainId, contractAddress, walletAddress: treasury, checkoutAddress, factoryAddress };
  await setPaymentMethod(world.ctx, { ...method, nodesOnLoopback: true });
  return factoryAddress;
}

/** The address that the factory itself tells. */
async function askFactory(type: Network, factory: Hex, salt: Hex): Promise<string> {
  const call = { abi: depositFactoryAbi, functionName: 'addressOf' } as const;
  const data = encodeFunctionData({ ...call, args: [salt] });
  const answer = await chains.controls.rpc<Hex>(type, 'eth_call', { to: factory, data }, 'latest');
  return formatAddress(type, decodeFunctionResult({ ...call, data: answer }).toLowerCase() as Hex);
}

describe.for(networksHere)('on %s', (type) => {
  beforeEach(() => openOn(type));

  test('a buyer has one address, which is the one that the factory makes, and nobody else has it', async () => {
    const factory = await setFactory(type);
    const [one, other] = [await world.createBuyer(), await world.createBuyer()];
    const answers = await Promise.all([1, 2, 3].map(() => open(one.ctx, type)));
    const [first] = answers;
    expect(new Set(answers.map(({ address }) => address)).size).toBe(1);
    expect(first).toMatchObject({
      type,
      factory_address: formatAddress(type, factory),
      wallet_address: formatAddress(type, chains.chains[type].walletAddress),
      address: await askFactory(type, factory, first!.salt as Hex),
    });
    expect((await open(one.ctx, type)).address).toBe(first!.address);
    const another = await open(other.ctx, type);
    expect([another.address, another.salt]).not.toContain(first!.address);
    expect(another.salt).not.toBe(first!.salt);
  });
});

test('what was paid to an address reaches the treasury once anybody sweeps it', async () => {
  await openOn(...NETWORKS);
  for (const type of NETWORKS) {
    const factory = await setFactory(type);
    const buyer = await world.createBuyer();
    const { address, salt } = await open(buyer.ctx, type);
    await world.pay(type, '12.5', parseAddress(type, address));
    const args = [chains.chains[type].contractAddress, [salt as Hex]] as const;
    const data = encodeFunctionData({ abi: depositFactoryAbi, functionName: 'sweepMany', args });
    const before = await readBalance(type);
    await world.call(type, randomAddress(), factory, data);
    expect((await readBalance(type)) - before).toBeGreaterThan(0n);
  }
});

async function readBalance(type: Network): Promise<bigint> {
  const { contractAddress: to, walletAddress } = chains.chains[type];
  const data = `0x70a08231${walletAddress.slice(2).padStart(64, '0')}`;
  return BigInt(await chains.controls.rpc<Hex>(type, 'eth_call', { to, data }, 'latest'));
}

test('two networks’ addresses of a buyer do not show that they are of one', async () => {
  await openOn('ETH', 'POLYGON');
  const treasury = randomAddress();
  const buyer = await world.createBuyer();
  const own = [];
  for (const type of ['ETH', 'POLYGON'] as const) {
    await setFactory(type, treasury);
    own.push(await open(buyer.ctx, type));
  }
  expect(own[0]!.salt).not.toBe(own[1]!.salt);
  expect(own[0]!.address).not.toBe(own[1]!.address);
});

test('another factory gives another address; the former one is kept', async () => {
  await openOn('ETH');
  await setFactory('ETH');
  const buyer = await world.createBuyer();
  const first = await open(buyer.ctx, 'ETH');
  await setFactory('ETH');
  const second = await open(buyer.ctx, 'ETH');
  expect(second.address).not.toBe(first.address);
  const kept = await world.ctx.db
    .selectFrom('deposit_addresses')
    .select('address')
    .where('user_id', '=', buyer.userId)
    .orderBy('id')
    .execute();
  expect(kept.map(({ address }) => formatAddress('ETH', address))).toEqual([first.address, second.address]);
});

test('an address that somebody has put into the database is not shown', async () => {
  await openOn('ETH');
  await setFactory('ETH');
  const buyer = await world.createBuyer();
  await open(buyer.ctx, 'ETH');
  const change = (columns: { address?: Hex; salt?: Hex }) =>
    world.ctx.db.updateTable('deposit_addresses').set(columns).where('user_id', '=', buyer.userId).execute();
  await change({ address: randomAddress() });
  await expect(open(buyer.ctx, 'ETH')).rejects.toMatchObject({ reason: 'addressesChanged' });
});

test('a factory that somebody has put into the database ends the network’s top-ups', async () => {
  await openOn('ETH');
  await setFactory('ETH');
  const buyer = await world.createBuyer();
  const factory = await deployFactory(chains, 'ETH', randomAddress());
  await world.ctx.db
    .updateTable('payment_methods')
    .set({ factory_address: factory })
    .where('type', '=', 'ETH')
    .where('retired_at', 'is', null)
    .execute();
  await expect(open(buyer.ctx, 'ETH')).rejects.toMatchObject(topUpsOff);
});

test('where payments are told apart by their amounts, or no top-ups are taken, there is no address', async () => {
  await openOn('ETH');
  const buyer = await world.createBuyer();
  await expect(open(buyer.ctx, 'ETH')).rejects.toMatchObject(topUpsOff);
  await setFactory('ETH');
  const off = { isOffered: () => Promise.resolve(false) };
  await expect(open(buyer.ctx, 'ETH', off)).rejects.toMatchObject(topUpsOff);
  await expect(open(world.ctx, 'ETH')).rejects.toMatchObject({ reason: expect.any(String) });
});
