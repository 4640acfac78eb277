import { chainsOf, formatTxHash } from '@portside/chain';
import { parseMicro, type Network, type Recharge } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import type { Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requireUser } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { signInAdmin } from '../../../testing/people.ts';
import {
  createChainWorld,
  randomAddress,
  type ChainWorld,
  type TestChains,
} from '../../../testing/chain-world.ts';
import { networksHere } from '../../../testing/world.ts';
import { settleBlocked } from '../../../testing/chain-payments.ts';
import { approveProposal } from '../../approvals/decide-proposal.ts';
import { findDepositDecisions, rejectDeposit, reverseDeposit } from '../../deposits/decisions/decisions.ts';
import { listAllDeposits } from '../../deposits/listing/list-all-deposits.ts';
import { assignDeposit } from '../../deposits/decisions/assign-deposit.ts';
import { postAdjustment, findLedgerMismatches, listAvailableMovements } from '../../ledger/index.ts';
import { findUser, setUserStatus } from '../../users/index.ts';
import { findCandidates } from './find-candidates.ts';
import { createRecharge } from '../create-recharge.ts';
import { readRecharge } from '../own-recharges.ts';

let chains: TestChains;
let world: ChainWorld;
let ann: Ctx;
let bob: Ctx;
beforeAll(async () => {
  chains = await startDevchain();
});
afterAll(() => chains.stop());

let keys = 0;
const key = () => `decided ${(keys += 1)}`;
const ask = (ctx: Ctx, type: Network): Promise<Recharge> =>
  createRecharge(ctx, { body: { type, amount: '20' }, idempotencyKey: key() });
const read = (ctx: Ctx, { order_id }: Recharge): Promise<Recharge> =>
  readRecharge(ctx, { params: { order_id } });
const depositOf = (txHash: Hex) =>
  world.ctx.db.selectFrom('deposits').selectAll().where('tx_hash', '=', txHash).executeTakeFirstOrThrow();

/** As the desk of money received shows it. */
const listed = async (network: Network, txHash: Hex, sort: 'recorded_at' | 'amount') => {
  const query = { tx_hash: formatTxHash(network, txHash), limit: 20, sort };
  return (await listAllDeposits(ann, { query })).items;
};

/** The manual movements in the ledger of a balance, newest first. */
async function listDecisions(userId: bigint) {
  const movements = await listAvailableMovements(world.ctx.db, userId, { before: undefined, limit: 20 });
  const decisions = await findDepositDecisions(world.ctx, movements);
  return movements.map(({ id, kind }) => [kind, decisions.get(id) ?? null]);
}
const nameOf = async ({ actor, db }: Ctx) => (await findUser(db, requireUser(actor).userId))!.username;
const byTwo = async () => ({
  proposed_by: await nameOf(ann),
  approved_by: await nameOf(bob),
  reason: body.reason,
});

/** Pays a top-up from a wallet that the operator has blocked. */
async function payFromBlocked(
  network: Network,
  recharge: Recharge,
  pay = () => world.pay(network, recharge.pay_amount),
): Promise<Hex> {
  const hash = await pay();
  await settleBlocked(world, network, hash);
  return hash;
}

const body = { reason: 'looked into' };
const approve = ({ id }: { id: string }) => approveProposal(bob, BigInt(id));

describe.for(networksHere)('on %s', (network) => {
  beforeEach(async () => {
    world = await createChainWorld(chains, [network]);
    [ann, bob] = [(await signInAdmin(world.ctx)).ctx, (await signInAdmin(world.ctx)).ctx];
  });

  test('a blocked sender is held, and credited to the top-up once two people say so', async () => {
    const buyer = await world.createBuyer();
    const recharge = await ask(buyer.ctx, network);
    const hash = await payFromBlocked(network, recharge);
    expect(await depositOf(hash)).toMatchObject({
      state: 'held',
      held_reason: { code: 'senderBlocked', facts: { note: 'stolen' } },
    });
    expect(await read(buyer.ctx, recharge)).toMatchObject({ status: 'recharging', sub_state: 'review' });
    expect(await buyer.balance()).toBe(0n);

    const { id } = await depositOf(hash);
    const { username } = (await findUser(world.ctx.db, buyer.userId))!;
    for (const sort of ['recorded_at', 'amount'] as const) {
      const whose = { state: 'held', username, order_id: recharge.order_id };
      expect(await listed(network, hash, sort), sort).toMatchObject([whose]);
    }
    for (const sort of ['recorded_at', '-recorded_at', 'amount'] as const) {
      const { items } = await listAllDeposits(ann, { query: { username, limit: 20, sort } });
      expect(items, sort).toMatchObject([{ id: String(id), state: 'held', username }]);
    }
    const proposal = await assignDeposit(
      ann,
      { params: { id: String(id) }, body: { ...body, username }, idempotencyKey: key() },
      findCandidates,
    );
    expect([proposal.state, await buyer.balance()]).toEqual(['proposed', 0n]);
    expect((await approve(proposal)).state).toBe('applied');
    expect(await read(buyer.ctx, recharge)).toMatchObject({
      status: 'successful',
      credited_amount: recharge.pay_amount,
    });
    expect(await buyer.balance()).toBe(parseMicro(recharge.pay_amount));
    expect(await listDecisions(buyer.userId)).toEqual([['credit', await byTwo()]]);
    expect(
      (await findLedgerMismatches(world.ctx.db)).filter((fault) => fault.userId === buyer.userId),
    ).toEqual([]);
  });

  test('a held payment that two people reject ends its top-up, and nobody is credited', async () => {
    const buyer = await world.createBuyer();
    const recharge = await ask(buyer.ctx, network);
    const { id } = await depositOf(await payFromBlocked(network, recharge));
    await approve(await rejectDeposit(ann, { params: { id: String(id) }, body, idempotencyKey: key() }));
    expect(await read(buyer.ctx, recharge)).toMatchObject({ status: 'failed', sub_state: 'rejected' });
    expect(await buyer.balance()).toBe(0n);
    const again = rejectDeposit(ann, { params: { id: String(id) }, body, idempotencyKey: key() });
    await expect(again).rejects.toMatchObject({ reason: 'depositTaken' });
  });

  test('a held payment through the checkout ends its top-up, though its amount is another', async () => {
    const buyer = await world.createBuyer();
    const recharge = await ask(buyer.ctx, network);
    const hash = await payFromBlocked(network, recharge, () => world.payByCheckout(network, recharge, '25'));
    expect(await read(buyer.ctx, recharge)).toMatchObject({ sub_state: 'review' });
    const { id } = await depositOf(hash);
    const { username } = (await findUser(world.ctx.db, buyer.userId))!;
    const input = { params: { id: String(id) }, body: { ...body, username }, idempotencyKey: key() };
    await approve(await assignDeposit(ann, input, findCandidates));
    expect(await read(buyer.ctx, recharge)).toMatchObject({ status: 'successful', credited_amount: '25' });
  });

  test('a held payment that is not enough leaves its top-up open, and adds to it once it is credited', async () => {
    const buyer = await world.createBuyer();
    const recharge = await ask(buyer.ctx, network);
    const hash = await payFromBlocked(network, recharge, () => world.payByCheckout(network, recharge, '5'));
    expect(await read(buyer.ctx, recharge)).toMatchObject({ sub_state: 'waiting', credited_amount: null });
    const { id } = await depositOf(hash);
    const { username } = (await findUser(world.ctx.db, buyer.userId))!;
    const input = { params: { id: String(id) }, body: { ...body, username }, idempotencyKey: key() };
    await approve(await assignDeposit(ann, input, findCandidates));
    expect(await read(buyer.ctx, recharge)).toMatchObject({
      sub_state: 'waiting',
      credited_amount: '5',
      missing_amount: '15',
    });
  });

  test.skipIf(chainsOf(network).blacklist === null)(
    'a sender that USDT itself has blocked is held',
    async () => {
      const buyer = await world.createBuyer();
      const recharge = await ask(buyer.ctx, network);
      const hash = await world.pay(network, recharge.pay_amount);
      await world.follow(network);
      const { from_address: sender } = await world.ctx.db
        .selectFrom('pending_transfers')
        .select('from_address')
        .where('tx_hash', '=', hash)
        .executeTakeFirstOrThrow();
      await chains.controls.setBlacklisted(network, sender, true);
      await world.settle(network);
      await chains.controls.setBlacklisted(network, sender, false);
      expect(await depositOf(hash)).toMatchObject({
        state: 'held',
        held_reason: { code: 'senderBlacklisted' },
      });
      expect(await buyer.balance()).toBe(0n);
    },
  );

  test('a reversed credit leaves the buyer, and what was spent is a debt that freezes', async () => {
    const buyer = await world.createBuyer();
    const recharge = await ask(buyer.ctx, network);
    const hash = await world.payFinally(network, recharge.pay_amount);
    const paid = parseMicro(recharge.pay_amount);
    expect(await buyer.balance()).toBe(paid);
    const spent = {
      proposalId: BigInt(Date.now()) + BigInt(keys),
      userId: buyer.userId,
      amountMicro: -5_000_000n,
    };
    await postAdjustment(world.ctx, spent);

    const { id } = await depositOf(hash);
    await approve(await reverseDeposit(ann, { params: { id: String(id) }, body, idempotencyKey: key() }));
    expect(await buyer.balance()).toBe(0n);
    expect((await findUser(world.ctx.db, buyer.userId))!.status).toBe('frozen');
    const debt = await world.ctx.db
      .selectFrom('ledger_accounts')
      .select('balance_micro')
      .where('user_id', '=', buyer.userId)
      .where('kind', '=', 'debt')
      .executeTakeFirstOrThrow();
    expect(debt.balance_micro).toBe(-5_000_000n);
    expect(await listDecisions(buyer.userId)).toEqual([
      ['reversal', await byTwo()],
      ['adjustment', null],
      ['credit', null],
    ]);
    expect(await depositOf(hash)).toMatchObject({ state: 'reversed' });
    expect(
      (await findLedgerMismatches(world.ctx.db)).filter((fault) => fault.userId === buyer.userId),
    ).toEqual([]);
  });

  test('a top-up that was paid twice stays successful until its second payment is taken back, too', async () => {
    const buyer = await world.createBuyer();
    const recharge = await ask(buyer.ctx, network);
    const paid = parseMicro(recharge.pay_amount);
    const first = await world.payFinally(network, recharge.pay_amount);
    const second = await world.payFinally(network, recharge.pay_amount);
    expect(await buyer.balance()).toBe(2n * paid);
    const takeBack = async (hash: Hex) => {
      const params = { id: String((await depositOf(hash)).id) };
      await approve(await reverseDeposit(ann, { params, body, idempotencyKey: key() }));
    };

    await takeBack(first);
    expect(await buyer.balance()).toBe(paid);
    expect(await read(buyer.ctx, recharge)).toMatchObject({
      status: 'successful',
      credited_amount: recharge.pay_amount,
      tx_hash: formatTxHash(network, second),
    });
    await takeBack(second);
    expect(await buyer.balance()).toBe(0n);
    expect(await read(buyer.ctx, recharge)).toMatchObject({
      status: 'failed',
      sub_state: 'rejected',
      credited_amount: null,
    });
    expect(
      (await findLedgerMismatches(world.ctx.db)).filter((fault) => fault.userId === buyer.userId),
    ).toEqual([]);
  });

  /** Closes the profile of somebody who owns nothing. */
  const close = (userId: bigint) => setUserStatus(ann, userId, 'closed');

  test('nobody whose profile is closed is credited: two people decide on what they still pay', async () => {
    const late = await world.createBuyer();
    const recharge = await ask(late.ctx, network);
    const { buyer, address } = await world.createAddressOwner(network);
    for (const { userId } of [buyer, late]) await close(userId);
    const { chainId, walletAddress } = chains.chains[network];
    const wallet = randomAddress();
    await chains.controls.mint(network, wallet, parseMicro('32'));
    const claimed = await world.transfer(network, wallet, '32', walletAddress);
    await world.ctx.db
      .insertInto('deposit_claims')
      .values({
        user_id: late.userId,
        network,
        chain_id: BigInt(chainId),
        tx_hash: claimed,
        ordinal: null,
        signer_address: wallet,
        created_at: new Date(),
      })
      .execute();
    const own = await world.payFinally(network, '30', address);
    const asked = await world.payFinally(network, recharge.pay_amount);
    expect(await depositOf(own)).toMatchObject({
      state: 'held',
      held_reason: { code: 'ownerClosed', facts: {} },
    });
    for (const hash of [asked, claimed]) expect(await depositOf(hash)).toMatchObject({ state: 'unmatched' });
    expect([await buyer.balance(), await late.balance()]).toEqual([0n, 0n]);
  });

  test('a credit that is approved after its user’s profile was closed fails', async () => {
    const buyer = await world.createBuyer();
    const hash = await world.payFinally(network, '31');
    const { username } = (await findUser(world.ctx.db, buyer.userId))!;
    const params = { id: String((await depositOf(hash)).id) };
    const proposal = await assignDeposit(
      ann,
      { params, body: { username, ...body }, idempotencyKey: key() },
      findCandidates,
    );
    await close(buyer.userId);
    expect(await approve(proposal)).toMatchObject({ state: 'failed' });
    expect(await depositOf(hash)).toMatchObject({ state: 'unmatched' });
    expect(await buyer.balance()).toBe(0n);
  });
});
