import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Ctx } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { createFollowedChain, randomHex, recordDeposit } from '../../testing/followed-chain.ts';
import { createPerson } from '../../testing/people.ts';
import { createWorld } from '../../testing/world.ts';
import { createRecharge } from '../recharges/create-recharge.ts';
import { forgetOrigins } from './forget-origins.job.ts';
import { openDepositAddress } from './open-deposit-address.ts';
import { listHotAddresses } from './watched-addresses.ts';

const HOUR_MS = 3_600_000;
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
    (await listHotAddresses(world.ctx, { network: 'POLYGON', chainId: chain.chainId }, world.ctx.clock.now()))
      .length;
  return { ...world, chain, asBuyer, pay, hot };
}

const open = (ctx: Ctx) => openDepositAddress(ctx, offered, { body: { type: 'POLYGON' } });
let keys = 0;
const ask = (ctx: Ctx) =>
  createRecharge(ctx, { body: { type: 'POLYGON', amount: '500' }, idempotencyKey: `new ${(keys += 1)}` });

/** How many of so many new accounts at one address get an address of their own. */
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

test('new accounts at one IP address get few addresses a day, opened or by a top-up', async () => {
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

test('an address of a buyer who never paid is read with every scan for two hours, of others for two days', async () => {
  const { clock, asBuyer, pay, hot } = await createShop();
  const [stranger, known] = [await asBuyer('192.0.2.1'), await asBuyer('192.0.2.2')];
  await pay(known.userId);
  for (const { ctx } of [stranger, known]) await open(ctx);
  expect(await hot()).toBe(2);
  clock.advance(3 * HOUR_MS);
  expect(await hot()).toBe(1);
  await open(stranger.ctx);
  expect(await hot()).toBe(2);
  clock.advance(44 * HOUR_MS);
  expect(await hot()).toBe(1);
  clock.advance(2 * HOUR_MS);
  expect(await hot()).toBe(0);
});
