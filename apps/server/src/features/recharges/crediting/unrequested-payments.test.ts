import { formatMicro, parseMicro, type Network } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createChainWorld,
  type Buyer,
  type ChainWorld,
  type TestChains,
} from '../../../testing/chain-world.ts';
import { askTopUp, listTopUps } from '../../../testing/chain-payments.ts';
import { listSmallPayments } from '../../deposits/listing/own-payments.ts';
import { listRecharges } from '../own-recharges.ts';

/** Payments to a buyer's own address for which they have asked for no top-up: shown from the head on. */

let chains: TestChains;
let world: ChainWorld;
beforeAll(async () => {
  chains = await startDevchain();
});
afterAll(() => chains.stop());

const openOn = async (...networks: Network[]): Promise<void> => {
  world = await createChainWorld(chains, networks);
};

const listSmall = async ({ ctx }: Buyer) => (await listSmallPayments(ctx)).items;
const publishedTo = ({ userId }: Buyer, name: string) =>
  world.published.filter((one) => one.to === userId && one.name === name).map(({ data }) => data);

describe.for<Network>(['BSC', 'TRON'])('on %s', (network) => {
  beforeEach(() => openOn(network));

  test('a payment without an order is a top-up as soon as it is seen, and stays the same one', async () => {
    const { buyer, address } = await world.createAddressOwner(network);
    await world.pay(network, '31.4159', address);
    await world.follow(network);
    const [seen] = await listTopUps(buyer);
    expect(seen).toMatchObject({
      sub_state: 'seen',
      amount: '31.4159',
      mode: 'own_addresses',
      requested: false,
      tx_hash: expect.any(String),
    });
    expect(publishedTo(buyer, 'rechargeMoved')).toEqual([{ order_id: seen!.order_id }]);
    await world.follow(network);
    await world.settle(network);
    expect(await listTopUps(buyer)).toMatchObject([
      { order_id: seen!.order_id, sub_state: 'credited', credited_amount: '31.4159', tx_hash: seen!.tx_hash },
    ]);
    expect(await buyer.balance()).toBe(31_415_900n);
  });

  test('two payments of one amount and an order are three lines', async () => {
    const { buyer, address } = await world.createAddressOwner(network);
    const order = await askTopUp(buyer, network, '20');
    await world.payTogether(network, ['20', '20', '20'], address);
    await world.follow(network);
    const seen = await listTopUps(buyer);
    expect(seen.map(({ sub_state, requested }) => [sub_state, requested])).toEqual([
      ['seen', false],
      ['seen', false],
      ['seen', true],
    ]);
    await world.settle(network);
    const credited = await listTopUps(buyer);
    expect(credited.map(({ order_id }) => order_id)).toEqual(seen.map(({ order_id }) => order_id));
    expect(credited.map(({ sub_state }) => sub_state)).toEqual(['credited', 'credited', 'credited']);
    expect(credited.at(-1)).toMatchObject({ order_id: order.order_id });
    expect(new Set(credited.map(({ tx_hash }) => tx_hash)).size).toBe(3);
    expect(await buyer.balance()).toBe(60_000_000n);
  });

  test('another payment does not end the line of one that is still to be confirmed', async () => {
    const { buyer, address } = await world.createAddressOwner(network);
    await world.pay(network, '50', address);
    await world.follow(network);
    await world.pay(network, '49', address);
    await world.follow(network);
    const seen = await listTopUps(buyer);
    expect(seen.map(({ amount }) => amount)).toEqual(['49', '50']);
    await world.settle(network);
    expect(await listTopUps(buyer)).toMatchObject(
      seen.map(({ order_id, amount, tx_hash }) => ({ order_id, credited_amount: amount, tx_hash })),
    );
  });

  test('one node cannot fill a buyer’s history with payments that do not exist', async () => {
    const { buyer, address } = await world.createAddressOwner(network);
    const amounts = Array.from({ length: 25 }, (_, count) => formatMicro(parseMicro('20') + BigInt(count)));
    await world.payTogether(network, amounts, address);
    await world.follow(network);
    expect(await listTopUps(buyer)).toHaveLength(20);
    expect((await listRecharges(buyer.ctx, { query: { limit: 30 } })).items).toHaveLength(20);
    await world.settle(network);
    const { items } = await listRecharges(buyer.ctx, { query: { limit: 30 } });
    expect(items.filter(({ sub_state }) => sub_state === 'credited')).toHaveLength(25);
  });

  test('what the chain drops is gone; sent again it is credited once', async () => {
    const { buyer, address } = await world.createAddressOwner(network);
    await world.pay(network, '60', address);
    await world.follow(network);
    await chains.controls.reorg(network, 1);
    await world.follow(network);
    expect(await listTopUps(buyer)).toEqual([]);
    await world.settle(network);
    await world.payFinally(network, '60', address);
    const lines = await listTopUps(buyer);
    expect(lines[0]).toMatchObject({ sub_state: 'credited', credited_amount: '60' });
    expect(await buyer.balance()).toBe(
      60_000_000n * BigInt(lines.filter((one) => one.credited_amount).length),
    );
  });

  test('nothing that arrives takes the place of a top-up that a buyer may ask for', async () => {
    const { buyer, address } = await world.createAddressOwner(network);
    for (const amount of ['11', '12', '13', '14']) await world.pay(network, amount, address);
    await world.follow(network);
    expect(await listTopUps(buyer)).toHaveLength(4);
    expect(await askTopUp(buyer, network, '100')).toMatchObject({ sub_state: 'waiting', requested: true });
  });

  test('below the minimum it is listed with what is missing, until it is enough together', async () => {
    const { buyer, address } = await world.createAddressOwner(network);
    const minimum = { BSC: '1', TRON: '5' }[network as 'BSC'];
    expect(await listSmall(buyer)).toEqual([]);
    await world.pay(network, '0.6', address);
    await world.follow(network);
    expect(await listTopUps(buyer)).toEqual([]);
    expect(await listSmall(buyer)).toMatchObject([
      {
        type: network,
        amount: '0',
        minimum_amount: minimum,
        payments: [{ amount: '0.6', confirmed: false }],
      },
    ]);
    await world.settle(network);
    expect(publishedTo(buyer, 'smallPayment')).toEqual([{ type: network }]);
    const missing = { BSC: '0.4', TRON: '4.4' }[network as 'BSC'];
    expect(await listSmall(buyer)).toMatchObject([
      { amount: '0.6', missing_amount: missing, payments: [{ amount: '0.6', confirmed: true }] },
    ]);
    expect(await listSmall(await world.createBuyer())).toEqual([]);
    await world.payFinally(network, missing, address);
    expect(await listSmall(buyer)).toEqual([]);
    expect(publishedTo(buyer, 'smallPayment')).toHaveLength(2);
    expect((await listTopUps(buyer)).map(({ credited_amount }) => credited_amount)).toEqual([missing, '0.6']);
  });
});

test('less than what is credited at once cannot be asked for', async () => {
  await openOn('ETH');
  const { buyer } = await world.createAddressOwner('ETH');
  const minimum = { key: 'recharge_minimum', value: '"2"', updated_at: new Date() };
  await world.ctx.db.insertInto('settings').values(minimum).execute();
  try {
    await expect(askTopUp(buyer, 'ETH', '9.99')).rejects.toMatchObject({ reason: 'amountOutOfRange' });
    expect(await askTopUp(buyer, 'ETH', '10')).toMatchObject({ pay_amount: '10' });
  } finally {
    await world.ctx.db.deleteFrom('settings').where('key', '=', 'recharge_minimum').execute();
  }
});
