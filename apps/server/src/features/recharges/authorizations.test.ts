import { formatAddress, parseAddress } from '@portside/chain';
import { formatMicro, parseMicro } from '@portside/contract';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { bearer, createTestShop } from '../../testing/app.ts';
import { createFollowedChain } from '../../testing/followed-chain.ts';

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
