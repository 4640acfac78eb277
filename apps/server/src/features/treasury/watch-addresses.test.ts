import { sweepManyData } from '@portside/checkout';
import { parseMicro, type Network } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { sql } from 'kysely';
import { keccak256, toHex, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChainNode } from '@portside/chain';
import type { Ctx } from '../../platform/context.ts';
import { signInAdmin } from '../../testing/people.ts';
import {
  createChainWorld,
  nodeOf,
  randomAddress,
  unitsOf,
  type ChainWorld,
  type TestChains,
} from '../../testing/chain-world.ts';
import { createPaidAddress } from '../../testing/chain-payments.ts';
import { readSweeping } from '../sweeping/read-sweeping.ts';
import { readTreasury } from './read-treasury.ts';
import { createWatchAddressesJob } from './watch-addresses.ts';

let chains: TestChains;
let world: ChainWorld;
let admin: Ctx;
beforeAll(async () => {
  chains = await startDevchain();
});
afterAll(() => chains.stop());

const openOn = async (...networks: Network[]): Promise<void> => {
  world = await createChainWorld(chains, networks);
  admin = (await signInAdmin(world.ctx)).ctx;
};

const createPaid = async (type: Network, amount: string): Promise<Hex> =>
  (await createPaidAddress(world, type, amount)).address;

/** As many runs as read every address once. */
async function watch(type: Network, nodes: readonly ChainNode[] = [nodeOf(chains, type)]): Promise<void> {
  const options = { network: type, nodes, quorum: nodes.length, everyMs: 1 };
  await createWatchAddressesJob(world.ctx, options).run();
}

async function look(type: Network) {
  const treasury = await readTreasury(admin);
  const facts = { nodesOf: () => [], quorumOf: () => 1 };
  const network = (await readSweeping(admin, facts)).networks.find((one) => one.type === type)!;
  return {
    onAddresses: parseMicro(treasury.on_addresses),
    funded: parseMicro(network.funded.amount),
    short: network.short.items,
  };
}

/**
 * The token's own record of an address's balance is changed, as when Tether destroys what is frozen: without a
 * transfer.
 */
async function setBalance(type: Network, address: Hex, amount: string): Promise<void> {
  const { contractAddress: token } = chains.chains[type];
  const read = () =>
    chains.controls.rpc<Hex>(
      type,
      'eth_call',
      { to: token, data: `0x70a08231${address.slice(2).padStart(64, '0')}` },
      'latest',
    );
  const wanted = unitsOf(type, amount);
  for (let slot = 0; slot < 12; slot += 1) {
    const key = keccak256(`0x${address.slice(2).padStart(64, '0')}${slot.toString(16).padStart(64, '0')}`);
    const before = await chains.controls.rpc<Hex>(type, 'eth_getStorageAt', token, key, 'latest');
    await chains.controls.rpc(type, 'anvil_setStorageAt', token, key, toHex(wanted, { size: 32 }));
    if (BigInt(await read()) === wanted) return;
    await chains.controls.rpc(type, 'anvil_setStorageAt', token, key, before);
  }
  throw new Error('the balance is in another slot');
}

describe.each<Network>(['ETH', 'TRON'])('on %s', (type) => {
  beforeEach(() => openOn(type));

  test('what Tether freezes at an address counts as not there, until it is free again', async () => {
    await world.useOwnAddresses(type);
    const [frozen] = [await createPaid(type, '70'), await createPaid(type, '30')];
    await world.settle(type);
    await watch(type);
    const before = await look(type);
    expect(before.short).toEqual([]);
    await chains.controls.setBlacklisted(type, frozen, true);
    await watch(type);
    const after = await look(type);
    expect(after.onAddresses - before.onAddresses).toBe(-70_000_000n);
    expect(after.funded - before.funded).toBe(-70_000_000n);
    expect(after.short).toMatchObject([{ recorded: '70', missing: '70', is_frozen: true }]);
    await chains.controls.setBlacklisted(type, frozen, false);
    await watch(type);
    expect(await look(type)).toEqual(before);
  });
});

test('what is gone without a transfer counts as missing once that has lasted for an hour', async () => {
  await openOn('BSC');
  await world.useOwnAddresses('BSC');
  const address = await createPaid('BSC', '70');
  await world.settle('BSC');
  const before = await look('BSC');
  await setBalance('BSC', address, '25');
  await watch('BSC');
  expect(await look('BSC')).toEqual(before);
  await sql`update address_looks set since = since - interval '61 minutes'`.execute(world.ctx.db);
  const after = await look('BSC');
  expect(after.onAddresses - before.onAddresses).toBe(-45_000_000n);
  expect(after.short).toMatchObject([{ recorded: '70', missing: '45', is_frozen: false }]);
  await setBalance('BSC', address, '70');
  await watch('BSC');
  expect(await look('BSC')).toEqual(before);
});

test('a sweep that is not recorded yet is nothing missing, and once it is nothing is kept', async () => {
  await openOn('ETH');
  const { address, salt, factory } = await world.createAddressOwner('ETH');
  await world.payFinally('ETH', '70', address);
  await world.call('ETH', randomAddress(), factory, sweepManyData(chains.chains.ETH.contractAddress, [salt]));
  await watch('ETH');
  expect((await look('ETH')).short).toEqual([]);
  await world.settle('ETH');
  await watch('ETH');
  const { rows } = await sql`select from address_looks where address = ${address}`.execute(world.ctx.db);
  expect(rows).toEqual([]);
});

test('a second sweep that is not recorded yet is not missing since the first', async () => {
  await openOn('ETH');
  const { address, salt, factory } = await world.createAddressOwner('ETH');
  const sweep = () =>
    world.call('ETH', randomAddress(), factory, sweepManyData(chains.chains.ETH.contractAddress, [salt]));
  await world.payFinally('ETH', '70', address);
  await sweep();
  await watch('ETH');
  await world.payFinally('ETH', '10', address);
  await sweep();
  await sql`update address_looks set since = since - interval '61 minutes'`.execute(world.ctx.db);
  await watch('ETH');
  expect((await look('ETH')).short).toEqual([]);
});

test('the answer of one node alone, or of nodes that differ, is not used', async () => {
  await openOn('ETH');
  await world.useOwnAddresses('ETH');
  const address = await createPaid('ETH', '70');
  await world.settle('ETH');
  await chains.controls.setBlacklisted('ETH', address, true);
  const honest = nodeOf(chains, 'ETH');
  const liar: ChainNode = {
    name: 'liar',
    request: async (method, params) =>
      method === 'eth_call' ? `0x${'f'.repeat(64)}` : honest.request(method, params),
  };
  await watch('ETH', [honest, liar]);
  expect((await look('ETH')).short).toEqual([]);
});

test('one that is started again goes on where it was, and so comes to the last address', async () => {
  await openOn('ETH');
  await world.useOwnAddresses('ETH');
  const frozen: Hex[] = [];
  // Ten of those that differ are looked at in one run.
  for (let paid = 0; paid < 12; paid += 1) frozen.push(await createPaid('ETH', '70'));
  await world.settle('ETH');
  for (const address of frozen) await chains.controls.setBlacklisted('ETH', address, true);
  await watch('ETH');
  expect((await look('ETH')).short).toHaveLength(10);
  await watch('ETH');
  expect((await look('ETH')).short).toHaveLength(12);
});
