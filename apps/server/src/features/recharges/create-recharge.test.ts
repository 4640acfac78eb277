import { chainsOf, formatAddress, parseAddress } from '@portside/chain';
import { parseMicro, type Network, formatMicro } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resealMethods } from '../../testing/sealed-rows.ts';
import type { Ctx } from '../../platform/context.ts';
import { createFollowedChain } from '../../testing/followed-chain.ts';
import { ownAddress } from '../../testing/build.ts';
import { createPerson } from '../../testing/people.ts';
import { createWorld } from '../../testing/world.ts';
import { bearer, createTestShop } from '../../testing/app.ts';
import { createChainWorld, type ChainWorld, type TestChains } from '../../testing/chain-world.ts';
import { ALWAYS, makeOrderId, overlap, spanOfPrefix, spanOfTime } from './order-id.ts';
import { cancelRecharge, readRecharge, submitTxHash } from './own-recharges.ts';
import { createRecharge } from './create-recharge.ts';

const randomWallet = () => formatAddress('ETH', `0x${randomBytes(20).toString('hex')}`);

async function openShop(amount = '100') {
  const shop = await createTestShop();
  await createFollowedChain(shop.ctx, 'ETH');
  const { token } = await shop.register();
  const as = bearer(token);
  const { data: recharge } = await shop.call('POST', '/api/recharges', { type: 'ETH', amount }, as);
  const path = `/api/recharges/${recharge.order_id}`;
  const authorize = (body: object) => shop.call('POST', `${path}/authorizations`, body, as);
  const caps = async (wallet: string) =>
    (await shop.call('GET', `${path}/allowance-caps?wallet_address=${wallet}`, undefined, as)).data;
  const setSetting = (key: string, value: unknown) =>
    shop.ctx.db
      .insertInto('settings')
      .values({ key, value: JSON.stringify(value) as never, updated_at: shop.clock.now() })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(value) as never }))
      .execute();
  return { ...shop, as, recharge, path, authorize, caps, setSetting };
}

test('safe mode records exactly what the top-up needs, and never a unit more', async () => {
  const { authorize, caps, recharge } = await openShop();
  const wallet = randomWallet();
  expect(await caps(wallet)).toEqual({ safe: recharge.pay_amount, whitelist: null });
  const safe = (amount: string) => authorize({ wallet_address: wallet, mode: 'safe', amount });

  const { data } = await safe(recharge.pay_amount);
  expect(data).toMatchObject({
    order_id: recharge.order_id,
    wallet_address: wallet,
    mode: 'safe',
    amount: recharge.pay_amount,
    contract_address: recharge.checkout_address,
    tx_hash: null,
  });
  const more = formatMicro(parseMicro(recharge.pay_amount) + 1n);
  expect(await safe(more)).toMatchObject({ status: 409, code: 300_028 });
  expect(await safe('999999999999')).toMatchObject({ code: 300_028 });
  expect(await safe('0')).toMatchObject({ code: 300_010 });
  // No way to write a number without bound: 13 digits are no amount.
  expect(await safe(`${2n ** 256n - 1n}`)).toMatchObject({ code: 519 });
  expect(await authorize({ wallet_address: 'nobody', mode: 'safe', amount: '1' })).toMatchObject({
    code: 519,
  });
});

test('above the safe cap only a transfer is offered', async () => {
  const { authorize, caps, recharge } = await openShop('5000');
  const wallet = randomWallet();
  expect((await caps(wallet)).safe).toBeNull();
  expect(
    await authorize({ wallet_address: wallet, mode: 'safe', amount: recharge.pay_amount }),
  ).toMatchObject({
    code: 300_028,
  });
});

test('whitelist mode is for the wallets on the list, each up to its own cap', async () => {
  const { authorize, caps, setSetting, recharge } = await openShop();
  const [listed, other] = [randomWallet(), randomWallet()];
  await setSetting('allowed_wallets', [{ type: 'ETH', address: parseAddress('ETH', listed), cap: '900' }]);
  try {
    expect(await caps(listed)).toEqual({ safe: recharge.pay_amount, whitelist: '900' });
    const large = (wallet: string, amount: string) =>
      authorize({ wallet_address: wallet, mode: 'whitelist', amount });
    expect((await large(listed, '900')).data).toMatchObject({ mode: 'whitelist', amount: '900' });
    expect(await large(listed, '900.000001')).toMatchObject({ code: 300_028 });
    expect(await large(other, '100')).toMatchObject({ code: 300_028 });
  } finally {
    await setSetting('allowed_wallets', []);
  }
});

test('the same allowance is one record, which keeps its transaction', async () => {
  const { authorize, recharge, ctx } = await openShop();
  const body = { wallet_address: randomWallet(), mode: 'safe', amount: recharge.pay_amount };
  const hash = `0x${randomBytes(32).toString('hex')}`;
  await authorize(body);
  await authorize({ ...body, tx_hash: hash });
  expect((await authorize(body)).data.tx_hash).toBe(hash);
  const rows = await ctx.db
    .selectFrom('recharge_authorizations')
    .selectAll()
    .where('wallet_address', '=', parseAddress('ETH', body.wallet_address))
    .execute();
  expect(rows).toHaveLength(1);
});

test('a stranger records nothing, and a top-up that ended takes no more', async () => {
  const { authorize, recharge, register, call, path, as } = await openShop();
  const body = { wallet_address: randomWallet(), mode: 'safe', amount: recharge.pay_amount };
  const stranger = bearer((await register()).token);
  expect(await call('POST', `${path}/authorizations`, body, stranger)).toMatchObject({ code: 506 });
  expect(await call('POST', `${path}/authorizations`, body)).toMatchObject({ code: 401 });
  await call('POST', `${path}/cancel`, undefined, as);
  expect(await authorize(body)).toMatchObject({ status: 409, code: 300_070 });
});

describe('submitted transactions', () => {
  let chains: TestChains;
  let world: ChainWorld;
  beforeAll(async () => {
    chains = await startDevchain();
    world = await createChainWorld(chains, ['TRON']);
  });
  afterAll(() => chains.stop());

  test('a submitted transaction stays on its top-up, with when it was looked for and whether it came', async () => {
    const buyer = await world.createBuyer();
    const asked = { body: { type: 'TRON', amount: '10' }, idempotencyKey: 'asked' } as const;
    const { order_id, amount, submitted } = await createRecharge(buyer.ctx, asked);
    const params = { order_id };
    expect(submitted).toBeNull();
    const nowhere = 'ab'.repeat(32);
    const looking = await submitTxHash(
      buyer.ctx,
      { params, body: { tx_hash: `0x${nowhere}` } },
      () => undefined,
    );
    expect(looking.submitted).toMatchObject({ tx_hash: nowhere, is_found: false });
    await world.follow('TRON');
    const { submitted: checked } = await readRecharge(buyer.ctx, { params });
    expect(checked).toMatchObject({ tx_hash: nowhere, is_found: false, checked_at: expect.any(String) });

    // Without the digits by which it is recognised.
    const hash = await world.pay('TRON', amount);
    await world.follow('TRON');
    await submitTxHash(buyer.ctx, { params, body: { tx_hash: hash } }, () => undefined);
    const found = await readRecharge(buyer.ctx, { params });
    expect(found).toMatchObject({ sub_state: 'waiting', submitted: { is_found: true } });
    await world.settle('TRON');
    expect(await readRecharge(buyer.ctx, { params })).toMatchObject({ submitted: { is_found: true } });
  });
});

describe('createRecharge', () => {
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

    const before = new Date(clock.now().getTime() - 61_000);
    for (const state of ['stalled', 'halted'] as const) {
      await status.set({ state, state_since: before }).execute();
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

  const AT = new Date('2026-11-21T10:00:00.123Z');

  test('an order id lies in the span of its own moment and of each of its beginnings', () => {
    const id = makeOrderId(AT);
    expect(id).toMatch(/^RECH\d{17}$/);
    const spans = [spanOfTime(AT, AT), spanOfTime(null, null)];
    const beginnings = Array.from({ length: 22 }, (_, length) => spanOfPrefix(id.slice(0, length))!);
    const digitsOnly = spanOfPrefix(id.slice(4, 12))!;
    for (const { first, last } of [...spans, ...beginnings, digitsOnly])
      expect(first <= id && id <= last).toBe(true);
    expect(spanOfPrefix(id)).toEqual({ first: id, last: id });
    const before = spanOfTime(null, new Date(AT.getTime() - 1));
    expect(before.last < id).toBe(true);
  });

  test.each(['RECHX', 'X', '9'.repeat(18)])('no order id begins with %s', (text) => {
    expect(spanOfPrefix(text)).toBeNull();
  });

  test('spans meet in what both hold', () => {
    const day = spanOfTime(AT, null);
    expect(overlap(day, ALWAYS)).toEqual(day);
    expect(overlap(day, spanOfTime(null, new Date(0)))).toBeNull();
  });
});
