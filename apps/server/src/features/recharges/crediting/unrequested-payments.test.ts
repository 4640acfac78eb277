import { formatMicro, parseMicro, type Network, type Recharge } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { sql } from 'kysely';
import { hashMessage, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createChainWorld,
  type Buyer,
  type ChainWorld,
  type TestChains,
} from '../../../testing/chain-world.ts';
import { askTopUp, listTopUps, settleBlocked } from '../../../testing/chain-payments.ts';
import type { Ctx } from '../../../platform/context.ts';
import { signInAdmin } from '../../../testing/people.ts';
import { listSmallPayments } from '../../deposits/listing/own-payments.ts';
import { approveProposal } from '../../approvals/decide-proposal.ts';
import { claimDeposit } from '../../deposits/deposit-claims/claim-deposit.ts';
import { createDepositClaimText } from '../../deposits/deposit-claims/create-deposit-claim-text.ts';
import { assignDeposit } from '../../deposits/decisions/assign-deposit.ts';
import { findUser } from '../../users/index.ts';
import { listRecharges } from '../own-recharges.ts';
import { createRecharge } from '../create-recharge.ts';
import { findOrderIdsOfDeposits } from '../receipts.sql.ts';
import { findCandidates } from './find-candidates.ts';

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

test('whoever names an amount for an own address may name as little as it takes', async () => {
  await openOn('BSC');
  const { buyer } = await world.createAddressOwner('BSC');
  await expect(askTopUp(buyer, 'BSC', '0.99')).rejects.toMatchObject({ reason: 'amountOutOfRange' });
  expect(await askTopUp(buyer, 'BSC', '1')).toMatchObject({ pay_amount: '1' });
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

describe('credited events', () => {
  const network: Network = 'ETH';
  let isFailing = false;

  beforeEach(async () => {
    world = await createChainWorld(chains, [network]);
    isFailing = false;
    await sql`create table if not exists announced (fact text not null)`.execute(world.ctx.db);
    await sql`delete from announced`.execute(world.ctx.db);
    // Written by the transaction that announces, so that what is rolled back is not counted.
    world.ctx.events.on('depositsCredited', async ({ db }, { deposits, userId, credit }) => {
      const orderIds = await findOrderIdsOfDeposits(
        db,
        deposits.map(({ id }) => id),
      );
      for (const { id, tx_hash } of deposits)
        await sql`insert into announced values (${`${credit.by} ${userId} ${tx_hash} ${orderIds.get(id)}`})`.execute(
          db,
        );
      if (isFailing) throw new Error('the listener failed');
    });
  });

  async function announced(): Promise<string[]> {
    const { rows } = await sql<{ fact: string }>`select fact from announced`.execute(world.ctx.db);
    return rows.map(({ fact }) => fact);
  }

  const topUp = (ctx: Ctx): Promise<Recharge> =>
    createRecharge(ctx, { body: { type: network, amount: '20' }, idempotencyKey: 'credited events' });

  test('a top-up that is paid twice announces each payment once', async () => {
    const { ctx, userId } = await world.createBuyer();
    const recharge = await topUp(ctx);
    const first = await world.payFinally(network, recharge.pay_amount);
    await world.settle(network);
    const creditOf = (hash: Hex) => `matcher ${userId} ${hash} ${recharge.order_id}`;
    expect(await announced()).toEqual([creditOf(first)]);

    const second = await world.payFinally(network, recharge.pay_amount);
    expect(await announced()).toEqual([creditOf(first), creditOf(second)]);
  });

  test('a listener that fails rolls the credit back; the next scan credits and announces once', async () => {
    const buyer = await world.createBuyer();
    const recharge = await topUp(buyer.ctx);
    const hash = await world.pay(network, recharge.pay_amount);
    isFailing = true;
    await expect(world.settle(network)).rejects.toThrow('the listener failed');
    expect([await announced(), await buyer.balance()]).toEqual([[], 0n]);

    isFailing = false;
    await world.settle(network);
    expect(await buyer.balance()).toBe(parseMicro(recharge.pay_amount));
    expect(await announced()).toEqual([`matcher ${buyer.userId} ${hash} ${recharge.order_id}`]);
  });

  test('a signed claim announces its deposit once, and no top-up', async () => {
    const { ctx, userId } = await world.createBuyer();
    const privateKey = generatePrivateKey();
    const wallet = privateKeyToAccount(privateKey).address.toLowerCase() as Hex;
    const amountMicro = parseMicro('25');
    await chains.controls.mint(network, wallet, amountMicro);
    const { walletAddress } = chains.chains[network];
    const txHash = await world.transfer(network, wallet, '25', walletAddress);
    await world.settle(network);
    expect(await announced()).toEqual([]);

    const claim = async (key: Hex) => {
      const payment = { type: network, tx_hash: txHash };
      const { text } = await createDepositClaimText(ctx, { body: payment });
      const signature = await sign({ hash: hashMessage(text), privateKey: key, to: 'hex' });
      return claimDeposit(ctx, { body: { ...payment, signature } });
    };
    await expect(claim(generatePrivateKey())).rejects.toMatchObject({ reason: 'signerNotSender' });
    expect(await announced()).toEqual([]);
    await claim(privateKey);
    await claim(privateKey);
    expect(await announced()).toEqual([`buyer ${userId} ${txHash} undefined`]);
  });

  test('a held payment that two people assign announces its deposit and its top-up once', async () => {
    const [ann, bob] = [(await signInAdmin(world.ctx)).ctx, (await signInAdmin(world.ctx)).ctx];
    const { ctx, userId } = await world.createBuyer();
    const recharge = await topUp(ctx);
    const hash = await world.pay(network, recharge.pay_amount);
    await settleBlocked(world, network, hash);
    expect(await announced()).toEqual([]);

    const { id } = await world.ctx.db
      .selectFrom('deposits')
      .select('id')
      .where('tx_hash', '=', hash)
      .executeTakeFirstOrThrow();
    const { username } = (await findUser(world.ctx.db, userId))!;
    const body = { username, reason: 'looked into' };
    const input = { params: { id: String(id) }, body, idempotencyKey: 'assign' };
    const proposal = await assignDeposit(ann, input, findCandidates);
    expect(await announced()).toEqual([]);
    await approveProposal(bob, BigInt(proposal.id));
    expect(await announced()).toEqual([`admins ${userId} ${hash} ${recharge.order_id}`]);
  });
});
