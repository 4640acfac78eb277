import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { buildAgent, buildBuyer, buildGoods, earnCommission, stockUp } from '../../testing/build.ts';
import { createPerson, signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { approveProposal } from '../approvals/decide-proposal.ts';
import { placeOrder } from '../orders/index.ts';
import { sumApproved } from '../payouts/index.ts';
import { changeSettings } from '../settings/settings.ts';
import {
  addAgentClicks,
  applyAsAgent,
  decideAgentApplication,
  listAgentApplications,
  readAsked,
  readOwnApplication,
  readRefused,
} from './agent-applications.ts';
import { recordPayout } from './record-payout.ts';

let world: World;
let ctx: Ctx;
let ann: TestAdmin;
let bob: TestAdmin;
beforeAll(async () => {
  world = await createWorld();
  ({ ctx } = world);
  [ann, bob] = [await signInAdmin(ctx), await signInAdmin(ctx)];
});

const MICRO = 1_000_000n;
const refused = (reason: string) => expect.objectContaining({ reason });
const body = { platform_name: 'Quay trade', words: 'A channel with three thousand readers.' };
const decide = (id: string, is_accepted: boolean, reason?: string, by = ann) =>
  decideAgentApplication(by.ctx, { params: { id }, body: { is_accepted, ...(reason && { reason }) } });
const agentOf = (userId: bigint) =>
  ctx.db.selectFrom('agents').selectAll().where('user_id', '=', userId).executeTakeFirst();

async function createAsker() {
  const { user, actor } = await createPerson(ctx);
  return { id: user.id, ctx: { ...ctx, actor } };
}

test('nobody asks where the shop takes no agents; where it does, an operator decides', async () => {
  const asker = await createAsker();
  await expect(applyAsAgent(asker.ctx, { body })).rejects.toEqual(refused('agentSignUpOff'));
  expect(await readOwnApplication(asker.ctx)).toEqual({ sign_up: 'off', application: null });
  await changeSettings(ann.ctx, { agent_sign_up: 'asked', agent_sign_up_percent: '7.5' });
  const asked = await applyAsAgent(asker.ctx, { body });
  expect(asked).toMatchObject({ state: 'waiting', ...body });
  expect(await applyAsAgent(asker.ctx, { body })).toEqual(asked);
  expect(await readAsked(ctx, BigInt(asked.id))).toMatchObject({ facts: { words: body.words } });
  await expect(decide(asked.id, false)).rejects.toEqual(refused('invalidFormat'));
  expect(await decide(asked.id, false, 'no buyers yet')).toMatchObject({
    state: 'refused',
    decided_by: ann.user.username,
  });
  expect(await readRefused(ctx, BigInt(asked.id))).toMatchObject({ facts: { answer: 'no buyers yet' } });
  await expect(decide(asked.id, true)).rejects.toEqual(refused('dataExists'));
  expect(await agentOf(asker.id)).toBeUndefined();

  const again = await applyAsAgent(asker.ctx, { body });
  const { items } = await listAgentApplications(ann.ctx, { query: { limit: 20, state: 'waiting' } });
  expect(items.map(({ id }) => id)).toContain(again.id);
  await decide(again.id, true);
  await decide(again.id, true);
  expect(await agentOf(asker.id)).toMatchObject({
    platform_name: 'Quay trade',
    commission_basis_points: 750,
    state: 'active',
    promotion_code: expect.stringMatching(/^[A-Z0-9]{8}$/),
  });
  await expect(applyAsAgent(asker.ctx, { body })).rejects.toEqual(refused('dataExists'));
  const told = await ctx.db.selectFrom('notices').select('event').where('user_id', '=', asker.id).execute();
  expect(told.map(({ event }) => event)).toEqual(['agentRefused', 'agentAccepted']);
});

test('nobody decides on their own request', async () => {
  await changeSettings(ann.ctx, { agent_sign_up: 'asked' });
  const { id } = await applyAsAgent(bob.ctx, { body });
  await expect(decide(id, true, undefined, bob)).rejects.toEqual(refused('secondPersonNeeded'));
  await decide(id, false, 'an admin');
});

test('whoever has closed their profile meanwhile is no agent, and the answer can only be no', async () => {
  await changeSettings(ann.ctx, { agent_sign_up: 'asked' });
  const asker = await createAsker();
  const { id } = await applyAsAgent(asker.ctx, { body });
  await ctx.db.updateTable('users').set({ status: 'closed' }).where('id', '=', asker.id).execute();
  await expect(decide(id, true)).rejects.toEqual(refused('userDoesNotExist'));
  expect(await agentOf(asker.id)).toBeUndefined();
  await decide(id, false, 'closed meanwhile');
});

test('where the shop takes everybody, the buyer is an agent at once, and earns nothing by their own orders', async () => {
  await changeSettings(ann.ctx, { agent_sign_up: 'open', agent_sign_up_percent: '10' });
  const buyer = await buildBuyer(ctx, 100n * MICRO);
  expect(await applyAsAgent(buyer.ctx, { body })).toMatchObject({ state: 'accepted' });
  const goodsId = await buildGoods(ctx);
  await stockUp(ctx, goodsId, 2);
  // However it came about: their own code is on their own row.
  await ctx.db.updateTable('users').set({ agent_id: buyer.id }).where('id', '=', buyer.id).execute();
  const order = { goods_id: String(goodsId), quantity: 1, gender: 'random' } as const;
  await placeOrder(buyer.ctx, { body: order, idempotencyKey: randomUUID() });
  const { balance_micro } = await ctx.db
    .selectFrom('ledger_accounts')
    .select('balance_micro')
    .where('user_id', '=', buyer.id)
    .where('kind', '=', 'commission')
    .executeTakeFirstOrThrow();
  expect(balance_micro).toBe(0n);
  await changeSettings(ann.ctx, { agent_sign_up: undefined, agent_sign_up_percent: undefined });
});

test('opened links are counted by day and agent; codes of nobody are not', async () => {
  const { id } = await createAsker();
  const agent = await buildAgent(ctx, { userId: id, platformName: 'Quay', telegram: '' });
  const clicks = new Map([
    [agent.promotion_code, 3],
    ['NOBODYAT', 9],
  ]);
  await addAgentClicks(ctx, clicks, 'UTC');
  await addAgentClicks(ctx, new Map([[agent.promotion_code, 2]]), 'UTC');
  const rows = await ctx.db
    .selectFrom('agent_clicks' as never)
    .selectAll()
    .where('agent_id' as never, '=', id as never)
    .execute();
  expect(rows).toMatchObject([{ clicks: 5n }]);
});

test('a payout recorded by hand takes a second person above the setting, small ones together too', async () => {
  const { id } = await createAsker();
  await buildAgent(ctx, { userId: id, platformName: 'Quay', telegram: '' });
  await earnCommission(ctx, id, 1_000n * MICRO);
  const carl = await signInAdmin(ctx);
  const record = (amount: string, key: string = randomUUID(), by = carl) =>
    recordPayout(
      by.ctx,
      { sumApproved },
      {
        params: { id: String(id) },
        body: { amount, note: 'by transfer' },
        idempotencyKey: key,
      },
    );
  expect(await record('60', 'first')).toMatchObject({ amount: '60', proposal: null });
  expect(await record('60', 'first')).toMatchObject({ amount: '60', proposal: null });
  await expect(record('61', 'first')).rejects.toEqual(refused('keyReused'));
  const waiting = await record('60', 'second');
  expect(waiting).toMatchObject({ id: '0', amount: '60', proposal: { state: 'proposed' } });
  const proposalId = BigInt(waiting.proposal!.id);
  await expect(approveProposal(carl.ctx, proposalId)).rejects.toEqual(refused('secondPersonNeeded'));
  await approveProposal(ann.ctx, proposalId);
  const paid = await ctx.db.selectFrom('agent_payouts').selectAll().where('agent_id', '=', id).execute();
  expect(paid.map(({ amount_micro, approved_by }) => [amount_micro / MICRO, approved_by])).toEqual([
    [60n, carl.user.id],
    [60n, ann.user.id],
  ]);
  expect(await record('60', 'second')).toMatchObject({ id: String(paid[1]!.id), proposal: null });
  await expect(record('900')).rejects.toEqual(refused('balanceTooLow'));
  // A day later the limit is whole again.
  world.clock.advance(DAY_MS + 1);
  expect(await record('100')).toMatchObject({ amount: '100', proposal: null });
  const agentAdmin = await signInAdmin(ctx);
  await buildAgent(ctx, { userId: agentAdmin.user.id, platformName: 'Self', telegram: '' });
  await earnCommission(ctx, agentAdmin.user.id, 10n * MICRO);
  await expect(
    recordPayout(
      agentAdmin.ctx,
      { sumApproved },
      {
        params: { id: String(agentAdmin.user.id) },
        body: { amount: '5', note: 'to myself' },
        idempotencyKey: randomUUID(),
      },
    ),
  ).rejects.toEqual(refused('secondPersonNeeded'));
});
