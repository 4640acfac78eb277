import { parseMicro, type Network, type Recharge } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { sql } from 'kysely';
import { hashMessage, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '../../../platform/context.ts';
import { signInAdmin } from '../../../testing/people.ts';
import { createChainWorld, type ChainWorld, type TestChains } from '../../../testing/chain-world.ts';
import { settleBlocked } from '../../../testing/chain-payments.ts';
import { approveProposal } from '../../approvals/decide-proposal.ts';
import { claimDeposit } from '../../deposits/deposit-claims/claim-deposit.ts';
import { createDepositClaimText } from '../../deposits/deposit-claims/create-deposit-claim-text.ts';
import { assignDeposit } from '../../deposits/decisions/assign-deposit.ts';
import { findUser } from '../../users/index.ts';
import { findCandidates } from './find-candidates.ts';
import { createRecharge } from '../create-recharge.ts';
import { findOrderIdsOfDeposits } from '../receipts.sql.ts';

const network: Network = 'ETH';
let chains: TestChains;
let world: ChainWorld;
let isFailing = false;
beforeAll(async () => {
  chains = await startDevchain();
});
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
afterAll(() => chains.stop());

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
