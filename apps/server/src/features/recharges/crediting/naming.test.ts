import { hashSignedText } from '@portside/chain';
import { parseMicro } from '@portside/contract';
import { randomBytes } from 'node:crypto';
import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../../../testing/people.ts';
import { bearer, createTestShop, type TestShop } from '../../../testing/app.ts';
import { createFollowedChain, randomHex, type FollowedChain } from '../../../testing/followed-chain.ts';
import { readChainCursor } from '../../deposits/following/chains.sql.ts';
import { recordScan } from '../../deposits/following/record-scan.ts';
import { depositMatcher } from './match-deposits.ts';

/** Hashes and amounts of payments are public, and anyone can ask the shop for a claim's text or a top-up. */

const type = 'ETH';
let shop: TestShop;
let admin: TestAdmin;
let chain: FollowedChain;
beforeAll(async () => {
  shop = await createTestShop();
  // Otherwise what one admin proposes would only wait for time to pass.
  await signInAdmin(shop.ctx);
});
beforeEach(async () => {
  chain = await createFollowedChain(shop.ctx, type);
  admin = await signInAdmin(shop.ctx);
  head = 106;
});

let head = 106;
/** Time goes on, and the shop reads the chain. */
async function pass(seconds: number): Promise<void> {
  shop.clock.advance(seconds * 1000);
  await shop.ctx.db
    .updateTable('chain_statuses')
    .set({ checked_at: shop.clock.now(), head })
    .where('chain_id', '=', chain.chainId)
    .execute();
}

async function newBuyer() {
  const { token, username } = await shop.register();
  const as = bearer(token);
  const post = (path: string, body: unknown = {}) =>
    shop.call('POST', path, body, { ...as, 'idempotency-key': randomBytes(8).toString('hex') });
  return {
    username,
    post,
    claimText: (tx_hash: Hex) => post('/api/deposits/claims/challenges', { type, tx_hash }),
    balance: async () => (await shop.call('GET', '/api/users/balance', undefined, as)).data.balance as string,
    async ask(amount: string) {
      const { data } = await post('/api/recharges', { type, amount });
      // All buyers of this test have one IP address, which has a limit.
      await shop.ctx.db.updateTable('recharges').set({ reserved_address: null }).execute();
      const path = `/api/recharges/${data.order_id}`;
      return {
        orderId: data.order_id as string,
        orderRef: data.order_ref as Hex,
        cancel: () => post(`${path}/cancel`),
        name: (tx_hash: Hex) => post(`${path}/transactions`, { tx_hash }),
      };
    },
  };
}

/** A final transfer to the shop's wallet that is no top-up's exact amount; its block is as old as `secondsAgo`. */
async function receive(
  amount: string,
  {
    hash = randomHex(32),
    from = randomHex(20),
    secondsAgo = 0,
    orderRef = null as Hex | null,
    state: expected = 'unmatched',
  } = {},
) {
  const cursor = (await readChainCursor(shop.ctx.db, chain.chainId))!;
  const time = Math.floor(shop.clock.now().getTime() / 1000) - secondsAgo;
  const [next, units] = [{ number: (head += 1), hash: randomHex(32), time }, parseMicro(amount)];
  const block = { blockNumber: next.number, blockHash: next.hash, blockTime: time };
  const transfer = { txHash: hash, ordinal: 0, from, to: chain.wallet, orderRef, ...block };
  await recordScan(
    shop.ctx,
    { ...chain, network: type },
    cursor,
    {
      kind: 'scanned',
      head,
      final: head,
      cursor: next,
      transfers: [{ ...transfer, amountUnits: units, amountMicro: units }],
      quarantined: [],
      caughtUp: true,
      pending: [],
      pendingProblem: null,
    },
    { matcher: depositMatcher, blacklist: new Set() },
  );
  const found = shop.ctx.db.selectFrom('deposits').select(['id', 'state']).where('tx_hash', '=', hash);
  const { id, state } = await found.executeTakeFirstOrThrow();
  expect(state).toBe(expected);
  return { id: String(id), hash };
}

type Shown = [username: string, reason: string, atOnce: boolean];
async function suggest(id: string, limit = 500): Promise<Shown[]> {
  const path = `/api/admin/deposits/${id}/candidates?limit=${limit}`;
  const { data } = await shop.call('GET', path, undefined, admin.headers);
  return data.items.map((one: any) => [one.username, one.reason, one.at_once]);
}
const assign = async (id: string, username: string): Promise<string> => {
  const headers = { ...admin.headers, 'idempotency-key': randomBytes(8).toString('hex') };
  const body = { username, reason: 'the same buyer' };
  return (await shop.call('POST', `/api/admin/deposits/${id}/assignment`, body, headers)).data.state;
};

test("asking for a claim's text proves nothing: the payer is suggested first, and one admin can credit nobody else", async () => {
  const [payer, stranger] = [await newBuyer(), await newBuyer()];
  await payer.ask('77');
  await pass(30);
  const { id, hash } = await receive('77');
  expect((await stranger.claimText(hash)).status).toBe(200);
  const suggested = await suggest(id);
  expect([await assign(id, stranger.username), await stranger.balance()]).toEqual(['proposed', '0.00']);
  expect(suggested).toEqual([
    [payer.username, 'openRecharge', true],
    [stranger.username, 'namedHash', false],
  ]);
});

test('a claim with any 65 bytes as its signature, made early, proves nothing', async () => {
  const [payer, stranger] = [await newBuyer(), await newBuyer()];
  await payer.ask('77');
  await pass(30);
  const hash = randomHex(32);
  await stranger.claimText(hash);
  const signature = await sign({ hash: randomHex(32), privateKey: generatePrivateKey(), to: 'hex' });
  const { data } = await stranger.post('/api/deposits/claims', { type, tx_hash: hash, signature });
  expect(data).toMatchObject({ status: 'waiting' });
  const { id } = await receive('77', { hash });
  expect(await suggest(id)).toEqual([
    [payer.username, 'openRecharge', true],
    [stranger.username, 'namedHash', false],
  ]);
  expect(await assign(id, payer.username)).toBe('applied');
  expect(await payer.balance()).toBe('77.00');
});

test('a hash on a top-up that was made later, had ended, or is of another wallet comes last and credits nobody alone', async () => {
  const [ended, elsewhere, later] = [await newBuyer(), await newBuyer(), await newBuyer()];
  const over = await ended.ask('500');
  await pass(30);
  await over.cancel();
  const moved = await elsewhere.ask('500');
  await shop.ctx.db
    .updateTable('payment_methods')
    .set({ retired_at: shop.clock.now() })
    .where('chain_id', '=', chain.chainId)
    .execute();
  chain = await createFollowedChain(shop.ctx, type);
  await pass(30);
  const { id, hash } = await receive('77');
  await pass(30);
  for (const one of [over, moved, await later.ask('500'), await later.ask('77')]) {
    expect((await one.name(hash)).status).toBe(200);
  }
  const suggested = await suggest(id);
  expect(suggested[0]).toEqual([later.username, 'namedHash', false]);
  expect(suggested).toHaveLength(3);
  for (const { username } of [ended, elsewhere])
    expect(suggested).toContainEqual([username, 'namedHash', false]);
  expect(await assign(id, later.username)).toBe('proposed');
});

test('a hash named for an open top-up of another amount comes last, stops nobody, and credits nobody alone', async () => {
  const [payer, stranger] = [await newBuyer(), await newBuyer()];
  await payer.ask('77');
  const other = await stranger.ask('500');
  await pass(30);
  const { id, hash } = await receive('77');
  await other.name(hash);
  expect(await suggest(id)).toEqual([
    [payer.username, 'openRecharge', true],
    [stranger.username, 'namedHash', false],
  ]);
  expect(await assign(id, stranger.username)).toBe('proposed');
});

test.each([
  ['is open', false],
  ['has just ended', true],
])("nobody is credited at once while another buyer's top-up of about the amount %s", async (_, isEnded) => {
  const [payer, other] = [await newBuyer(), await newBuyer()];
  const named = await payer.ask('77');
  const near = await other.ask('80');
  await pass(30);
  if (isEnded) await near.cancel();
  await pass(30);
  const { id, hash } = await receive('77');
  await named.name(hash);
  expect(await suggest(id)).toEqual([
    [payer.username, 'openRecharge', false],
    [other.username, isEnded ? 'endedRecharge' : 'openRecharge', false],
  ]);
  expect(await assign(id, payer.username)).toBe('proposed');
});

test('naming lifts nobody above a nearer top-up', async () => {
  const [payer, stranger, late] = [await newBuyer(), await newBuyer(), await newBuyer()];
  await payer.ask('77');
  const near = await stranger.ask('80');
  const far = await late.ask('500');
  await pass(30);
  const { id, hash } = await receive('77');
  await near.name(hash);
  await far.cancel();
  await pass(1);
  await far.name(hash);
  expect(await suggest(id)).toEqual([
    [payer.username, 'openRecharge', false],
    [stranger.username, 'openRecharge', false],
    [late.username, 'namedHash', false],
  ]);
});

test('what a buyer pays afterwards brings the rest of their top-up no nearer', async () => {
  const stranger = await newBuyer();
  const far = await stranger.ask('500');
  await pass(30);
  const { id } = await receive('77');
  await pass(30);
  await receive('423', { orderRef: far.orderRef, state: 'credited' });
  expect(await suggest(id)).toEqual([]);
});

test.each([
  ['is under review', { state: 'review' }],
  ['was rejected', { state: 'rejected' }],
  ['was reversed', { state: 'reversed' }],
  ['was changed outside the shop', { head_at_creation: 1 }],
] as const)(
  "nobody is credited at once if another buyer's top-up of about the amount %s",
  async (_, change) => {
    const [payer, stranger] = [await newBuyer(), await newBuyer()];
    const { orderId } = await payer.ask('77');
    await stranger.ask('80');
    await pass(30);
    const { id } = await receive('77');
    await shop.ctx.db.updateTable('recharges').set(change).where('order_id', '=', orderId).execute();
    expect(await suggest(id)).toEqual([[stranger.username, 'openRecharge', false]]);
  },
);

test('many who name a hash push nobody out of the list who has a better proof', async () => {
  const [payer, ...strangers] = await Array.fromAsync({ length: 26 }, () => newBuyer());
  const others = await Array.fromAsync(strangers, (one) => one.ask('500'));
  await payer!.ask('77');
  await pass(30);
  const { id, hash } = await receive('77');
  for (const one of others) await one.name(hash);
  expect(await suggest(id, 20)).toContainEqual([payer!.username, 'openRecharge', true]);
});

test('one buyer with many top-ups of about the amount hides nobody else with one', async () => {
  const [payer, hoarder] = [await newBuyer(), await newBuyer()];
  await payer.ask('80');
  for (let count = 0; count < 22; count += 1) {
    const { orderId, cancel } = await hoarder.ask('77');
    if (count >= 2) await cancel();
    // Paid ones let a buyer hold more.
    else
      await shop.ctx.db
        .updateTable('recharges')
        .set({ state: 'credited' })
        .where('order_id', '=', orderId)
        .execute();
  }
  await pass(30);
  const { id } = await receive('77');
  expect((await suggest(id)).map(([username]) => username)).toContain(payer.username);
  expect(await assign(id, hoarder.username)).toBe('proposed');
});

test('a top-up made after the payment is left out, too, while the shop has not read its block', async () => {
  const stranger = await newBuyer();
  await pass(30);
  const late = await stranger.ask('77');
  const { id, hash } = await receive('77', { secondsAgo: 5 });
  expect(await suggest(id)).toEqual([]);
  await late.name(hash);
  expect(await suggest(id)).toEqual([[stranger.username, 'namedHash', false]]);
  expect(await assign(id, stranger.username)).toBe('proposed');
});

test('whom the sending wallet has signed for comes first, at once unless it signed for two', async () => {
  const [first, second, namer] = [await newBuyer(), await newBuyer(), await newBuyer()];
  const open = await namer.ask('500');
  await pass(30);
  for (const signed of [[first], [first, second]]) {
    const [hash, privateKey] = [randomHex(32), generatePrivateKey()];
    for (const { claimText, post } of signed) {
      const { text } = (await claimText(hash)).data;
      const signature = await sign({ hash: hashSignedText(type, text), privateKey, to: 'hex' });
      // A place that the transaction turns out not to have, so that nothing is credited by itself.
      await post('/api/deposits/claims', { type, tx_hash: hash, signature, ordinal: 7 });
    }
    const from = privateKeyToAccount(privateKey).address.toLowerCase() as Hex;
    const { id } = await receive('60', { hash, from });
    await open.name(hash);
    const isAlone = signed.length === 1;
    expect(await suggest(id)).toEqual([
      ...signed.map(({ username }) => [username, 'signedClaim', isAlone]),
      [namer.username, 'namedHash', false],
    ]);
    expect(await assign(id, first.username)).toBe(isAlone ? 'applied' : 'proposed');
  }
});

test('who named a payment for a top-up that is paid by now is suggested, and so is whose top-up of about it is paid', async () => {
  const [payer, other] = [await newBuyer(), await newBuyer()];
  const first = await payer.ask('500');
  const near = await other.ask('77');
  await pass(30);
  const { id, hash } = await receive('77');
  await first.name(hash);
  for (const { orderRef } of [first, near]) {
    await pass(30);
    await receive(orderRef === near.orderRef ? '77' : '500', { orderRef, state: 'credited' });
  }
  expect(await suggest(id)).toEqual([
    [other.username, 'paidRecharge', false],
    [payer.username, 'namedHash', false],
  ]);
  expect(await assign(id, payer.username)).toBe('proposed');
});
