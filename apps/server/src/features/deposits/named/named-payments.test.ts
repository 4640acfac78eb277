import { formatAddress } from '@portside/chain';
import { NETWORKS, parseMicro } from '@portside/contract';
import { usdtLookalikeAbi } from '@portside/checkout';
import { startDevchain } from '@portside/devchain';
import { encodeFunctionData, type Hex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createChainWorld,
  nodeOf,
  openOwnAddress,
  randomAddress,
  transferOf,
  unitsOf,
  type Buyer,
  type ChainWorld,
  type TestChains,
} from '../../../testing/chain-world.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { askTopUp } from '../../../testing/chain-payments.ts';
import { submitTxHash } from '../../recharges/own-recharges.ts';
import { findOwnPayment } from '../listing/own-payments.ts';
import { createDepositClaimText } from '../deposit-claims/create-deposit-claim-text.ts';
import { countOpenNamedPayments, listNamedPayments, reviewNamedPayment } from './list-named-payments.ts';
import { lookAtNamedPayments, type LookUpChains } from './name-payment.ts';

let chains: TestChains;
let world: ChainWorld;
let lookedUp: LookUpChains;
beforeAll(async () => {
  chains = await startDevchain();
  world = await createChainWorld(chains, ['TRON', 'BSC', 'ETH', 'POLYGON']);
  lookedUp = Object.fromEntries(NETWORKS.map((network) => [network, { nodes: [nodeOf(chains, network)] }]));
});
afterAll(() => chains.stop());

const find = async ({ ctx }: Buyer, tx_hash: Hex, type: 'TRON' | 'BSC' = 'BSC') =>
  (await findOwnPayment(ctx, { query: { type, tx_hash } }, lookedUp)).payment;
const list = (query: Partial<Parameters<typeof listNamedPayments>[1]['query']> = {}) =>
  listNamedPayments(world.ctx, { query: { limit: 20, ...query } });

/** Sends coin from an address that has it, in a block of its own. */
async function sendCoin(network: 'TRON' | 'BSC', to: Hex, value: Hex): Promise<Hex> {
  const { rpc, mine } = chains.controls;
  const from = randomAddress();
  await rpc(network, 'anvil_setBalance', from, '0xde0b6b3a7640000');
  const hash = await rpc<Hex>(network, 'eth_sendTransaction', { from, to, value, gas: '0x186a0' });
  await mine(network, 1);
  return hash;
}

test('coin, another token, another network and a transfer that failed are told apart, and credit nothing', async () => {
  const { buyer, address } = await world.createAddressOwner('BSC');
  const coin = await sendCoin('BSC', address, '0x2386f26fc10000');
  expect(await find(buyer, coin)).toMatchObject({ type: 'BSC', state: 'coin', amount: '0.01' });

  const wrongNetwork = await world.pay('ETH', '25', address);
  expect(await find(buyer, wrongNetwork)).toMatchObject({ type: 'ETH', state: 'otherNetwork', amount: '25' });

  const failed = await world.transfer('BSC', randomAddress(), '25', address);
  expect(await find(buyer, failed)).toMatchObject({ type: 'BSC', state: 'failed', amount: null });

  // Another network's USDT contract is just another token here.
  const other = await otherToken('BSC');
  const token = await world.call('BSC', other.holder, other.token, transferOf(address, 25_000_000n));
  expect(await find(buyer, token)).toMatchObject({ type: 'BSC', state: 'otherToken', amount: null });

  const elsewhere = await world.pay('BSC', '25', randomAddress());
  expect(await find(buyer, elsewhere)).toMatchObject({ type: 'BSC', state: 'otherAddress' });

  // Not read by the follower yet.
  const own = await world.pay('BSC', '25', address);
  expect(await find(buyer, own)).toMatchObject({ state: 'confirming', amount: '25', confirmations: 0 });
  await world.settle('BSC');
  expect(await find(buyer, own)).toMatchObject({ state: 'credited', confirmations: null });
  expect(await buyer.balance()).toBe(parseMicro('25'));

  const { items } = await list({ username: (await list()).items[0]!.username });
  expect(items.map(({ payment, is_open: isOpen }) => [payment?.state, isOpen])).toEqual([
    ['credited', false],
    ['otherAddress', false],
    ['otherToken', true],
    ['failed', false],
    ['otherNetwork', true],
    ['coin', true],
  ]);
  expect(items[4]).toMatchObject({
    named_type: 'BSC',
    receiver_address: formatAddress('ETH', address),
    payment: { type: 'ETH' },
  });
});

/** A token that is not the network's USDT, though its code is the same, with somebody who holds it. */
async function otherToken(network: 'BSC'): Promise<{ token: Hex; holder: Hex }> {
  const { rpc, mine } = chains.controls;
  const [token, holder] = [randomAddress(), randomAddress()];
  const code = await rpc<Hex>(network, 'eth_getCode', chains.chains[network].contractAddress, 'latest');
  await rpc(network, 'anvil_setCode', token, code);
  const args = [holder, 100_000_000n] as const;
  const data = encodeFunctionData({ abi: usdtLookalikeAbi, functionName: 'mint', args });
  await chains.sendCall(network, token, data);
  await mine(network, 1);
  return { token, holder };
}

test('on TRON coin is told from USDT, also for one who pastes the hash as its explorers write it', async () => {
  const { buyer, address } = await world.createAddressOwner('TRON');
  const coin = await sendCoin('TRON', address, '0x17d7840');
  expect(await find(buyer, coin, 'TRON')).toMatchObject({ type: 'TRON', state: 'coin', amount: '25' });
  const own = await world.pay('TRON', '25', address);
  expect(await find(buyer, own.slice(2).toUpperCase() as Hex, 'TRON')).toMatchObject({ state: 'confirming' });
});

test('slow and dead nodes delay nobody, and a transaction is found by those that answer', async () => {
  const { buyer, address } = await world.createAddressOwner('BSC');
  const dead = { name: 'dead', request: () => new Promise<never>(() => undefined) };
  const hash = await world.pay('BSC', '25', address);
  lookedUp = {
    TRON: { nodes: [dead] },
    ETH: { nodes: [dead, dead] },
    BSC: { nodes: [dead, nodeOf(chains, 'BSC')] },
  };
  const began = performance.now();
  expect(await find(buyer, hash)).toMatchObject({ type: 'BSC', state: 'confirming' });
  expect(performance.now() - began).toBeLessThan(4_000);
  lookedUp = Object.fromEntries(NETWORKS.map((network) => [network, { nodes: [nodeOf(chains, network)] }]));
});

test('what nobody has seen is looked for again by itself, later and later, and only so many at once', async () => {
  const buyer = await world.createBuyer();
  const { address } = await openOwnAddress(buyer, 'BSC');
  const { controls } = chains;
  const from = randomAddress();
  await controls.rpc('BSC', 'anvil_setBalance', from, '0xde0b6b3a7640000');
  const to = chains.chains.BSC.contractAddress;
  const data = transferOf(address, unitsOf('BSC', '1'));
  const hash = await controls.rpc<Hex>('BSC', 'eth_sendTransaction', { from, to, data, gas: '0x7a120' });
  expect(await find(buyer, hash)).toBeNull();
  await controls.mine('BSC', 1);
  expect(await find(buyer, hash)).toBeNull();
  await world.ctx.db
    .updateTable('named_payments')
    .set({ look_at: new Date() })
    .where('tx_hash', '=', hash)
    .execute();
  await lookAtNamedPayments(world.ctx, lookedUp);
  expect(await find(buyer, hash)).toMatchObject({ state: 'failed' });

  const many = await world.createBuyer();
  const hashes = Array.from({ length: 22 }, (_, at): Hex => `0x${at.toString(16).padStart(64, 'e')}`);
  for (const one of hashes) expect(await find(many, one)).toBeNull();
  const { count } = await world.ctx.db
    .selectFrom('named_payments')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('user_id', '=', many.userId)
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(20);
});

test('what was looked for in vain is looked for again when it is named again', async () => {
  const { buyer, address } = await world.createAddressOwner('BSC');
  const hash = await world.pay('BSC', '0.5', address);
  const day = new Date(Date.now() - DAY_MS);
  const { db } = world.ctx;
  const old = { user_id: buyer.userId, named_network: 'BSC' as const, named_at: day };
  await db
    .insertInto('named_payments')
    .values({ ...old, tx_hash: hash })
    .execute();
  expect(await find(buyer, hash)).toMatchObject({ type: 'BSC' });

  const many = await world.createBuyer();
  const known = Array.from({ length: 100 }, (_, at): Hex => `0x${at.toString(16).padStart(64, 'd')}`);
  const by = { ...old, user_id: many.userId, named_at: new Date(), state: 'failed' as const };
  const names = known.map((tx_hash) => ({ ...by, tx_hash }));
  await db.insertInto('named_payments').values(names).execute();
  const { address: own } = await openOwnAddress(many, 'BSC');
  expect(await find(many, await world.pay('BSC', '0.6', own))).toBeNull();
});

/** A node of BSC that answers a call as `lie` makes of the true answer. */
function lyingNode(method: string, lie: (answer: unknown) => unknown): LookUpChains {
  const node = nodeOf(chains, 'BSC');
  const request = async (asked: string, params: readonly unknown[]): Promise<unknown> => {
    const answer = await node.request(asked, params);
    return asked === method ? lie(answer) : answer;
  };
  return { BSC: { nodes: [{ name: 'liar', request }] } };
}

const lookIsDue = async (...hashes: readonly Hex[]): Promise<void> => {
  await world.ctx.db
    .updateTable('named_payments')
    .set({ look_at: new Date(0) })
    .where('tx_hash', 'in', [...hashes])
    .execute();
};

const nextLookOf = async (hash: Hex): Promise<number | undefined> => {
  const rows = world.ctx.db.selectFrom('named_payments').select('look_at').where('tx_hash', '=', hash);
  return (await rows.executeTakeFirstOrThrow()).look_at?.getTime();
};

test('a node that tells a height which no column holds is passed over', async () => {
  const { buyer, address } = await world.createAddressOwner('BSC');
  const hash = await world.pay('BSC', '25', address);
  const lie = (answer: unknown) => ({ ...(answer as object), blockNumber: '0x80000000' });
  for (const liar of [
    lyingNode('eth_getTransactionReceipt', lie),
    lyingNode('eth_blockNumber', () => '0xffffffffffff'),
  ]) {
    expect(
      (await findOwnPayment(buyer.ctx, { query: { type: 'BSC', tx_hash: hash } }, liar)).payment,
    ).toBeNull();
    await lookIsDue(hash);
    await lookAtNamedPayments(world.ctx, liar);
    expect(await nextLookOf(hash)).toBeGreaterThan(Date.now());
  }
  await lookIsDue(hash);
  await lookAtNamedPayments(world.ctx, lookedUp);
  expect(await find(buyer, hash)).toMatchObject({ state: 'confirming', amount: '25' });
});

test('names whose looks fail wait for their next one and hold up no others', async () => {
  const { buyer, address } = await world.createAddressOwner('BSC');
  const failing = Array.from({ length: 5 }, (_, at): Hex => `0x${at.toString(16).padStart(64, 'c')}`);
  for (const hash of failing) await find(buyer, hash);
  const paid = await world.pay('BSC', '25', address);
  await find(buyer, paid);
  await lookIsDue(...failing);
  await world.ctx.db
    .updateTable('named_payments')
    .set({ state: 'notSeen', network: null, look_at: new Date(1_000) })
    .where('tx_hash', '=', paid)
    .execute();
  const node = nodeOf(chains, 'BSC');
  const request = (method: string, params: readonly unknown[]): Promise<unknown> =>
    failing.includes(params[0] as Hex)
      ? Promise.reject(new Error('our mistake'))
      : node.request(method, params);
  const broken: LookUpChains = { BSC: { nodes: [{ name: 'broken', request }] } };
  for (let runs = 0; runs < 2; runs++) await lookAtNamedPayments(world.ctx, broken);
  for (const hash of failing) expect(await nextLookOf(hash)).toBeGreaterThan(Date.now());
  expect(await find(buyer, paid)).toMatchObject({ state: 'confirming' });
});

test('what a mint has paid is said to be unsignable, and waits for a person with the name of its buyer', async () => {
  const buyer = await world.createBuyer();
  const { order_id } = await askTopUp(buyer, 'ETH', '50');
  const hash = await mintTo('49.5');
  const body = { tx_hash: hash };
  const { submitted } = await submitTxHash(
    buyer.ctx,
    { params: { order_id }, body },
    () => undefined,
    lookedUp,
  );
  expect(submitted).toMatchObject({ is_found: true, payment: { state: 'unmatched', can_sign: false } });
  await expect(
    createDepositClaimText(buyer.ctx, { body: { type: 'ETH', tx_hash: hash } }, lookedUp),
  ).rejects.toMatchObject({ reason: 'senderCannotSign' });
  const open = await countOpenNamedPayments(world.ctx.db);
  const { items } = await list({ state: 'open' });
  expect(items[0]).toMatchObject({ order_id, is_open: true, named_type: 'ETH' });
  expect(open?.count).toBe(items.length);
  const reviewed = await reviewNamedPayment(world.ctx, {
    params: { id: items[0]!.id },
    body: { reason: 'paid back by hand' },
  });
  expect(reviewed).toMatchObject({ is_open: false, review: 'paid back by hand' });
  expect((await list({ state: 'open' })).items.map(({ id }) => id)).not.toContain(items[0]!.id);
  await expect(
    reviewNamedPayment(world.ctx, { params: { id: items[0]!.id }, body: { reason: 'again' } }),
  ).rejects.toMatchObject({ reason: 'notFound' });
});

/** A payment that no wallet has sent. */
async function mintTo(amount: string): Promise<Hex> {
  await chains.controls.mint('ETH', chains.chains.ETH.walletAddress, parseMicro(amount));
  await world.settle('ETH');
  const { tx_hash: hash } = await world.ctx.db
    .selectFrom('deposits')
    .select('tx_hash')
    .where('amount_micro', '=', parseMicro(amount))
    .where('network', '=', 'ETH')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return hash;
}

test('wallets and contracts may sign, also contracts that do not say so', async () => {
  const buyer = await world.createBuyer();
  for (const hash of [await world.payInOneTransaction('ETH', ['48.5']), await world.pay('ETH', '13')]) {
    await world.settle('ETH');
    expect(await find(buyer, hash)).toMatchObject({ state: 'unmatched', can_sign: true });
    const body = { type: 'ETH' as const, tx_hash: hash };
    expect(await createDepositClaimText(buyer.ctx, { body }, lookedUp)).toMatchObject({ type: 'ETH' });
  }
});
