import { formatAddress, formatTxHash } from '@portside/chain';
import type { Network } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createChainWorld,
  randomAddress,
  type Buyer,
  type ChainWorld,
  type TestChains,
} from '../../testing/chain-world.ts';
import { askTopUp } from '../../testing/chain-payments.ts';
import { getOwnRecharge, listCreditsOf } from '../recharges/index.ts';
import { localFormat } from './local-format.ts';
import { csvRows, readReceipt, receiptContent } from './read-receipt.ts';
import { statementTexts } from './statements.texts.ts';

let chains: TestChains;
let world: ChainWorld;
beforeAll(async () => {
  chains = await startDevchain();
});
afterAll(() => chains.stop());

const openOn = async (...networks: Network[]): Promise<void> => {
  world = await createChainWorld(chains, networks);
};

async function contentOf({ ctx }: Buyer, orderId: string) {
  const recharge = await getOwnRecharge(ctx, orderId);
  const credits = await listCreditsOf(ctx.db, recharge.id);
  return receiptContent(ctx, { recharge, credits, format: localFormat('en') });
}

/** What is refused writes nothing. */
const refusalOf = ({ ctx }: Buyer, orderId: string): Promise<unknown> => {
  const input = { params: { order_id: orderId }, query: { format: 'pdf' } } as const;
  return readReceipt(ctx, input, null as never).then(
    () => null,
    (error: unknown) => error,
  );
};

describe.for<Network>(['ETH', 'BSC', 'TRON'])('on %s', (network) => {
  beforeEach(() => openOn(network));

  test('a receipt lists every payment that was credited, by whom, and their sum', async () => {
    const buyer = await world.createBuyer();
    const recharge = await askTopUp(buyer, network, '10');
    const payer = randomAddress();
    const first = await world.payByCheckout(network, recharge, '1.25', payer);
    await world.settle(network);
    const second = await world.payByCheckout(network, recharge, '8.750001');
    await world.settle(network);
    expect(await buyer.balance()).toBe(10_000_001n);

    const { rows, totals, facts } = await contentOf(buyer, recharge.order_id);
    const texts = statementTexts.en;
    expect(rows.map(([, from, amount]) => [from!.split('\n')[0], amount])).toEqual([
      [formatTxHash(network, first), '1.25'],
      [formatTxHash(network, second), '8.750001'],
    ]);
    expect(rows[0]![1]).toBe(`${formatTxHash(network, first)}\n${formatAddress(network, payer)}`);
    expect(totals).toEqual([[texts.total, '10.000001 USDT']]);
    expect(facts).toContainEqual([texts.topUp, recharge.order_id]);
    expect(facts).toContainEqual([
      texts.receiver,
      formatAddress(network, chains.chains[network].walletAddress),
    ]);
  });
});

test('a payment to an own address is on its receipt, with that address', async () => {
  await openOn('BSC');
  const { buyer, address } = await world.createAddressOwner('BSC');
  const { order_id } = await askTopUp(buyer, 'BSC', '10');
  const hash = await world.payFinally('BSC', '9.5', address);
  const { rows, totals, facts } = await contentOf(buyer, order_id);
  expect(rows.map(([, from, amount]) => [from!.split('\n')[0], amount])).toEqual([
    [formatTxHash('BSC', hash), '9.50'],
  ]);
  expect(totals).toEqual([[statementTexts.en.total, '9.50 USDT']]);
  const recharge = await getOwnRecharge(buyer.ctx, order_id);
  const [row, ...others] = csvRows(recharge, await listCreditsOf(buyer.ctx.db, recharge.id));
  expect(others).toEqual([]);
  expect(row).toEqual([
    order_id,
    expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    'BSC',
    formatTxHash('BSC', hash),
    expect.stringMatching(/^0x/),
    formatAddress('BSC', address),
    '9.5',
  ]);
  expect(facts).toContainEqual([statementTexts.en.receiver, formatAddress('BSC', address)]);
});

test('there is no receipt of nothing, nor of what another buyer paid', async () => {
  await openOn('ETH');
  const buyer = await world.createBuyer();
  const recharge = await askTopUp(buyer, 'ETH', '10');
  expect(await refusalOf(buyer, recharge.order_id)).toMatchObject({ reason: 'parameterError' });
  await world.payFinally('ETH', recharge.pay_amount);
  expect(await refusalOf(await world.createBuyer(), recharge.order_id)).toMatchObject({ reason: 'notFound' });
  expect((await contentOf(buyer, recharge.order_id)).rows).toHaveLength(1);
});
