import { formatAddress, transferCall } from '@portside/chain';
import { token, transferEvent, treasury } from '@portside/chain/testing/fake-chain';
import type { Hex } from 'viem';
import { beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { buildAgent } from '../../testing/build.ts';
import { randomAddress } from '../../testing/chain-world.ts';
import {
  CHAIN_ID,
  MICRO,
  openPayoutsWorld,
  paymentOf,
  TYPE,
  WARRANTY_MS,
  type PayoutsWorld,
} from '../../testing/payouts-world.ts';
import { createPerson, signInAdmin } from '../../testing/people.ts';
import { listOwnAgentStatement, readOwnAgent } from '../agents/read-agents.ts';
import { approveProposal } from '../approvals/decide-proposal.ts';
import { findCommissionedSales, maskOrderNo, monthOf, readAgentMonth } from '../orders/index.ts';
import { changeSettings } from '../settings/settings.ts';
import { readAgentSales } from '../statistics/index.ts';
import { readAgentCommission } from './decide-payout.ts';
import { findRequestNotes, isPayoutCall, sumApproved } from './index.ts';
import { cancelPayout, readOwnPayouts } from './request-payout.ts';

let world: PayoutsWorld;
let ctx: Ctx;
beforeAll(async () => {
  world = await openPayoutsWorld();
  ({ ctx } = world);
});

const at = (id: string) => ({ params: { id } });
const facts = {
  readSales: readAgentSales,
  readMonth: readAgentMonth,
  findSales: findCommissionedSales,
  monthOf,
  maskOrderNo,
  findRequestNotes,
  sumApproved,
};
const refused = (reason: string) => expect.objectContaining({ reason });

test('commission is held for the warranty of its order, or the days of the setting', async () => {
  const agent = await world.hire();
  const order = await agent.sell(2);
  const until = new Date(world.clock.now().getTime() + WARRANTY_MS).toISOString();
  expect(await agent.figures()).toMatchObject({ earned: '20', held: '20', free: '0', held_until: until });
  await expect(agent.ask('10')).rejects.toEqual(refused('balanceTooLow'));
  await agent.sell();
  await world.refund(order);
  expect(await agent.figures()).toMatchObject({ earned: '30', taken_back: '20', held: '10', free: '0' });
  world.clock.advance(WARRANTY_MS);
  expect(await agent.figures()).toMatchObject({ held: '0', free: '10', held_until: null });
  await changeSettings(world.ann.ctx, { commission_hold_days: 3 });
  expect(await agent.figures()).toMatchObject({ held: '10', free: '0' });
  world.clock.advance(DAY_MS);
  expect(await agent.figures()).toMatchObject({ held: '0', free: '10' });
  await changeSettings(world.ann.ctx, { commission_hold_days: undefined });
  expect(await readAgentCommission(world.ann.ctx, at(String(agent.id)))).toEqual(await agent.figures());
});

test('a request reserves its amount until it is cancelled or rejected, and there is one at a time', async () => {
  const agent = await world.hire();
  await agent.earn(5);
  const first = await agent.ask('30', {}, 'key');
  expect(first).toMatchObject({ amount: '30', address: agent.address, state: 'requested' });
  expect(await agent.ask('30', {}, 'key')).toEqual(first);
  await expect(agent.ask('31', {}, 'key')).rejects.toEqual(refused('keyReused'));
  await expect(agent.ask('10')).rejects.toEqual(refused('payoutOpen'));
  expect(await agent.figures()).toMatchObject({ free: '20', requested: '30' });
  // By hand, only what is left.
  const byHand = (amount: string) => world.payByHand(agent, amount);
  await expect(byHand('20.000001')).rejects.toEqual(refused('balanceTooLow'));
  const stranger = await world.hire();
  await expect(cancelPayout(stranger.ctx, at(first.id))).rejects.toEqual(refused('notFound'));
  expect(await cancelPayout(agent.ctx, at(first.id))).toMatchObject({ state: 'cancelled' });
  expect(await cancelPayout(agent.ctx, at(first.id))).toMatchObject({ state: 'cancelled' });
  const second = await agent.ask('50');
  await world.approve(second.id);
  await world.start(second.id);
  await expect(cancelPayout(agent.ctx, at(second.id))).rejects.toEqual(refused('payoutSettled'));
  await expect(world.reject(second.id)).rejects.toEqual(refused('payoutBegun'));
  await world.reject(second.id, true);
  await expect(world.start(second.id)).rejects.toEqual(refused('payoutSettled'));
  expect(await agent.figures()).toMatchObject({ free: '50', requested: '0', paid: '0' });
  const { items } = await listOwnAgentStatement(agent.ctx, facts, { query: { limit: 20 } });
  expect(items.slice(0, 4).map(({ kind, amount, note }) => [kind, amount, note])).toEqual([
    ['payoutReturn', '50', 'another address'],
    ['payoutRequest', '-50', ''],
    ['payoutReturn', '30', ''],
    ['payoutRequest', '-30', ''],
  ]);
  await byHand('50');
  expect(await agent.figures()).toMatchObject({ free: '0', paid: '50' });
  expect(await world.mismatches(agent)).toEqual([]);
});

test('nothing is approved or begun for an agent who is blocked, or who owes more than is left', async () => {
  const agent = await world.hire();
  const setStatus = (status: 'active' | 'frozen') =>
    ctx.db.updateTable('users').set({ status }).where('id', '=', agent.id).execute();
  const earned = await agent.sell(3);
  world.clock.advance(WARRANTY_MS + 1);
  const { id } = await agent.ask('30');
  await setStatus('frozen');
  await expect(world.approve(id)).rejects.toEqual(refused('payoutOwnerBlocked'));
  await setStatus('active');
  await world.approve(id);
  await setStatus('frozen');
  await expect(world.start(id)).rejects.toEqual(refused('payoutOwnerBlocked'));
  await setStatus('active');
  // Refunded late: its commission is in the request.
  await world.refund(earned);
  await expect(world.start(id)).rejects.toEqual(refused('balanceTooLow'));
  expect(await agent.figures()).toMatchObject({ free: '-30', requested: '30' });
  await world.reject(id);
  expect(await agent.figures()).toMatchObject({ free: '0', requested: '0' });
});

test('neither too little, a wrong password, nor an address that is none or is not paid to is taken', async () => {
  const agent = await world.hire();
  await agent.earn(5);
  const blocked = randomAddress();
  const entry = {
    network: TYPE,
    address: blocked,
    list: 'own',
    note: 'fraud',
    created_at: world.clock.now(),
  } as const;
  await ctx.db.insertInto('blocked_wallets').values(entry).execute();
  const own = randomAddress();
  await ctx.db
    .insertInto('deposit_addresses')
    .values({
      user_id: agent.id,
      network: TYPE,
      chain_id: BigInt(CHAIN_ID),
      factory_address: randomAddress(),
      salt: `0x${'5'.repeat(64)}`,
      address: own,
      created_at: world.clock.now(),
      opened_at: world.clock.now(),
    })
    .execute();
  const cases: [change: Record<string, unknown>, reason: string][] = [
    // What is sent there comes back to the shop.
    [{ address: formatAddress(TYPE, own) }, 'payoutAddressRefused'],
    [{ amount: '9.999999' }, 'amountOutOfRange'],
    [{ amount: '50.000001' }, 'balanceTooLow'],
    [{ address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' }, 'invalidFormat'],
    [{ address: `0x${'0'.repeat(40)}` }, 'invalidFormat'],
    [{ address: formatAddress(TYPE, token) }, 'payoutAddressRefused'],
    [{ address: formatAddress(TYPE, treasury) }, 'payoutAddressRefused'],
    [{ address: formatAddress(TYPE, blocked) }, 'payoutAddressRefused'],
    [{ type: 'BSC' }, 'topUpsOff'],
    [{ password: 'another harbour' }, 'oldPasswordWrong'],
  ];
  for (const [change, reason] of cases)
    await expect(agent.ask('50', change), JSON.stringify(change)).rejects.toEqual(refused(reason));
  const { user, actor } = await createPerson(ctx);
  expect(user.id).not.toBe(agent.id);
  await expect(readOwnPayouts({ ...ctx, actor })).rejects.toEqual(refused('agentDoesNotExist'));
  const { id } = await agent.ask('50');
  // Listed since it was asked for.
  await ctx.db
    .insertInto('blocked_wallets')
    .values({ ...entry, address: agent.address.toLowerCase() as Hex })
    .execute();
  await expect(world.approve(id)).rejects.toEqual(refused('payoutAddressRefused'));
  expect(await agent.figures()).toMatchObject({ requested: '50', free: '0' });
});

test('a payout that cannot be settled holds up no other', async () => {
  const [agent, other] = [await world.hire(), await world.hire()];
  const send = async (one: typeof agent, name: string): Promise<string> => {
    await one.earn(1);
    const { id } = await one.ask('10');
    await world.approve(id);
    await world.start(id);
    const event = transferEvent(one.address.toLowerCase() as Hex, 10n * MICRO, treasury);
    await world.record(id, world.mine(name, event));
    return id;
  };
  const bad = await send(agent, 'bad');
  const good = await send(other, 'good');
  const damaged = {
    agent_id: agent.id,
    amount_micro: 1n,
    note: '',
    idempotency_key: `request ${bad}`,
    paid_by: null,
    created_at: world.clock.now(),
  };
  await world.ctx.db.insertInto('agent_payouts').values(damaged).execute();
  await expect(world.confirm()).rejects.toThrow('idempotency_key');
  const states = await world.ctx.db
    .selectFrom('payout_requests')
    .select('state')
    .where('id', 'in', [bad, good].map(BigInt))
    .orderBy('id')
    .execute();
  expect(states.map(({ state }) => state)).toEqual(['sent', 'paid']);
  await world.ctx.db.deleteFrom('agent_payouts').where('note', '=', '').execute();
});

test('above the setting a second person approves, and nobody decides on their own payout', async () => {
  const agent = await world.hire();
  await agent.earn(12);
  const { id } = await agent.ask('120');
  const asked = await world.approve(id);
  expect(asked).toMatchObject({ payout: { state: 'requested' }, proposal: { state: 'proposed' } });
  const proposalId = asked.proposal!.id;
  expect((await world.stateOf(id)).proposal_id).toBe(proposalId);
  await expect(approveProposal(world.ann.ctx, BigInt(proposalId))).rejects.toEqual(
    refused('secondPersonNeeded'),
  );
  await approveProposal(world.bob.ctx, BigInt(proposalId));
  expect(await world.stateOf(id)).toMatchObject({ state: 'approved', approved_by: world.bob.user.username });

  // Small ones add up: what an admin approved alone within a day counts.
  const carl = await signInAdmin(ctx);
  for (const [sales, state] of [
    [6, 'approved'],
    [6, 'requested'],
  ] as const) {
    const other = await world.hire();
    await other.sell(sales);
    await ctx.db.updateTable('orders').set({ warranty_hours: 0 }).execute();
    const { id: small } = await other.ask(`${sales * 10}`);
    expect((await world.approve(small, carl)).payout.state).toBe(state);
  }

  const self = await signInAdmin(ctx);
  await buildAgent(ctx, { userId: self.user.id, platformName: 'Self', telegram: '' });
  const own = await world.hire();
  await own.earn(1);
  const { id: theirs } = await own.ask('10');
  await ctx.db
    .updateTable('payout_requests')
    .set({ agent_id: self.user.id })
    .where('id', '=', BigInt(theirs))
    .execute();
  await expect(world.approve(theirs, self)).rejects.toEqual(refused('secondPersonNeeded'));
});

test('what a failed transaction has not paid is given back', async () => {
  const agent = await world.hire();
  await agent.earn(5);
  const { id } = await agent.ask('25');
  await world.approve(id);
  await world.record(id, world.mine('dear', paymentOf(agent, 25n * MICRO), { failed: true }));
  await world.confirm();
  await world.reject(id, true);
  expect(await agent.figures()).toMatchObject({ free: '50', requested: '0', paid: '0' });
  expect(await world.mismatches(agent)).toEqual([]);
});

test('a request is paid once its transaction is final, and only by exactly that transfer', async () => {
  const agent = await world.hire();
  await agent.earn(5);
  const { id } = await agent.ask('25');
  const address = agent.address.toLowerCase() as Hex;
  const call = { to: token, data: transferCall(address, 25n * MICRO) };
  await expect(world.record(id, '1'.repeat(64))).rejects.toEqual(refused('payoutSettled'));
  await world.approve(id);
  expect(await isPayoutCall(ctx, TYPE, call)).toBe(false);
  expect(await world.start(id)).toMatchObject({ state: 'paying', paid_by: world.ann.user.username });
  expect(await isPayoutCall(ctx, TYPE, call)).toBe(true);
  for (const other of [
    { ...call, data: transferCall(address, 25n * MICRO + 1n) },
    { ...call, data: transferCall(treasury, 25n * MICRO) },
    { ...call, to: treasury },
    { ...call, to: null },
  ])
    expect(await isPayoutCall(ctx, TYPE, other)).toBe(false);
  await expect(world.start(id)).rejects.toEqual(refused('payoutBegun'));
  await world.start(id, true);

  const before = world.mine('before', paymentOf(agent, 25n * MICRO));
  world.chain.blocks[world.chain.head - 3] = {
    ...world.chain.blocks[world.chain.head - 3]!,
    timestamp: 1_700_000_000,
  };
  const tries: [hash: string, problem: string][] = [
    ['2'.repeat(64), 'notFound'],
    [before, 'otherPayment'],
    [world.mine('less', paymentOf(agent, 25n * MICRO - 1n)), 'otherPayment'],
    [world.mine('more', paymentOf(agent, 25n * MICRO + 1n)), 'otherPayment'],
    [world.mine('elsewhere', transferEvent(treasury, 25n * MICRO)), 'otherPayment'],
    [world.mine('failed', paymentOf(agent, 25n * MICRO), { failed: true }), 'failed'],
  ];
  for (const [hash, problem] of tries) {
    expect(await world.record(id, hash), problem).toMatchObject({ state: 'sent', problem: null });
    await world.confirm();
    if (problem !== 'failed') await expect(world.reject(id)).rejects.toEqual(refused('payoutSettled'));
    const state = problem === 'failed' ? 'paying' : 'sent';
    expect(await world.stateOf(id), hash).toMatchObject({ state, problem });
  }
  // It moved nothing, so the node passes the transfer on again.
  await expect(world.reject(id)).rejects.toEqual(refused('payoutBegun'));
  expect(await world.start(id, true)).toMatchObject({ state: 'paying', problem: null });
  expect(await isPayoutCall(ctx, TYPE, call)).toBe(true);
  const hash = world.mine('paid', paymentOf(agent, 25n * MICRO), { isFinal: false });
  await world.record(id, hash);
  await world.confirm();
  expect(await world.stateOf(id)).toMatchObject({ state: 'sent', problem: null });
  world.chain.mineEmpty(3);
  // Two nodes are needed, and one dissents.
  const [good, bad] = [world.nodeNamed('a'), world.nodeNamed('b')];
  bad.faults.set('eth_getTransactionReceipt', () => null);
  await world.confirm([good, bad]);
  expect(await world.stateOf(id)).toMatchObject({ state: 'sent', problem: null });
  await world.confirm();
  expect(await world.stateOf(id)).toMatchObject({ state: 'paid', tx_hash: hash });
  await world.confirm();
  expect(await agent.figures()).toMatchObject({ earned: '50', free: '25', requested: '0', paid: '25' });
  const { items } = await listOwnAgentStatement(agent.ctx, facts, { query: { limit: 1 } });
  expect(items[0]).toMatchObject({ kind: 'payoutRequest', amount: '-25', note: hash });
  expect((await readOwnAgent(agent.ctx, facts)).last_payout).toMatchObject({
    amount: '25',
    note: expect.stringContaining(hash),
  });
  const month = world.clock.now().toISOString().slice(0, 7);
  expect(await readAgentMonth(ctx, agent.id, month)).toMatchObject({ paid: '25', commission: '50' });

  const { id: next } = await agent.ask('25');
  await world.approve(next);
  await expect(world.record(next, hash)).rejects.toEqual(refused('transactionUsed'));
  expect(await world.stateOf(next)).toMatchObject({ state: 'approved', tx_hash: null });
  expect(await world.mismatches(agent)).toEqual([]);
});
