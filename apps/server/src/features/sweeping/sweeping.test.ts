import { formatAddress, parseAddress } from '@portside/chain';
import { readSwept, sweepManyData } from '@portside/checkout';
import type { Network } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import type { Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../platform/context.ts';
import { signInAdmin } from '../../testing/people.ts';
import {
  createChainWorld,
  deployFactory,
  nodeOf,
  randomAddress,
  type ChainWorld,
  type TestChains,
} from '../../testing/chain-world.ts';
import { createPaidAddress } from '../../testing/chain-payments.ts';
import { setPaymentMethod } from '../payment-methods/index.ts';
import { readTreasury } from '../treasury/index.ts';
import { lookAtTreasury } from '../treasury/watch-treasury.ts';
import { checkContracts } from './operator-calls.ts';
import { listSweepable, listSweeps } from './sweeping-lists.ts';
import { readSweeping } from './read-sweeping.ts';

let chains: TestChains;
let world: ChainWorld;
let ann: Ctx;
beforeAll(async () => {
  chains = await startDevchain();
});
afterAll(() => chains.stop());

const openOn = async (...networks: Network[]): Promise<void> => {
  world = await createChainWorld(chains, networks);
  await world.ctx.db.deleteFrom('deposit_sweeps').execute();
  ann = (await signInAdmin(world.ctx)).ctx;
};

const facts = { nodesOf: (network: Network) => [nodeOf(chains, network)], quorumOf: () => 1 };
const page = { limit: 20 };

/** A buyer's own address on the network, paid with these amounts. */
async function payOwn(type: Network, ...amounts: string[]) {
  const { address, ...own } = await createPaidAddress(world, type, ...amounts);
  return { address: formatAddress(type, address), ...own };
}

async function record(type: Network): Promise<void> {
  await world.settle(type);
  await world.readAllAddresses(type);
}

/** As the page does: the calls that a wallet of the operator's own signs. */
async function sweep(type: Network, factory: Hex, salts: readonly string[]): Promise<Hex> {
  const data = sweepManyData(chains.chains[type].contractAddress, salts as Hex[]);
  const answer = await chains.controls.rpc<Hex>(type, 'eth_call', { to: factory, data }, 'latest');
  expect(readSwept(answer, salts.length).every((one) => one > 0n)).toBe(true);
  return world.call(type, randomAddress(), factory, data);
}

const networkOf = async (type: Network) => {
  const { networks } = await readSweeping(ann, facts);
  return networks.find((one) => one.type === type);
};
const listOf = async (query: object = {}) =>
  (await listSweepable(ann, { query: { ...page, ...query } })).items;

describe.each<Network>(['ETH', 'BSC', 'TRON'])('on %s', (type) => {
  beforeEach(() => openOn(type));

  test('balances, what is worth sweeping, and a sweep in the books', async () => {
    const factory = await world.useOwnAddresses(type);
    const small = await payOwn(type, '40');
    const large = await payOwn(type, '150', '60.5');
    await payOwn(type);
    await record(type);
    expect(await networkOf(type)).toMatchObject({
      funded: { amount: '250.5', addresses: 2 },
      worth_sweeping: { amount: '210.5', addresses: 1 },
      cost: expect.stringMatching(/^\d+(\.\d+)?$/),
      factories: [{ factory_address: formatAddress(type, factory), is_current: true, retired_at: null }],
    });
    const listed = await listOf({ type });
    expect(listed.map(({ address, amount }) => [address, amount])).toEqual([
      [large.address, '210.5'],
      [small.address, '40'],
    ]);
    expect(listed[0]).toMatchObject({ salt: large.salt, swept_before: false });
    expect((await listOf({ type, worth_sweeping: 'true' })).map(({ address }) => address)).toEqual([
      large.address,
    ]);

    const balance = await large.buyer.balance();
    const hash = await sweep(type, factory, [large.salt]);
    await record(type);
    expect(await large.buyer.balance()).toBe(balance);
    expect(await networkOf(type)).toMatchObject({ funded: { amount: '40', addresses: 1 } });
    const { items } = await listSweeps(ann, { query: { ...page, type } });
    expect(items).toMatchObject([
      {
        tx_hash: expect.stringContaining(hash.slice(2)),
        addresses: 1,
        amount: '210.5',
        wallet_address: formatAddress(type, chains.chains[type].walletAddress),
      },
    ]);
    // Swept before, paid again: the next sweep is a cheaper one.
    await world.pay(type, '5', parseAddress(type, large.address));
    await record(type);
    expect(await listOf({ type, address: large.address })).toMatchObject([
      { amount: '5', swept_before: true },
    ]);
  });

  test('a sweep moves between wallet and addresses, and the books stay equal', async () => {
    const factory = await world.useOwnAddresses(type);
    const { salt } = await payOwn(type, '300');
    await record(type);
    const look = () => lookAtTreasury(world.ctx, { network: type, nodes: facts.nodesOf(type), quorum: 1 });
    await look();
    const before = await readTreasury(ann);
    await sweep(type, factory, [salt]);
    await record(type);
    await look();
    const after = await readTreasury(ann);
    expect(after.on_chain).toBe(before.on_chain);
    expect(Number(before.on_addresses) - Number(after.on_addresses)).toBe(300);
    expect(Number(after.on_wallets) - Number(before.on_wallets)).toBe(300);
    expect(after.owed).toBe(before.owed);
    expect(after.is_covered).toBe(before.is_covered);
  });
});

test('the addresses of a former factory stay listed, with their own treasury', async () => {
  await openOn('ETH');
  const former = await world.useOwnAddresses('ETH');
  const old = await payOwn('ETH', '120');
  const treasury = randomAddress();
  const factoryAddress = await deployFactory(chains, 'ETH', treasury);
  const { chainId, contractAddress } = chains.chains.ETH;
  const method = { type: 'ETH' as const, chainId, contractAddress, walletAddress: treasury, factoryAddress };
  await setPaymentMethod(world.ctx, { ...method, checkoutAddress: null, nodesOnLoopback: true });
  await payOwn('ETH', '130');
  await record('ETH');
  expect((await networkOf('ETH'))?.factories).toMatchObject([
    { wallet_address: formatAddress('ETH', treasury), is_current: true, funded: { amount: '130' } },
    {
      factory_address: formatAddress('ETH', former),
      is_current: false,
      retired_at: expect.any(String),
      funded: { amount: '120' },
    },
  ]);
  const ofFormer = await listOf({ factory_address: formatAddress('ETH', former) });
  expect(ofFormer).toMatchObject([
    { address: old.address, wallet_address: formatAddress('ETH', chains.chains.ETH.walletAddress) },
  ]);
});

test('the list is read in pages, the largest first, each address once', async () => {
  await openOn('BSC');
  await world.useOwnAddresses('BSC');
  const paid = [];
  for (const amount of ['3', '7', '7', '1']) paid.push((await payOwn('BSC', amount)).address);
  await record('BSC');
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { limit: 2, type: 'BSC' as const, ...(cursor !== undefined && { cursor }) };
    const read = await listSweepable(ann, { query });
    seen.push(...read.items.map(({ amount }) => amount));
    cursor = read.next_cursor;
  }
  expect(seen).toEqual(['7', '7', '3', '1']);
  expect(await listOf({ address: paid[3] })).toMatchObject([{ amount: '1' }]);
});

test('an address that somebody has written into the database is nobody’s to sweep', async () => {
  await openOn('ETH');
  await world.useOwnAddresses('ETH');
  const { address } = await payOwn('ETH', '9');
  await record('ETH');
  const wrong = { factory_address: randomAddress() };
  await world.ctx.db
    .updateTable('deposit_addresses')
    .set(wrong)
    .where('address', '=', address.toLowerCase() as Hex)
    .execute();
  expect(await listOf({ type: 'ETH' })).toEqual([]);
});

test('the codes of checkout and factory are compared with the published ones', async () => {
  await openOn('ETH');
  const { walletAddress, checkoutAddress } = chains.chains.ETH;
  const factory = await deployFactory(chains, 'ETH', walletAddress);
  const check = (wallet: Hex, contracts: { checkout?: Hex; factory?: Hex }) =>
    checkContracts(
      ann,
      {
        query: {
          type: 'ETH',
          wallet_address: formatAddress('ETH', wallet),
          ...(contracts.checkout && { checkout_address: formatAddress('ETH', contracts.checkout) }),
          ...(contracts.factory && { factory_address: formatAddress('ETH', contracts.factory) }),
        },
      },
      facts,
    );
  expect(await check(walletAddress, { checkout: checkoutAddress, factory })).toMatchObject({
    checkout: 'proven',
    factory: 'proven',
  });
  expect(await check(randomAddress(), { checkout: checkoutAddress, factory })).toMatchObject({
    checkout: 'other',
    factory: 'other',
  });
  expect(await check(walletAddress, { factory: randomAddress() })).toMatchObject({
    checkout: null,
    factory: 'none',
  });
  const nobody = { nodesOf: () => [], quorumOf: () => 1 };
  const query = {
    type: 'ETH' as const,
    wallet_address: formatAddress('ETH', walletAddress),
    factory_address: formatAddress('ETH', factory),
  };
  expect(await checkContracts(ann, { query }, nobody)).toMatchObject({ factory: 'unknown' });
});
