import { formatAddress, parseAddress } from '@portside/chain';
import { depositFactoryAbi } from '@portside/checkout';
import { NETWORKS, type Network } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { sql } from 'kysely';
import { decodeFunctionResult, encodeFunctionData, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../platform/clock.ts';
import { Refusal } from '../../platform/refusal.ts';
import {
  createChainWorld,
  deployFactory,
  randomAddress,
  type ChainWorld,
  type TestChains,
} from '../../testing/chain-world.ts';
import { createFollowedChain, randomHex, recordDeposit } from '../../testing/followed-chain.ts';
import { createPerson } from '../../testing/people.ts';
import { networksHere, createWorld } from '../../testing/world.ts';
import type { Ctx } from '../../platform/context.ts';
import { setPaymentMethod } from '../payment-methods/index.ts';
import { createRecharge } from '../recharges/create-recharge.ts';
import { openDepositAddress, forgetOrigins } from './own-address.ts';
import { isAddressAwaited, listHotAddresses } from './watched-addresses.ts';

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

test.for([
  [45, true],
  [89, true],
  [91, false],
] as const)(
  '%i minutes after a buyer has opened their address somebody waits for a payment: %s',
  async ([minutes, isAwaited]) => {
    const { ctx } = await createWorld();
    const factory = randomHex(20);
    const { chainId } = await createFollowedChain(ctx, 'ETH', factory);
    const now = ctx.clock.now();
    const opened_at = new Date(now.getTime() - minutes * 60_000);
    const row = { network: 'ETH' as const, chain_id: chainId, factory_address: factory, salt: randomHex(32) };
    const user_id = (await createPerson(ctx)).user.id;
    await ctx.db
      .insertInto('deposit_addresses')
      .values({ ...row, user_id, address: randomHex(20), created_at: opened_at, opened_at })
      .execute();
    expect(await isAddressAwaited(ctx, { network: 'ETH', chainId }, now)).toBe(isAwaited);
  },
);

describe('new addresses', () => {
  async function createShop() {
    const world = await createWorld();
    const chain = await createFollowedChain(world.ctx, 'POLYGON', randomHex(20));
    const asBuyer = async (address: string) => {
      const { actor, user } = await createPerson(world.ctx);
      return { ctx: { ...world.ctx, actor, address }, userId: user.id };
    };
    /** Records that the buyer has paid once, to a wallet. */
    const pay = (userId: bigint) =>
      recordDeposit(world.ctx, 9_000_000n, { state: 'credited', user_id: userId });
    const hot = async () =>
      (
        await listHotAddresses(
          world.ctx,
          { network: 'POLYGON', chainId: chain.chainId },
          world.ctx.clock.now(),
        )
      ).map(({ address }) => address as string);
    return { ...world, chain, asBuyer, pay, hot };
  }

  const open = (ctx: Ctx) => openDepositAddress(ctx, { body: { type: 'POLYGON' } }, offered);
  let keys = 0;
  const ask = (ctx: Ctx) =>
    createRecharge(ctx, { body: { type: 'POLYGON', amount: '500' }, idempotencyKey: `new ${(keys += 1)}` });

  /** How many of so many new buyers at one IP address get an address of their own. */
  async function openMany(
    asBuyer: (address: string) => Promise<{ ctx: Ctx }>,
    address: string,
    how: (ctx: Ctx) => Promise<unknown> = open,
  ): Promise<number> {
    const buyers = await Promise.all(Array.from({ length: 40 }, () => asBuyer(address)));
    const opened = await Promise.allSettled(buyers.map(({ ctx }) => how(ctx)));
    for (const one of opened)
      if (one.status === 'rejected') {
        expect(one.reason).toBeInstanceOf(Refusal);
        expect(one.reason).toMatchObject({ reason: 'tooManyNewAddresses' });
      }
    return opened.filter(({ status }) => status === 'fulfilled').length;
  }

  test('new buyers at one IP address get few addresses a day, opened or by a top-up', async () => {
    const { asBuyer, pay } = await createShop();
    const first = await asBuyer('2001:db8:7:8::1');
    const { address } = await open(first.ctx);
    expect(await openMany(asBuyer, '2001:db8:7:8::2')).toBe(29);
    expect(await openMany(asBuyer, '2001:db8:7:8::3', ask)).toBe(0);
    expect(await openMany(asBuyer, '192.0.2.9', ask)).toBe(30);
    // Whoever has one keeps it, and buyers who paid before have no such limit.
    expect((await open(first.ctx)).address).toBe(address);
    const known = await asBuyer('192.0.2.9');
    await pay(known.userId);
    expect(await open(known.ctx)).toMatchObject({ type: 'POLYGON' });
    expect(await openMany(asBuyer, '192.0.2.10')).toBe(30);
  });

  test('the next day there is room again, and it is forgotten from where they were opened', async () => {
    const { ctx, clock, chain, asBuyer } = await createShop();
    const address = '203.0.113.20';
    expect(await openMany(asBuyer, address)).toBe(30);
    clock.advance(25 * HOUR_MS);
    await sql`update chain_statuses set checked_at = ${clock.now()} where chain_id = ${chain.chainId}`.execute(
      ctx.db,
    );
    while ((await forgetOrigins(ctx)).more);
    const { rows } = await sql<{ origin: string }>`
    select origin from deposit_addresses where chain_id = ${chain.chainId} and origin is not null`.execute(
      ctx.db,
    );
    expect(rows).toEqual([]);
    expect(await openMany(asBuyer, address)).toBe(30);
  });

  test('an address is read with every scan for two days after it was opened', async () => {
    const { clock, asBuyer, pay, hot } = await createShop();
    const [stranger, known] = [await asBuyer('192.0.2.1'), await asBuyer('192.0.2.2')];
    await pay(known.userId);
    for (const { ctx } of [stranger, known]) await open(ctx);
    clock.advance(47 * HOUR_MS);
    expect(await hot()).toHaveLength(2);
    await open(stranger.ctx);
    clock.advance(2 * HOUR_MS);
    expect(await hot()).toHaveLength(1);
    clock.advance(47 * HOUR_MS);
    expect(await hot()).toEqual([]);
  });

  test('hundreds of accounts that never paid keep only the last ones in every scan, and nobody who paid out of it', async () => {
    const { ctx, clock, chain, asBuyer, pay, hot } = await createShop();
    const [stranger, known] = [await asBuyer('192.0.2.1'), await asBuyer('192.0.2.2')];
    await pay(known.userId);
    const [first] = [await open(stranger.ctx), await open(known.ctx)];
    clock.advance(HOUR_MS / 2);
    await sql`
    with crowd as (
      insert into users (username, username_key, email, email_key, password_hash, language, created_at)
      select 'c' || n || ${randomHex(4)}, 'c' || n || ${randomHex(4)}, n || ${randomHex(8)}, n || ${randomHex(8)}, '-', 'en', now()
      from generate_series(1, 600) as n returning id)
    insert into deposit_addresses (user_id, network, chain_id, factory_address, salt, address, created_at, opened_at)
    select id, 'POLYGON', ${chain.chainId}::bigint, ${randomHex(20)}, '0x' || md5(id::text) || md5(id::text || 's'),
      '0x' || md5(id::text) || substr(md5(id::text || 'a'), 1, 8), now(), ${clock.now()}::timestamptz
    from crowd`.execute(ctx.db);
    expect(await hot()).toHaveLength(602);
    clock.advance(3 * HOUR_MS);
    const left = await hot();
    expect(left).toHaveLength(501);
    expect(left).not.toContain(first.address.toLowerCase());
    await open(stranger.ctx);
    expect(await hot()).toContain(first.address.toLowerCase());
  });
});
