import { resealMethods } from '../../testing/sealed-rows.ts';
import { chainsOf, formatAddress } from '@portside/chain';
import { parseMicro, type Network } from '@portside/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Ctx } from '../../platform/context.ts';
import { createFollowedChain } from '../../testing/followed-chain.ts';
import { ownAddress } from '../../testing/build.ts';
import { createPerson } from '../../testing/people.ts';
import { createWorld } from '../../testing/world.ts';
import { cancelRecharge } from './own-recharges.ts';
import { createRecharge } from './create-recharge.ts';

let keys = 0;
const newKey = (): string => `key ${(keys += 1)}`;
const ask = (ctx: Ctx, amount: string, type: Network = 'TRON', idempotencyKey = newKey()) =>
  createRecharge(ctx, { body: { type, amount }, idempotencyKey });
const asBuyer = async (ctx: Ctx): Promise<Ctx> => ({
  ...ctx,
  actor: (await createPerson(ctx)).actor,
  address: ownAddress(),
});
const countRecharges = async ({ db, actor }: Ctx): Promise<number> => {
  const userId = actor.kind === 'user' ? actor.userId : 0n;
  const rows = await db.selectFrom('recharges').select('id').where('user_id', '=', userId).execute();
  return rows.length;
};

test.for<Network>(['TRON', 'ETH'])(
  'a top-up on %s names everything that is needed to pay it',
  async (type) => {
    const { ctx } = await createWorld();
    const { wallet, token, chainId } = await createFollowedChain(ctx, type);
    const recharge = await ask(await asBuyer(ctx), '50', type);
    expect(recharge).toMatchObject({
      type,
      chain_id: Number(chainId),
      amount: '50',
      status: 'recharging',
      sub_state: 'waiting',
      wallet_address: formatAddress(type, wallet),
      contract_address: formatAddress(type, token),
      confirmations: null,
      confirmations_needed: chainsOf(type).sandbox.finalityBlocks,
      credited_amount: null,
      tx_hash: null,
      expires_at: '2026-11-20T12:30:00.000Z',
    });
    expect(recharge.order_id).toMatch(/^RECH1795176000000\d{4}$/);
    expect(recharge.order_ref).toMatch(/^0x[0-9a-f]{64}$/);
    const tail = parseMicro(recharge.pay_amount) - parseMicro(recharge.amount);
    expect(tail).toBeGreaterThanOrEqual(1n);
    expect(tail).toBeLessThanOrEqual(9_999n);
  },
);

test('the same key answers with the same top-up, also when asked twice at once; another body is refused', async () => {
  const { ctx } = await createWorld();
  await createFollowedChain(ctx, 'TRON');
  await createFollowedChain(ctx, 'ETH');
  const buyer = await asBuyer(ctx);
  const both = await Promise.all([ask(buyer, '10', 'TRON', 'once'), ask(buyer, '10', 'TRON', 'once')]);
  expect(both[1]).toEqual(both[0]);
  expect(await ask(buyer, '10.0', 'TRON', 'once')).toEqual(both[0]);
  await expect(ask(buyer, '11', 'TRON', 'once')).rejects.toMatchObject({ reason: 'keyReused' });
  await expect(ask(buyer, '10', 'ETH', 'once')).rejects.toMatchObject({ reason: 'keyReused' });
  expect(await countRecharges(buyer)).toBe(1);
  expect((await ask(await asBuyer(ctx), '10', 'TRON', 'once')).order_id).not.toBe(both[0].order_id);
});

test('at most three are open, also when asked at once; a cancelled one makes room', async () => {
  const { ctx } = await createWorld();
  await createFollowedChain(ctx, 'TRON');
  const buyer = await asBuyer(ctx);
  const asked = await Promise.allSettled(Array.from({ length: 6 }, () => ask(buyer, '10')));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  const refused = asked.find((one) => one.status === 'rejected');
  expect(refused?.reason).toMatchObject({ reason: 'tooManyOpenRecharges' });
  const open = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  await cancelRecharge(buyer, { params: open[0]! });
  expect((await ask(buyer, '10')).status).toBe('recharging');
});

test.for(['9.999999', '50000.000001', '0'])('%s is outside the settings', async (amount) => {
  const { ctx } = await createWorld();
  await createFollowedChain(ctx, 'TRON');
  const buyer = await asBuyer(ctx);
  await expect(ask(buyer, amount)).rejects.toMatchObject({ reason: 'amountOutOfRange' });
  expect(await countRecharges(buyer)).toBe(0);
});

test('an amount has two decimals at most, so that the tails of two amounts never meet', async () => {
  const { ctx } = await createWorld();
  await createFollowedChain(ctx, 'TRON');
  const buyer = await asBuyer(ctx);
  await expect(ask(buyer, '10.001')).rejects.toMatchObject({ reason: 'invalidFormat' });
  expect((await ask(buyer, '10.01')).pay_amount).toMatch(/^10\.01/);
});

test('nobody can ask while the network is off, not followed, halted, or pays with the wrong token', async () => {
  const { ctx, clock } = await createWorld();
  const { chainId } = await createFollowedChain(ctx, 'TRON');
  const buyer = await asBuyer(ctx);
  const status = ctx.db.updateTable('chain_statuses').where('chain_id', '=', chainId);
  const method = ctx.db.updateTable('payment_methods').where('chain_id', '=', chainId);
  const isOff = () => expect(ask(buyer, '10')).rejects.toMatchObject({ reason: 'topUpsOff' });

  for (const state of ['stalled', 'halted'] as const) {
    await status.set({ state }).execute();
    await isOff();
  }
  await status.set({ state: 'following' }).execute();
  await method.set({ enabled: false }).execute();
  await resealMethods(ctx);
  await isOff();
  // TRON's main network, with a token that is not Tether's.
  await method.set({ enabled: true, chain_id: 728_126_428n }).execute();
  await resealMethods(ctx);
  await isOff();
  await ctx.db
    .updateTable('payment_methods')
    .set({ chain_id: chainId })
    .where('retired_at', 'is', null)
    .execute();
  await resealMethods(ctx);
  expect((await ask(buyer, '10')).status).toBe('recharging');
  clock.advance(5 * 60_000);
  await isOff();
});

test('the last free amount of a cent is found', async () => {
  const { ctx } = await createWorld();
  const { chainId, wallet } = await createFollowedChain(ctx, 'TRON');
  await ask(await asBuyer(ctx), '77');
  const row = await ctx.db
    .selectFrom('recharges')
    .selectAll()
    .where('chain_id', '=', chainId)
    .executeTakeFirstOrThrow();
  await sql`
    insert into recharges (order_id, user_id, network, chain_id, contract_address, wallet_address, order_ref,
      amount_micro, pay_amount_micro, idempotency_key, created_at, head_at_creation, expires_at, reserved_until)
    select 'RECH9' || lpad(tail::text, 16, '0'), user_id, network, chain_id, contract_address, wallet_address,
      '0x' || lpad(to_hex(tail), 64, '0'), amount_micro, amount_micro + tail, 'bulk ' || tail, created_at, head_at_creation,
      expires_at, reserved_until
    from recharges, generate_series(1, 9999) as tail
    where id = ${row.id} and amount_micro + tail <> pay_amount_micro and tail <> 4321`.execute(ctx.db);
  await ctx.db
    .updateTable('recharges')
    .set({ is_reserved: false })
    .where('id', '=', row.id)
    .where('pay_amount_micro', '=', 77_004_321n)
    .execute();
  const free = await ask(await asBuyer(ctx), '77');
  expect(free.pay_amount).toBe('77.004321');
  expect(free.wallet_address).toBe(formatAddress('TRON', wallet));
  expect((await ask(await asBuyer(ctx), '77')).pay_amount).toMatch(/^77\.01/);
});

test('amounts and numbers of buyers who ask at once never meet', async () => {
  const { ctx } = await createWorld();
  const { chainId } = await createFollowedChain(ctx, 'TRON');
  const people = await Promise.all(Array.from({ length: 20 }, () => asBuyer(ctx)));
  await Promise.all(people.flatMap((buyer) => [ask(buyer, '10'), ask(buyer, '10'), ask(buyer, '10.01')]));
  const rows = await ctx.db
    .selectFrom('recharges')
    .select(['order_id', 'pay_amount_micro'])
    .where('chain_id', '=', chainId)
    .execute();
  expect(new Set(rows.map((row) => row.pay_amount_micro)).size).toBe(60);
  expect(new Set(rows.map((row) => row.order_id)).size).toBe(60);
});
