import { startDevchain } from '@portside/devchain';
import type { Hex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createChainWorld,
  type Buyer,
  type ChainWorld,
  type TestChains,
} from '../../../testing/chain-world.ts';
import { findOwnPayment } from './own-payments.ts';

let chains: TestChains;
let world: ChainWorld;
beforeAll(async () => {
  chains = await startDevchain();
  world = await createChainWorld(chains, ['TRON', 'BSC']);
});
afterAll(() => chains.stop());

const find = ({ ctx }: Buyer, tx_hash?: Hex) =>
  findOwnPayment(ctx, { query: { type: 'TRON', ...(tx_hash && { tx_hash }) } });

test('a buyer learns what became of the transaction that they sent, and when the network was last read', async () => {
  const { buyer, address } = await world.createAddressOwner('TRON');
  const other = await world.createBuyer();
  await world.follow('TRON');
  const nowhere: Hex = `0x${'ab'.repeat(32)}`;
  expect(await find(buyer, nowhere)).toEqual({ checked_at: expect.any(String), payment: null });

  const hash = await world.pay('TRON', '20', address);
  expect(await find(buyer, hash)).toMatchObject({ payment: null });
  await world.follow('TRON');
  const confirming = { type: 'TRON', amount: '20', state: 'confirming' };
  expect(await find(buyer, hash)).toMatchObject({ payment: confirming });
  // In the form of TRON's explorers, too.
  expect(await find(buyer, hash.slice(2).toUpperCase() as Hex)).toMatchObject({ payment: confirming });
  expect(await find(other, hash)).toMatchObject({ payment: null });
  await world.settle('TRON');
  expect(await find(buyer, hash)).toMatchObject({ payment: { amount: '20', state: 'credited' } });
  expect(await find(other, hash)).toMatchObject({ payment: null });
  expect(await find(other)).toMatchObject({ payment: null });
  expect(await buyer.balance()).toBe(20_000_000n);
});

test('what is below the minimum, held, or paid to a wallet of the shop is said to be so', async () => {
  const { buyer, address } = await world.createAddressOwner('TRON');
  const small = await world.pay('TRON', '0.5', address);
  const elsewhere = await world.payFinally('TRON', '7');
  expect(await find(buyer, small)).toMatchObject({ payment: { amount: '0.5', state: 'small' } });
  expect(await find(buyer, elsewhere)).toMatchObject({ payment: { amount: '7', state: 'elsewhere' } });

  const held = await world.payFinally('TRON', '30', address);
  const { db } = world.ctx;
  const states = { held: 'review', rejected: 'rejected' } as const;
  for (const [state, shown] of Object.entries(states)) {
    await db
      .updateTable('deposits')
      .set({ state: state as 'held', user_id: null })
      .where('tx_hash', '=', held)
      .execute();
    expect(await find(buyer, held)).toMatchObject({ payment: { state: shown } });
  }
});

test('a transaction of several parts is in the state of the first that pays anything, whatever happens to the others', async () => {
  const { buyer, address } = await world.createAddressOwner('TRON');
  const hash = await world.payInOneTransaction('TRON', ['20', '30', '40'], address);
  await world.settle('TRON');
  const { db } = world.ctx;
  const change = (ordinal: number, columns: { state?: 'held' | 'rejected'; amount_micro?: bigint }) =>
    db
      .updateTable('deposits')
      .set({ ...columns, user_id: null })
      .where('tx_hash', '=', hash)
      .where('ordinal', '=', ordinal)
      .execute();
  const ordinals = await db
    .selectFrom('deposits')
    .select('ordinal')
    .where('tx_hash', '=', hash)
    .orderBy('ordinal')
    .execute();
  const [first, second] = ordinals.map(({ ordinal }) => ordinal) as [number, number];
  await change(first, { state: 'held' });
  expect(await find(buyer, hash)).toMatchObject({ payment: { amount: '90', state: 'review' } });
  await change(second, { state: 'rejected' });
  expect(await find(buyer, hash)).toMatchObject({ payment: { amount: '90', state: 'review' } });
  // As what a wallet of the shop has sent is recorded.
  await change(first, { state: 'rejected', amount_micro: 0n });
  await change(second, { state: 'held' });
  expect(await find(buyer, hash)).toMatchObject({ payment: { amount: '70', state: 'review' } });
});

test('what is on two chains under one hash is not added up', async () => {
  const { buyer, address } = await world.createAddressOwner('TRON');
  const hash = await world.payFinally('TRON', '20', address);
  const other = await world.createAddressOwner('BSC');
  const elsewhere = await world.payFinally('BSC', '12', other.address);
  await world.ctx.db
    .updateTable('deposits')
    .set({ tx_hash: hash, owner_id: buyer.userId })
    .where('tx_hash', '=', elsewhere)
    .execute();
  expect(await find(buyer, hash)).toMatchObject({ payment: { type: 'TRON', amount: '20' } });
});

test('a payment on another network than the one asked for is found there', async () => {
  const { buyer, address } = await world.createAddressOwner('BSC');
  const hash = await world.payFinally('BSC', '12', address);
  expect(await find(buyer, hash)).toMatchObject({ payment: { type: 'BSC', state: 'credited' } });
});
