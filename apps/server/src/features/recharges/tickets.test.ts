import { buildTriggerTransaction, formatAddress } from '@portside/chain';
import { createTronHttp } from '@portside/chain/tron/http';
import { startDevchain } from '@portside/devchain';
import { randomBytes } from 'node:crypto';
import { encodeFunctionData, erc20Abi, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer, createTestShop, type TestShop } from '../../testing/app.ts';
import { createFollowedChain } from '../../testing/followed-chain.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import { createChainWorld, nodeOf, type ChainWorld, type TestChains } from '../../testing/chain-world.ts';
import type { RechargeState } from './recharge-states.ts';
import { createRecharge } from './create-recharge.ts';
import { tronWalletRoutes } from './tron-wallets.ts';

async function openShop() {
  const shop = await createTestShop();
  await createFollowedChain(shop.ctx, 'TRON');
  const buyer = await shop.register();
  return { ...shop, buyer, as: bearer(buyer.token) };
}

const recharge = async (shop: TestShop, as: Record<string, string>): Promise<any> =>
  (await shop.call('POST', '/api/recharges', { type: 'TRON', amount: '20' }, as)).data;

async function ticketFor(shop: TestShop, as: Record<string, string>, orderId: string): Promise<string> {
  const { data } = await shop.call('POST', `/api/recharges/${orderId}/tickets`, undefined, as);
  expect(data.url).toMatch(/^http:\/\/localhost:3000\/h5Pay#ticket=[\w-]{43}$/);
  return new URL(data.url).hash.slice('#ticket='.length);
}

type Shop = Awaited<ReturnType<typeof openShop>>;
const setStatus = (shop: Shop, status: 'active' | 'frozen' | 'closed') =>
  shop.ctx.db.updateTable('users').set({ status }).where('id', '=', BigInt(shop.buyer.id)).execute();
const setState = (shop: Shop, orderId: string, state: RechargeState) =>
  shop.ctx.db.updateTable('recharges').set({ state }).where('order_id', '=', orderId).execute();

const open = (shop: TestShop, ticket: string) => shop.call('POST', '/api/recharges/tickets', { ticket });

test('a ticket opens its payment once, and its token shows and pays that one top-up only', async () => {
  const shop = await openShop();
  const mine = await recharge(shop, shop.as);
  const other = await recharge(shop, shop.as);
  const ticket = await ticketFor(shop, shop.as, mine.order_id);

  const opened = await open(shop, ticket);
  expect(opened.data.recharge).toMatchObject({ order_id: mine.order_id, pay_amount: mine.pay_amount });
  expect(await open(shop, ticket)).toMatchObject({ status: 410, code: 300_027 });

  const payer = bearer(opened.data.token);
  const read = (id: string) => shop.call('GET', `/api/recharges/${id}`, undefined, payer);
  expect(await read(mine.order_id)).toMatchObject({ status: 200 });
  expect(await read(other.order_id)).toMatchObject({ status: 404, code: 506 });
  const hint = { tx_hash: randomBytes(32).toString('hex') };
  const submitted = await shop.call('POST', `/api/recharges/${mine.order_id}/transactions`, hint, payer);
  expect(submitted.status).toBe(200);
});

test('a ticket opens nothing else: no list, no balance, no cancel, no new ticket, nobody’s session', async () => {
  const shop = await openShop();
  const { order_id: id } = await recharge(shop, shop.as);
  const { data } = await open(shop, await ticketFor(shop, shop.as, id));
  const calls = [
    ['GET', '/api/recharges'],
    ['POST', `/api/recharges/${id}/cancel`],
    ['POST', `/api/recharges/${id}/tickets`],
    ['GET', '/api/users/balance'],
    ['GET', '/api/auth/me'],
    ['GET', '/api/orders'],
    ['POST', '/api/auth/logout'],
  ];
  for (const [method, path] of calls) {
    expect(await shop.call(method!, path!, undefined, bearer(data.token)), path).toMatchObject({ code: 401 });
  }
});

test('only the buyer gets a ticket; two opened at once open once', async () => {
  const shop = await openShop();
  const { order_id: id } = await recharge(shop, shop.as);
  const stranger = bearer((await shop.register()).token);
  expect(await shop.call('POST', `/api/recharges/${id}/tickets`, undefined, stranger)).toMatchObject({
    code: 506,
  });
  const ticket = await ticketFor(shop, shop.as, id);
  const answers = await Promise.all([1, 2, 3, 4].map(() => open(shop, ticket)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410, 410]);
});

test('a ticket dies after ten minutes, its token after an hour, and both with the freezing of the buyer', async () => {
  const shop = await openShop();
  const { order_id: id } = await recharge(shop, shop.as);
  const { order_id: other } = await recharge(shop, shop.as);
  const [late, used] = [await ticketFor(shop, shop.as, other), await ticketFor(shop, shop.as, id)];
  const { data } = await open(shop, used);
  const read = () => shop.call('GET', `/api/recharges/${id}`, undefined, bearer(data.token));
  shop.clock.advance(10 * MINUTE_MS);
  expect(await open(shop, late)).toMatchObject({ code: 300_027 });
  shop.clock.advance(49 * MINUTE_MS);
  expect((await read()).status).toBe(200);
  await setStatus(shop, 'frozen');
  expect((await read()).code).toBe(200_002);
  await setStatus(shop, 'active');
  shop.clock.advance(MINUTE_MS);
  expect((await read()).code).toBe(401);
});

test('an unused link of a buyer who is blocked opens nothing, and opens once they are not', async () => {
  const shop = await openShop();
  const { order_id: id } = await recharge(shop, shop.as);
  const ticket = await ticketFor(shop, shop.as, id);
  await setStatus(shop, 'frozen');
  expect(await open(shop, ticket)).toMatchObject({ status: 410, code: 300_027 });
  expect(await shop.call('POST', `/api/recharges/${id}/tickets`, undefined, shop.as)).toMatchObject({
    code: 200_002,
  });
  await setStatus(shop, 'closed');
  expect(await open(shop, ticket)).toMatchObject({ status: 410, code: 300_027 });
  await setStatus(shop, 'active');
  expect(await open(shop, ticket)).toMatchObject({ status: 200 });
});

test.each<RechargeState>(['cancelled', 'expired', 'rejected', 'reversed'])(
  'the link of a top-up that is %s invites nobody to pay, and there is no new one',
  async (state) => {
    const shop = await openShop();
    const { order_id: id } = await recharge(shop, shop.as);
    const ticket = await ticketFor(shop, shop.as, id);
    const ended = { status: 409, code: 300_070 };
    if (state === 'cancelled') await shop.call('POST', `/api/recharges/${id}/cancel`, undefined, shop.as);
    else await setState(shop, id, state);
    expect(await open(shop, ticket)).toMatchObject(ended);
    expect(await shop.call('POST', `/api/recharges/${id}/tickets`, undefined, shop.as)).toMatchObject(ended);
    // A late payment that was credited meanwhile: the refused try has not used the link up.
    await setState(shop, id, 'credited');
    expect((await open(shop, ticket)).data.recharge).toMatchObject({ status: 'successful' });
  },
);

test('the link of a paid top-up shows that it is paid; there is no new one', async () => {
  const shop = await openShop();
  const { order_id: id } = await recharge(shop, shop.as);
  const ticket = await ticketFor(shop, shop.as, id);
  await setState(shop, id, 'credited');
  expect((await open(shop, ticket)).data.recharge).toMatchObject({
    sub_state: 'credited',
    awaits_payment: false,
  });
  expect(await shop.call('POST', `/api/recharges/${id}/tickets`, undefined, shop.as)).toMatchObject({
    code: 300_070,
  });
});

test('a token from before the buyer cancels shows that, and authorizes no wallet', async () => {
  const shop = await openShop();
  const { order_id: id, pay_amount: amount } = await recharge(shop, shop.as);
  const payer = bearer((await open(shop, await ticketFor(shop, shop.as, id))).data.token);
  await shop.call('POST', `/api/recharges/${id}/cancel`, undefined, shop.as);
  expect((await shop.call('GET', `/api/recharges/${id}`, undefined, payer)).data.sub_state).toBe('cancelled');
  const authorization = { wallet_address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', mode: 'safe', amount };
  expect(await shop.call('POST', `/api/recharges/${id}/authorizations`, authorization, payer)).toMatchObject({
    status: 409,
    code: 300_070,
  });
});

test('a newer link ends the earlier ones of its top-up, not their tokens and not those of others', async () => {
  const shop = await openShop();
  const [{ order_id: id }, { order_id: other }] = [
    await recharge(shop, shop.as),
    await recharge(shop, shop.as),
  ];
  const opened = bearer((await open(shop, await ticketFor(shop, shop.as, id))).data.token);
  const [earlier, beside] = [await ticketFor(shop, shop.as, id), await ticketFor(shop, shop.as, other)];
  const newer = await ticketFor(shop, shop.as, id);
  expect(await open(shop, earlier)).toMatchObject({ status: 410, code: 300_027 });
  expect((await open(shop, newer)).status).toBe(200);
  expect(await open(shop, earlier)).toMatchObject({ status: 410, code: 300_027 });
  expect((await open(shop, beside)).status).toBe(200);
  expect((await shop.call('GET', `/api/recharges/${id}`, undefined, opened)).status).toBe(200);
});

test('the database tells neither tickets nor tokens', async () => {
  const shop = await openShop();
  const { order_id: id } = await recharge(shop, shop.as);
  const ticket = await ticketFor(shop, shop.as, id);
  const { data } = await open(shop, ticket);
  const rows = await shop.ctx.db.selectFrom('recharge_tickets').selectAll().execute();
  const kept = rows.map(
    (row) => `${row.ticket_hash.toString('base64url')} ${row.token_hash?.toString('utf8')}`,
  );
  expect(kept.join(' ')).not.toContain(ticket);
  expect(kept.join(' ')).not.toContain(data.token.slice(4));
});

describe('TRON wallets', () => {
  let chains: TestChains;
  let world: ChainWorld;
  let routes: ReturnType<typeof tronWalletRoutes>;

  beforeAll(async () => {
    chains = await startDevchain();
    world = await createChainWorld(chains, ['TRON', 'ETH']);
    const http = createTronHttp({ url: chains.chains.TRON.httpUrl!, timeoutMs: 5_000 });
    const port = { node: nodeOf(chains, 'TRON'), http };
    routes = tronWalletRoutes((network) => (network === 'TRON' ? port : null));
  });

  afterAll(() => chains.stop());

  const key = generatePrivateKey();
  const wallet = privateKeyToAccount(key).address.toLowerCase() as Hex;
  const walletAddress = formatAddress('TRON', wallet);

  async function topUp(type: 'TRON' | 'ETH' = 'TRON') {
    const { ctx } = await world.createBuyer();
    const idempotencyKey = randomBytes(8).toString('hex');
    const recharge = await createRecharge(ctx, { body: { type, amount: '10' }, idempotencyKey });
    return { ctx, recharge, params: { order_id: recharge.order_id } };
  }

  const transfer = (to: Hex, amount: bigint): Hex =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] });

  async function signed(
    contract: Hex,
    data: Hex,
    block: { id: string; number: number; timestamp_ms: number },
  ) {
    const transaction = buildTriggerTransaction({
      owner: wallet,
      contract,
      data,
      feeLimitSun: 50_000_000,
      block: {
        blockID: block.id,
        block_header: { raw_data: { number: block.number, timestamp: block.timestamp_ms } },
      },
    });
    const signature = (await sign({ hash: `0x${transaction.txID}`, privateKey: key, to: 'hex' })).slice(2);
    return { txID: transaction.txID, body: { raw_data_hex: transaction.raw_data_hex, signature } };
  }

  test('a wallet reads what it holds, tries, sends, and sees how it went', async () => {
    const { ctx, params } = await topUp();
    const { contractAddress: token, walletAddress: treasury } = chains.chains.TRON;
    await chains.controls.mint('TRON', wallet, 30_000_000n);
    await chains.controls.rpc('TRON', 'anvil_setBalance', wallet, '0x5f5e100');
    expect(await routes.readTronWallet(ctx, { params, query: { wallet_address: walletAddress } })).toEqual({
      usdt: '30',
      trx: '100',
      allowance: '0',
    });

    const data = transfer(treasury, 12_000_001n);
    const call = { wallet_address: walletAddress, contract_address: formatAddress('TRON', token), data };
    const trial = await routes.tryTronCall(ctx, { params, body: call });
    expect(trial.is_refused).toBe(false);
    expect(trial.energy).toBeGreaterThan(10_000);

    const { txID, body } = await signed(token, data, trial.block);
    expect(await routes.sendTronTransaction(ctx, { params, body })).toEqual({ tx_hash: txID });
    const read = () => routes.readTronTransaction(ctx, { params: { ...params, tx_hash: txID } });
    expect(await read()).toEqual({ state: 'waiting' });
    await chains.controls.mine('TRON', 1);
    expect(await read()).toEqual({ state: 'done' });
    // A second time is not a refusal: another node may have been faster.
    expect(await routes.sendTronTransaction(ctx, { params, body })).toEqual({ tx_hash: txID });
  });

  test('a call that would fail is told before anything is signed', async () => {
    const { ctx, params } = await topUp();
    const { contractAddress: token, walletAddress: treasury } = chains.chains.TRON;
    const data = transfer(treasury, 10n ** 15n);
    const body = { wallet_address: walletAddress, contract_address: formatAddress('TRON', token), data };
    expect((await routes.tryTronCall(ctx, { params, body })).is_refused).toBe(true);
  });

  test('it tells the code of the checkout and the price of energy', async () => {
    const { ctx, params } = await topUp();
    const { checkout_code: code, sun_per_energy: price } = await routes.readTronChain(ctx, { params });
    const { checkoutAddress } = chains.chains.TRON;
    expect(code).toBe(await chains.controls.rpc('TRON', 'eth_getCode', checkoutAddress, 'latest'));
    expect(price).toBe(100);
  });

  test('it is no way to the network for other contracts, other signers, or top-ups elsewhere', async () => {
    const { ctx, params } = await topUp();
    const other: Hex = `0x${randomBytes(20).toString('hex')}`;
    const asked = {
      wallet_address: walletAddress,
      contract_address: formatAddress('TRON', other),
      data: '0x00',
    };
    await expect(routes.tryTronCall(ctx, { params, body: asked })).rejects.toMatchObject({
      reason: 'invalidFormat',
    });
    const { contractAddress: token, walletAddress: treasury } = chains.chains.TRON;
    const call = { ...asked, contract_address: formatAddress('TRON', token), data: transfer(treasury, 1n) };
    const { block } = await routes.tryTronCall(ctx, { params, body: call });
    const foreign = await signed(other, '0x12345678', block);
    await expect(routes.sendTronTransaction(ctx, { params, body: foreign.body })).rejects.toMatchObject({
      reason: 'invalidFormat',
    });
    const { body } = await signed(token, transfer(treasury, 1n), block);
    const forged = {
      ...body,
      signature: body.signature.replace(/^../, body.signature.startsWith('00') ? '11' : '00'),
    };
    await expect(routes.sendTronTransaction(ctx, { params, body: forged })).rejects.toMatchObject({
      reason: 'transactionRefused',
    });

    const elsewhere = await topUp('ETH');
    await expect(routes.readTronChain(elsewhere.ctx, { params: elsewhere.params })).rejects.toMatchObject({
      reason: 'notFound',
    });
    const off = tronWalletRoutes(() => null);
    await expect(off.readTronChain(ctx, { params })).rejects.toMatchObject({ reason: 'walletsOff' });
  });
});
