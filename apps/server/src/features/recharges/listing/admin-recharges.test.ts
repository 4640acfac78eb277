import type { Network } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../../platform/context.ts';
import { signInAdmin } from '../../../testing/people.ts';
import { createChainWorld, type ChainWorld, type TestChains } from '../../../testing/chain-world.ts';
import { networksHere } from '../../../testing/world.ts';
import { settleBlocked } from '../../../testing/chain-payments.ts';
import { approveProposal, vetoProposal } from '../../approvals/decide-proposal.ts';
import { rejectDeposit } from '../../deposits/decisions/propose-decision.ts';
import { cancelRecharge, submitTxHash } from '../own-recharges.ts';
import { createAuthorization } from '../authorizations.ts';
import { createRecharge } from '../create-recharge.ts';
import { createTicket, openTicket } from '../tickets.ts';
import { listAllRecharges } from './list-all-recharges.ts';
import { readAnyRecharge } from './read-any-recharge.ts';

let chains: TestChains;
let world: ChainWorld;
let desk: Ctx;
beforeAll(async () => {
  chains = await startDevchain();
});
afterAll(() => chains.stop());

const openOn = async (...networks: Network[]): Promise<void> => {
  world = await createChainWorld(chains, networks);
  desk = (await signInAdmin(world.ctx, ['recharge.read'])).ctx;
};

let keys = 0;
const ask = (ctx: Ctx, type: Network, amount = '20') =>
  createRecharge(ctx, { body: { type, amount }, idempotencyKey: `desk ${(keys += 1)}` });
const historyOf = async (orderId: string) => readAnyRecharge(desk, { params: { order_id: orderId } });
const kindsOf = async (orderId: string) => (await historyOf(orderId)).events.map(({ kind }) => kind);
const list = async (query: Partial<Parameters<typeof listAllRecharges>[1]['query']>) =>
  (await listAllRecharges(desk, { query: { limit: 20, ...query } })).items.map(({ order_id }) => order_id);

describe.for(networksHere)('on %s', (network) => {
  beforeEach(() => openOn(network));

  test('the timeline has everything from the asking to the credit', async () => {
    const buyer = await world.createBuyer();
    const recharge = await ask(buyer.ctx, network);
    const params = { order_id: recharge.order_id };
    const { url } = await createTicket(buyer.ctx, { params });
    await openTicket(buyer.ctx, { body: { ticket: new URL(url).hash.slice('#ticket='.length) } });
    const wallet_address = recharge.wallet_address!;
    await createAuthorization(buyer.ctx, { params, body: { wallet_address, mode: 'safe', amount: '5' } });
    const hash = await world.pay(network, recharge.pay_amount);
    await submitTxHash(buyer.ctx, { params, body: { tx_hash: hash } }, () => undefined);
    await world.follow(network);
    expect(await kindsOf(recharge.order_id)).toContain('paid');
    await world.settle(network);

    const { recharge: shown, events } = await historyOf(recharge.order_id);
    expect(shown).toMatchObject({ status: 'successful', buyer: { id: buyer.userId.toString() } });
    expect(new Set(events.map(({ kind }) => kind))).toEqual(
      new Set(['asked', 'ticketMade', 'ticketOpened', 'authorized', 'txHashSubmitted', 'paid', 'credited']),
    );
    expect(events[0]).toMatchObject({ kind: 'asked', actor: shown.buyer.username, amount: '20' });
    expect(events.find(({ kind }) => kind === 'paid')).toMatchObject({
      amount: recharge.pay_amount,
      tx_hash: shown.tx_hash,
      wallet: shown.sender_address,
      block: expect.any(Number),
    });
  });

  test('one that was given up and paid late says so', async () => {
    const buyer = await world.createBuyer();
    const recharge = await ask(buyer.ctx, network);
    await cancelRecharge(buyer.ctx, { params: { order_id: recharge.order_id } });
    await world.payFinally(network, recharge.pay_amount);
    const kinds = await kindsOf(recharge.order_id);
    expect(kinds).toEqual(expect.arrayContaining(['asked', 'cancelled', 'paid', 'creditedLate']));
    expect(kinds).not.toContain('credited');
  });

  test('of a held payment the persons who decided are told, with their reasons', async () => {
    const [ann, bob] = [await signInAdmin(world.ctx), await signInAdmin(world.ctx)];
    const buyer = await world.createBuyer();
    const recharge = await ask(buyer.ctx, network);
    const id = await payHeld(network, recharge.pay_amount);
    const propose = (reason: string) =>
      rejectDeposit(ann.ctx, {
        params: { id: id.toString() },
        body: { reason },
        idempotencyKey: `desk ${(keys += 1)}`,
      });
    await vetoProposal(bob.ctx, BigInt((await propose('looks odd')).id), 'not odd enough');
    await approveProposal(bob.ctx, BigInt((await propose('stolen, says the police')).id));
    const { recharge: shown, events } = await historyOf(recharge.order_id);
    expect(shown.sub_state).toBe('rejected');
    expect(events.slice(1).map(({ kind, actor, note }) => [kind, actor, note])).toEqual(
      expect.arrayContaining([
        ['held', null, ''],
        ['rejectionProposed', ann.user.username, 'looks odd'],
        ['proposalStopped', bob.user.username, 'not odd enough'],
        ['rejectionProposed', ann.user.username, 'stolen, says the police'],
        ['rejected', bob.user.username, ''],
      ]),
    );
    const held = events.find(({ kind }) => kind === 'held')!;
    expect(held.held_reason).toEqual({ code: 'senderBlocked', facts: { note: 'stolen' } });
  });

  test('each way of looking finds it, and others do not', async () => {
    const [buyer, other] = [await world.createBuyer(), await world.createBuyer()];
    const recharge = await ask(buyer.ctx, network);
    const theirs = await ask(other.ctx, network);
    await world.payFinally(network, recharge.pay_amount);
    const { recharge: shown } = await historyOf(recharge.order_id);
    const { username, email } = shown.buyer;
    const { created_at: at, order_id: number } = shown;
    const before = new Date(Date.parse(at) - 1).toISOString();
    const finds: Parameters<typeof list>[0][] = [
      { order_id: number },
      { order_id: number.slice(4, 18), buyer: username },
      { buyer: username },
      { buyer: email.slice(0, -4) },
      { tx_hash: shown.tx_hash! },
      { address: shown.sender_address!, buyer: username },
      { buyer: username, status: 'successful', type: network },
      { buyer: username, state: 'credited', from: at, to: at },
    ];
    for (const query of finds) expect([query, await list(query)]).toEqual([query, [number]]);
    const misses: Parameters<typeof list>[0][] = [
      { buyer: username, status: 'failed' },
      { buyer: username, type: network === 'ETH' ? 'TRON' : 'ETH' },
      { buyer: username, status: 'recharging', state: 'credited' },
      { buyer: username, to: before },
      { order_id: 'RECHX' },
      { tx_hash: randomBytes(32).toString('hex') },
    ];
    for (const query of misses) expect([query, await list(query)]).toEqual([query, []]);
    for (const query of [{}, { type: network }, { address: shown.receiver_address! }])
      expect(await list(query)).toEqual(expect.arrayContaining([number, theirs.order_id]));
    expect(await list({ status: 'recharging', type: network })).toContain(theirs.order_id);
  });
});

test('pages follow each other without a gap, whatever leads to them', async () => {
  await openOn('ETH', 'TRON');
  const buyer = await world.createBuyer();
  const made: string[] = [];
  for (let turn = 0; turn < 3; turn += 1)
    made.unshift((await ask(buyer.ctx, turn % 2 === 0 ? 'ETH' : 'TRON')).order_id);
  const { username } = (await historyOf(made[0]!)).recharge.buyer;
  for (const query of [{ buyer: username }, { buyer: username, status: 'recharging' as const }, {}]) {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await listAllRecharges(desk, { query: { limit: 2, ...query, ...(cursor && { cursor }) } });
      seen.push(...page.items.map(({ order_id }) => order_id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen.slice(0, 3)).toEqual(made);
    expect(new Set(seen).size).toBe(seen.length);
  }
});

/** A payment whose sender is on the operator's list; returns its deposit. */
async function payHeld(network: Network, amount: string): Promise<bigint> {
  const hash = await world.pay(network, amount);
  await settleBlocked(world, network, hash);
  const { db } = world.ctx;
  return (await db.selectFrom('deposits').select('id').where('tx_hash', '=', hash).executeTakeFirstOrThrow())
    .id;
}
