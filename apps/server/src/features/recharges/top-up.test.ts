import { parseMicro, type Network, type Recharge } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { toEventHash, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createChainWorld,
  randomAddress,
  unitsOf,
  type ChainWorld,
  type TestChains,
  transferOf,
} from '../../testing/chain-world.ts';
import { networksHere } from '../../testing/world.ts';
import type { Ctx } from '../../platform/context.ts';
import { findLedgerMismatches } from '../ledger/index.ts';
import { cancelRecharge, readRecharge } from './own-recharges.ts';
import { createRecharge } from './create-recharge.ts';

let chains: TestChains;
let world: ChainWorld;

beforeAll(async () => {
  chains = await startDevchain();
});
afterAll(() => chains.stop());

let keys = 0;
const ask = (ctx: Ctx, type: Network, amount = '10'): Promise<Recharge> =>
  createRecharge(ctx, { body: { type, amount }, idempotencyKey: `key ${(keys += 1)}` });
const read = (ctx: Ctx, { order_id }: Recharge): Promise<Recharge> =>
  readRecharge(ctx, { params: { order_id } });
const listDeposits = (txHash: Hex) =>
  world.ctx.db.selectFrom('deposits').selectAll().where('tx_hash', '=', txHash).orderBy('ordinal').execute();
const statesOfDeposits = async (txHash: Hex) => (await listDeposits(txHash)).map(({ state }) => state);

describe.for(networksHere)('on %s', (network) => {
  beforeEach(async () => {
    world = await createChainWorld(chains, [network]);
  });

  test('the exact amount is seen at the head, credited once when final, and told to the buyer', async () => {
    const buyer = await world.createBuyer();
    const recharge = await ask(buyer.ctx, network);
    expect(recharge).toMatchObject({ status: 'recharging', sub_state: 'waiting', tx_hash: null });

    const hash = await world.pay(network, recharge.pay_amount);
    await world.follow(network);
    expect(await read(buyer.ctx, recharge)).toMatchObject({ sub_state: 'seen', confirmations: 0 });
    await chains.controls.mine(network, 2);
    await world.follow(network);
    expect(await read(buyer.ctx, recharge)).toMatchObject({ sub_state: 'confirming', confirmations: 2 });
    expect(await buyer.balance()).toBe(0n);
    expect(await statesOfDeposits(hash)).toEqual([]);

    await world.settle(network);
    const paid = await read(buyer.ctx, recharge);
    expect(paid).toMatchObject({ status: 'successful', credited_amount: recharge.pay_amount, tx_url: null });
    expect(paid.tx_hash).toBe(network === 'TRON' ? hash.slice(2) : hash);
    expect(await buyer.balance()).toBe(parseMicro(recharge.pay_amount));
    const told = world.published.filter(({ to }) => to === buyer.userId);
    expect(told.at(-1)).toEqual({ to: buyer.userId, name: 'balance', data: { balance: '10.00' } });
    expect(told.at(-2)).toEqual({ to: buyer.userId, name: 'notices', data: { unread: 1 } });
    expect(told.at(-3)).toEqual({
      to: buyer.userId,
      name: 'rechargeMoved',
      data: { order_id: recharge.order_id },
    });
    expect(await findLedgerMismatches(world.ctx.db)).toEqual([]);
  });

  test('top-ups that are paid in the same blocks are told together', async () => {
    const buyer = await world.createBuyer();
    const asked = [await ask(buyer.ctx, network), await ask(buyer.ctx, network, '20')];
    for (const { pay_amount } of asked) await world.pay(network, pay_amount);
    await world.settle(network);
    for (const one of asked) expect(await read(buyer.ctx, one)).toMatchObject({ status: 'successful' });
    const told = world.published.filter(({ to, name }) => to === buyer.userId && name === 'notices');
    expect(told.map(({ data }) => data)).toEqual([{ unread: 2 }]);
  });

  test('reading the same blocks again credits nothing', async () => {
    const start = await world.ctx.db.selectFrom('chain_cursors').selectAll().execute();
    const buyer = await world.createBuyer();
    const recharge = await ask(buyer.ctx, network);
    const hash = await world.payFinally(network, recharge.pay_amount);
    const balance = await buyer.balance();
    expect(balance).toBeGreaterThan(0n);
    for (const { chain_id, ...cursor } of start) {
      await world.ctx.db.updateTable('chain_cursors').set(cursor).where('chain_id', '=', chain_id).execute();
    }
    await world.follow(network);
    expect(await buyer.balance()).toBe(balance);
    expect(await statesOfDeposits(hash)).toEqual(['credited']);
  });

  test('another amount is kept as unmatched and the top-up stays open', async () => {
    const buyer = await world.createBuyer();
    const recharge = await ask(buyer.ctx, network);
    const hash = await world.payFinally(network, recharge.amount);
    expect(await statesOfDeposits(hash)).toEqual(['unmatched']);
    expect(await buyer.balance()).toBe(0n);
    expect(await read(buyer.ctx, recharge)).toMatchObject({ sub_state: 'waiting' });
  });

  test('money that arrives after a cancel is credited, and so is a second payment', async () => {
    const buyer = await world.createBuyer();
    const recharge = await ask(buyer.ctx, network);
    await cancelRecharge(buyer.ctx, { params: recharge });
    await world.payFinally(network, recharge.pay_amount);
    const first = await read(buyer.ctx, recharge);
    expect(first).toMatchObject({ status: 'successful', credited_amount: recharge.pay_amount });
    const once = await buyer.balance();
    await world.payFinally(network, recharge.pay_amount);
    expect(await buyer.balance()).toBe(once * 2n);
    expect(await read(buyer.ctx, recharge)).toMatchObject({ status: 'successful', tx_hash: first.tx_hash });
  });

  test('a payment that a reorganisation takes away is shown no more and never credited', async () => {
    const buyer = await world.createBuyer();
    const recharge = await ask(buyer.ctx, network);
    const hash = await world.pay(network, recharge.pay_amount);
    await world.follow(network);
    expect(await read(buyer.ctx, recharge)).toMatchObject({ sub_state: 'seen' });
    await expect(cancelRecharge(buyer.ctx, { params: recharge })).rejects.toMatchObject({
      reason: 'notCancellable',
    });
    await chains.controls.reorg(network, 1);
    await world.follow(network);
    expect(await read(buyer.ctx, recharge)).toMatchObject({ sub_state: 'waiting', tx_hash: null });
    await world.settle(network);
    expect(await statesOfDeposits(hash)).toEqual([]);
    expect(await buyer.balance()).toBe(0n);
  });

  test('the checkout contract names its top-up, whatever amount was paid', async () => {
    const buyer = await world.createBuyer();
    const recharge = await ask(buyer.ctx, network);
    await world.payByCheckout(network, recharge, '12.345678');
    await world.follow(network);
    expect(await read(buyer.ctx, recharge)).toMatchObject({ sub_state: 'seen' });
    await world.settle(network);
    expect(await buyer.balance()).toBe(12_345_678n);
    expect(await read(buyer.ctx, recharge)).toMatchObject({
      status: 'successful',
      credited_amount: '12.345678',
    });
  });

  test('two transfers in one transaction pay two top-ups', async () => {
    const [one, other] = [await world.createBuyer(), await world.createBuyer()];
    const recharges = [await ask(one.ctx, network), await ask(other.ctx, network, '20')];
    const amounts = recharges.map(({ pay_amount }) => parseMicro(pay_amount));
    const wanted = recharges.map(({ pay_amount }) => pay_amount);
    const hash = await world.payInOneTransaction(network, wanted);
    await world.settle(network);
    expect(await statesOfDeposits(hash)).toEqual(['credited', 'credited']);
    expect([await one.balance(), await other.balance()]).toEqual(amounts);
  });

  test('a token that only looks like USDT, and a transfer that failed, are nothing', async () => {
    const buyer = await world.createBuyer();
    const recharge = await ask(buyer.ctx, network);
    const { contractAddress, walletAddress } = chains.chains[network];
    const amount = unitsOf(network, recharge.pay_amount);
    const data = transferOf(walletAddress, amount);
    const fake = randomAddress();
    await chains.controls.rpc(network, 'anvil_setCode', fake, emitTransfer(walletAddress, amount));
    const faked = await world.call(network, randomAddress(), fake, data);
    // This sender has no USDT.
    const failed = await world.call(network, randomAddress(), contractAddress, data);
    await world.settle(network);
    expect([...(await statesOfDeposits(faked)), ...(await statesOfDeposits(failed))]).toEqual([]);
    expect(await read(buyer.ctx, recharge)).toMatchObject({ sub_state: 'waiting' });
    expect(await buyer.balance()).toBe(0n);
  });
});

/** Code that logs a transfer to `to` without moving anything. */
function emitTransfer(to: Hex, amountMicro: bigint): Hex {
  const topic = toEventHash('Transfer(address,address,uint256)').slice(2);
  const word = (hex: string) => `7f${hex.padStart(64, '0')}`;
  return `0x${word(amountMicro.toString(16))}600052${word(to.slice(2))}33${word(topic)}60206000a300`;
}
