import { formatAddress } from '@portside/chain';
import { startDevchain } from '@portside/devchain';
import { randomBytes } from 'node:crypto';
import type { Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTestShop, bearer, type TestShop } from '../../testing/app.ts';
import { deployFactory, type TestChains } from '../../testing/chain-world.ts';
import { createFollowedChain } from '../../testing/followed-chain.ts';
import { markSound } from '../../testing/sealed-rows.ts';
import { evaluateAlarms } from '../alarms/evaluate-alarms.ts';
import { findActiveMethod, setPaymentMethod } from '../payment-methods/index.ts';
import { listRedirected } from './list-redirected.ts';

/** An attacker who can write to the database, without the keys, puts addresses of their own on open top-ups. */

let chains: TestChains;
let shop: TestShop;
beforeAll(async () => {
  chains = await startDevchain();
  shop = await createTestShop();
});
afterAll(() => chains.stop());
beforeEach(async () => {
  await shop.ctx.db.updateTable('recharges').set({ state: 'expired', is_reserved: false }).execute();
  await createFollowedChain(shop.ctx, 'ETH');
});

const thief: Hex = `0x${'66'.repeat(20)}`;
const WALLET = `0x${'12'.repeat(20)}`;

type Columns = {
  wallet_address?: Hex;
  checkout_address?: Hex | null;
  contract_address?: Hex;
  chain_id?: bigint;
};

async function openRecharge() {
  const { token, id } = await shop.register();
  const as = bearer(token);
  const body = { type: 'ETH', amount: '20' };
  const { data } = await shop.call('POST', '/api/recharges', body, {
    ...as,
    'idempotency-key': randomBytes(8).toString('hex'),
  });
  return { as, id, orderId: data.order_id as string, opened: data };
}

const redirect = (orderId: string, columns: Columns) =>
  shop.ctx.db.updateTable('recharges').set(columns).where('order_id', '=', orderId).execute();

const sealAlarms = async () =>
  (await evaluateAlarms(shop.ctx, await listRedirected(shop.ctx))).filter(
    ({ kind }) => kind === 'sealBroken',
  );

/** Nothing that leads to a payment is shown or done, whichever way it is asked for. */
async function expectHidden({ as, orderId }: { as: Record<string, string>; orderId: string }): Promise<void> {
  const hidden = {
    contract_address: null,
    wallet_address: null,
    receiver_address: null,
    checkout_address: null,
  };
  const path = `/api/recharges/${orderId}`;
  expect((await shop.call('GET', path, undefined, as)).data).toMatchObject(hidden);
  expect((await shop.call('GET', '/api/recharges', undefined, as)).data.items).toMatchObject([hidden]);
  const refused = { status: 409, code: 300_080 };
  expect(await shop.call('POST', `${path}/tickets`, undefined, as)).toMatchObject(refused);
  const caps = `${path}/allowance-caps?wallet_address=${WALLET}`;
  expect(await shop.call('GET', caps, undefined, as)).toMatchObject(refused);
  const authorization = { wallet_address: WALLET, mode: 'safe', amount: '1' };
  expect(await shop.call('POST', `${path}/authorizations`, authorization, as)).toMatchObject(refused);
  expect(await sealAlarms()).toMatchObject([{ network: 'ETH', findings: [{ code: 'rechargesRedirected' }] }]);
}

test('an open top-up shows the addresses that the shop has sealed', async () => {
  const { opened } = await openRecharge();
  const method = (await findActiveMethod(shop.ctx, 'ETH'))!;
  expect(opened).toMatchObject({
    wallet_address: formatAddress('ETH', method.wallet_address),
    contract_address: formatAddress('ETH', method.contract_address),
    checkout_address: formatAddress('ETH', method.checkout_address!),
  });
  expect(await sealAlarms()).toEqual([]);
});

const attacks: [string, Columns][] = [
  ['the wallet', { wallet_address: thief }],
  ['the checkout contract', { checkout_address: thief }],
  ['the checkout contract away', { checkout_address: null }],
  ['the token', { contract_address: thief }],
  ['the chain', { chain_id: 1n }],
];
describe.each(attacks)('whoever changes %s of an open top-up', (_, columns) => {
  test('finds its addresses hidden, its payment refused and an alarm raised', async () => {
    const recharge = await openRecharge();
    await redirect(recharge.orderId, columns);
    await expectHidden(recharge);
  });
});

test('a ticket that was made before shows no changed address', async () => {
  const recharge = await openRecharge();
  const { data } = await shop.call(
    'POST',
    `/api/recharges/${recharge.orderId}/tickets`,
    undefined,
    recharge.as,
  );
  await redirect(recharge.orderId, { wallet_address: thief });
  const ticket = new URL(data.url).hash.slice('#ticket='.length);
  const opened = await shop.call('POST', '/api/recharges/tickets', { ticket });
  expect(opened.data.recharge).toMatchObject({ wallet_address: null, checkout_address: null });
});

test('a repeated call to create it shows no changed address', async () => {
  const { as, orderId } = await openRecharge();
  const key = { ...as, 'idempotency-key': 'again-and-again' };
  const { data } = await shop.call('POST', '/api/recharges', { type: 'ETH', amount: '20' }, key);
  expect(data.order_id).not.toBe(orderId);
  await redirect(data.order_id, { wallet_address: thief });
  const again = await shop.call('POST', '/api/recharges', { type: 'ETH', amount: '20' }, key);
  expect(again.data).toMatchObject({ order_id: data.order_id, wallet_address: null });
});

test('a retired wallet of the shop that is still watched stays good, and one from long ago does not', async () => {
  const recharge = await openRecharge();
  const before = (await findActiveMethod(shop.ctx, 'ETH'))!;
  await setPaymentMethod(shop.ctx, {
    type: 'ETH',
    chainId: Number(before.chain_id),
    contractAddress: before.contract_address,
    walletAddress: `0x${randomBytes(20).toString('hex')}`,
    checkoutAddress: null,
    nodesOnLoopback: true,
  });
  await markSound(shop.ctx, 'ETH');
  const path = `/api/recharges/${recharge.orderId}`;
  const shown = { wallet_address: formatAddress('ETH', before.wallet_address) };
  expect((await shop.call('GET', path, undefined, recharge.as)).data).toMatchObject(shown);
  expect(await sealAlarms()).toEqual([]);
  const later = {
    ...shop.ctx,
    clock: { now: () => new Date(shop.ctx.clock.now().getTime() + 91 * 86_400_000) },
  };
  expect(await listRedirected(later)).toMatchObject([{ network: 'ETH' }]);
});

test('an ended top-up keeps the addresses of its time, but shows none that was never the shop’s', async () => {
  const recharge = await openRecharge();
  const path = `/api/recharges/${recharge.orderId}`;
  await shop.call('POST', `${path}/cancel`, undefined, recharge.as);
  const read = async () => (await shop.call('GET', path, undefined, recharge.as)).data;
  expect(await read()).toMatchObject({ wallet_address: recharge.opened.wallet_address });
  await redirect(recharge.orderId, { wallet_address: thief });
  expect(await read()).toMatchObject({ wallet_address: null });
  expect(await sealAlarms()).toEqual([]);
});

describe('with own deposit addresses', () => {
  const setFactory = async (): Promise<void> => {
    const { chainId, contractAddress, walletAddress, checkoutAddress } = chains.chains.ETH;
    const factoryAddress = await deployFactory(chains, 'ETH', walletAddress);
    const method = {
      type: 'ETH',
      chainId,
      contractAddress,
      walletAddress,
      checkoutAddress,
      factoryAddress,
    } as const;
    await setPaymentMethod(shop.ctx, { ...method, nodesOnLoopback: true });
    await markSound(shop.ctx, 'ETH');
    await shop.ctx.db
      .insertInto('chain_statuses')
      .values({
        chain_id: BigInt(chainId),
        network: 'ETH',
        state: 'following',
        reasons: '[]',
        head: 6,
        final: 1,
        checked_at: shop.ctx.clock.now(),
      })
      .onConflict((conflict) => conflict.column('chain_id').doUpdateSet({ checked_at: shop.ctx.clock.now() }))
      .execute();
  };

  test('a buyer’s own address is shown, and no other in its place', async () => {
    await setFactory();
    const [mine, other] = [await openRecharge(), await openRecharge()];
    expect(mine.opened).toMatchObject({ checkout_address: null });
    expect(mine.opened.wallet_address).not.toBe(other.opened.wallet_address);
    expect(await sealAlarms()).toEqual([]);
    const addressOf = async (orderId: string) =>
      (
        await shop.ctx.db
          .selectFrom('recharges')
          .selectAll()
          .where('order_id', '=', orderId)
          .executeTakeFirstOrThrow()
      ).wallet_address;
    const own = await addressOf(mine.orderId);
    for (const wallet_address of [thief, await addressOf(other.orderId)]) {
      await redirect(mine.orderId, { wallet_address });
      expect(
        (await shop.call('GET', `/api/recharges/${mine.orderId}`, undefined, mine.as)).data,
      ).toMatchObject({
        wallet_address: null,
      });
      expect(await sealAlarms()).toMatchObject([{ network: 'ETH' }]);
    }
    await redirect(mine.orderId, { wallet_address: own });
    expect(await sealAlarms()).toEqual([]);
    await redirect(mine.orderId, { checkout_address: thief });
    await shop.ctx.db
      .updateTable('deposit_addresses')
      .set({ address: thief, salt: `0x${'11'.repeat(32)}` })
      .where('user_id', '=', BigInt(mine.id))
      .execute();
    expect(await sealAlarms()).toMatchObject([{ network: 'ETH' }]);
  });

  test('it is computed once for each time it is shown', async () => {
    await setFactory();
    const { as, orderId } = await openRecharge();
    const derive = vi.spyOn(shop.ctx.keyring, 'derive');
    onTestFinished(() => derive.mockRestore());
    const read = () => shop.call('GET', `/api/recharges/${orderId}`, undefined, as);
    const { factory_address: factory } = (await findActiveMethod(shop.ctx, 'ETH'))!;
    expect((await read()).data).toMatchObject({
      own_address: { factory_address: formatAddress('ETH', factory!) },
    });
    expect(derive.mock.calls.filter(([purpose]) => purpose === 'deposit address')).toHaveLength(1);
    await redirect(orderId, { wallet_address: thief });
    expect((await read()).data).toMatchObject({ own_address: null });
  });
});
