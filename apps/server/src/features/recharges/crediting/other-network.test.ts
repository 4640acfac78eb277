import { hashSignedText } from '@portside/chain';
import { parseMicro, type Network } from '@portside/contract';
import { randomBytes } from 'node:crypto';
import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { bearer, createTestShop, type TestShop } from '../../../testing/app.ts';
import { createFollowedChain, randomHex, type FollowedChain } from '../../../testing/followed-chain.ts';
import { signInAdmin, type TestAdmin } from '../../../testing/people.ts';
import { readChainCursor } from '../../deposits/following/chains.sql.ts';
import { recordScan } from '../../deposits/following/record-scan.ts';
import { depositMatcher } from './match-deposits.ts';

/** A wallet has the same address on every EVM network, and buyers choose the wrong one. */

let shop: TestShop;
let admin: TestAdmin;
let polygon: FollowedChain;
let arbitrum: FollowedChain;
beforeAll(async () => {
  shop = await createTestShop();
  await signInAdmin(shop.ctx);
});
beforeEach(async () => {
  polygon = await createFollowedChain(shop.ctx, 'POLYGON');
  arbitrum = await createFollowedChain(shop.ctx, 'ARBITRUM', undefined, polygon.wallet);
  admin = await signInAdmin(shop.ctx);
});

async function newTopUp(amount: string) {
  const { token, username } = await shop.register();
  const post = (path: string, body: unknown = {}) =>
    shop.call('POST', path, body, { ...bearer(token), 'idempotency-key': randomBytes(8).toString('hex') });
  const { data } = await post('/api/recharges', { type: 'POLYGON', amount });
  await shop.ctx.db.updateTable('recharges').set({ reserved_address: null }).execute();
  const path = `/api/recharges/${data.order_id}`;
  return {
    username,
    post,
    orderId: data.order_id as string,
    payAmount: data.pay_amount as string,
    name: async (tx_hash: Hex) => (await post(`${path}/transactions`, { tx_hash })).data,
    read: async () => (await shop.call('GET', path, undefined, bearer(token))).data,
    balance: async () =>
      (await shop.call('GET', '/api/users/balance', undefined, bearer(token))).data.balance as string,
  };
}

let block = 106;
/** A final payment to the wallet of POLYGON, on one of the two networks. */
async function receive(
  network: 'POLYGON' | 'ARBITRUM',
  amount: string,
  { hash = randomHex(32), from = randomHex(20) } = {},
) {
  shop.clock.advance(30_000);
  const chain = network === 'POLYGON' ? polygon : arbitrum;
  const cursor = (await readChainCursor(shop.ctx.db, chain.chainId))!;
  const time = Math.floor(shop.clock.now().getTime() / 1000);
  const next = { number: (block += 1), hash: randomHex(32), time };
  const units = parseMicro(amount);
  const at = { blockNumber: next.number, blockHash: next.hash, blockTime: time };
  const transfer = { txHash: hash, ordinal: 0, from, to: chain.wallet, orderRef: null, ...at };
  await recordScan(
    shop.ctx,
    { ...chain, network },
    cursor,
    {
      kind: 'scanned',
      head: block,
      final: block,
      cursor: next,
      transfers: [{ ...transfer, amountUnits: units, amountMicro: units }],
      quarantined: [],
      caughtUp: true,
      pending: [],
      pendingProblem: null,
    },
    { matcher: depositMatcher, blacklist: new Set() },
  );
  const { id, state } = await shop.ctx.db
    .selectFrom('deposits')
    .select(['id', 'state'])
    .where('tx_hash', '=', hash)
    .executeTakeFirstOrThrow();
  return { id: String(id), hash, state };
}

const candidates = async (id: string) =>
  (await shop.call('GET', `/api/admin/deposits/${id}/candidates`, undefined, admin.headers)).data.items.map(
    ({ username, reason, order_id }: any) => [username, reason, order_id],
  );

test('the exact amount on another network is a near miss, a candidate, and closes its top-up once', async () => {
  const topUp = await newTopUp('50');
  const { id, hash } = await receive('ARBITRUM', topUp.payAmount);
  expect((await topUp.read()).near_miss).toMatchObject({
    type: 'ARBITRUM',
    amount: topUp.payAmount,
    tx_hash: hash,
  });
  const { submitted } = await topUp.name(hash);
  expect(submitted).toMatchObject({ is_found: true, payment: { type: 'ARBITRUM', state: 'unmatched' } });
  expect(await candidates(id)).toEqual([[topUp.username, 'otherNetwork', topUp.orderId]]);
  const headers = { ...admin.headers, 'idempotency-key': randomBytes(8).toString('hex') };
  const body = { username: topUp.username, order_id: topUp.orderId, reason: 'the same amount and wallet' };
  const { data } = await shop.call('POST', `/api/admin/deposits/${id}/assignment`, body, headers);
  expect(data.state).toBe('applied');
  expect(await topUp.read()).toMatchObject({ sub_state: 'credited', tx_hash: hash, near_miss: null });
  const credited = await topUp.balance();
  expect(Number(credited)).toBeCloseTo(Number(topUp.payAmount), 1);
  await shop.call('POST', `/api/admin/deposits/${id}/assignment`, body, headers);
  expect(await topUp.balance()).toBe(credited);
});

test('another amount on another network, and one sent before the top-up, are nobody\u2019s', async () => {
  const early = await receive('ARBITRUM', '50.123456');
  const topUp = await newTopUp('50');
  await receive('ARBITRUM', '50');
  expect((await topUp.read()).near_miss).toBeNull();
  expect(await candidates(early.id)).toEqual([]);
});

test('the right last digits or a rounded amount are a near miss, others are not', async () => {
  const topUp = await newTopUp('50');
  const near = async () => (await topUp.read()).near_miss?.amount ?? null;
  await receive('POLYGON', '47.5');
  expect(await near()).toBeNull();
  const less = (parseMicro(topUp.payAmount) - 1_000_000n).toString();
  const withoutFee = `${less.slice(0, -6)}.${less.slice(-6)}`;
  await receive('POLYGON', withoutFee);
  expect(await near()).toBe(withoutFee);
  await receive('POLYGON', '50');
  expect(await near()).toBe('50');
});

/** Signs the text of a claim that names that network. */
async function claim(topUp: Awaited<ReturnType<typeof newTopUp>>, type: Network, hash: Hex, key: Hex) {
  const { data } = await topUp.post('/api/deposits/claims/challenges', { type, tx_hash: hash });
  const signature = await sign({ hash: hashSignedText(type, data.text), privateKey: key, to: 'hex' });
  return { text: data, send: () => topUp.post('/api/deposits/claims', { type, tx_hash: hash, signature }) };
}

test.each([
  ['before', true],
  ['after', false],
])('a claim that names another network finds its payment, made %s it came', async (_, isEarly) => {
  const topUp = await newTopUp('50');
  const key = generatePrivateKey();
  const from = privateKeyToAccount(key).address.toLowerCase() as Hex;
  const hash = randomHex(32);
  if (!isEarly) await receive('ARBITRUM', '49', { hash, from });
  const { text, send } = await claim(topUp, 'POLYGON', hash, key);
  expect(text.type).toBe(isEarly ? 'POLYGON' : 'ARBITRUM');
  expect((await send()).data).toMatchObject({ status: isEarly ? 'waiting' : 'credited' });
  if (isEarly) expect((await receive('ARBITRUM', '49', { hash, from })).state).toBe('credited');
  expect(await topUp.balance()).toBe('49.00');
  // Another amount on another network answers it not even nearly.
  expect((await topUp.read()).sub_state).toBe('waiting');
  const claims = await shop.ctx.db
    .selectFrom('deposit_claims')
    .selectAll()
    .where('tx_hash', '=', hash)
    .execute();
  expect(claims).toHaveLength(1);
});

test.each(['POLYGON', 'ARBITRUM'] as const)(
  'a claimed near miss on %s closes its top-up, once',
  async (network) => {
    const [topUp, other] = [await newTopUp('50'), await newTopUp('50')];
    const key = generatePrivateKey();
    const from = privateKeyToAccount(key).address.toLowerCase() as Hex;
    const less = (parseMicro(topUp.payAmount) - 1_000_000n).toString();
    const amount = network === 'ARBITRUM' ? topUp.payAmount : `${less.slice(0, -6)}.${less.slice(-6)}`;
    const { hash } = await receive(network, amount, { from });
    const { send } = await claim(topUp, network, hash, key);
    expect((await send()).data).toMatchObject({ status: 'credited' });
    expect(await topUp.read()).toMatchObject({
      sub_state: 'credited',
      credited_amount: amount,
      missing_amount: null,
      near_miss: null,
      tx_hash: hash,
    });
    expect((await other.read()).sub_state).toBe('waiting');
    const balance = await topUp.balance();
    await send();
    expect(await topUp.balance()).toBe(balance);
  },
);
