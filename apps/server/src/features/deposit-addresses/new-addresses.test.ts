import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Ctx } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { createFollowedChain, randomHex, recordDeposit } from '../../testing/followed-chain.ts';
import { createPerson } from '../../testing/people.ts';
import { createWorld } from '../../testing/world.ts';
import { createRecharge } from '../recharges/create-recharge.ts';
import { forgetOrigins, openDepositAddress } from './own-address.ts';
import { listHotAddresses } from './watched-addresses.ts';
import { HOUR_MS } from '../../platform/clock.ts';

const offered = { isOffered: () => Promise.resolve(true) };

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
      await listHotAddresses(world.ctx, { network: 'POLYGON', chainId: chain.chainId }, world.ctx.clock.now())
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
