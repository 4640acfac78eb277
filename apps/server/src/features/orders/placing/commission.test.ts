import { randomInt, randomUUID } from 'node:crypto';
import { parseMicro } from '@portside/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { signInAdmin, createPerson } from '../../../testing/people.ts';
import { bearer, createTestShop, type TestShop } from '../../../testing/app.ts';
import { type TestBuyer, buildAgent, buildBuyer, buildGoods, fund, stockUp } from '../../../testing/build.ts';
import { createWorld } from '../../../testing/world.ts';
import { findLedgerMismatches, recordCommissionPayout } from '../../ledger/index.ts';
import { setUserStatus } from '../../users/index.ts';
import { createDb } from '../../../platform/db/db.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { readCommissionLevel } from '../../agents/read-agents.ts';
import { changeSettings } from '../../settings/settings.ts';
import { placeOrder } from './place-order.ts';
import { refundOrder } from '../after-sales/refund-order.ts';

const MICRO = 1_000_000n;

async function buildAgentWithRate(ctx: Ctx, basisPoints: number): Promise<bigint> {
  const { user } = await createPerson(ctx);
  const named = { userId: user.id, platformName: 'Quay', telegram: '' };
  await buildAgent(ctx, { ...named, commissionBasisPoints: basisPoints });
  return user.id;
}

async function buildBrought(ctx: Ctx, agentId: bigint, balanceMicro: bigint): Promise<TestBuyer> {
  const buyer = await buildBuyer(ctx, balanceMicro);
  await ctx.db.updateTable('users').set({ agent_id: agentId }).where('id', '=', buyer.id).execute();
  return buyer;
}

const buy = (ctx: Ctx, goodsId: bigint, quantity = 1) =>
  placeOrder(ctx, {
    body: { goods_id: goodsId.toString(), quantity, gender: 'random' },
    idempotencyKey: randomUUID(),
  });

async function earnedBy({ db }: Ctx, agentId: bigint): Promise<bigint> {
  const row = await db
    .selectFrom('ledger_accounts')
    .select('balance_micro')
    .where('user_id', '=', agentId)
    .where('kind', '=', 'commission')
    .executeTakeFirstOrThrow();
  return row.balance_micro!;
}

const faultsOf = async ({ db }: Ctx, ids: readonly bigint[]) =>
  (await findLedgerMismatches(db)).filter(({ userId }) => ids.includes(userId));

test('an agent earns commission on a sale, rounded down, at the rate of that moment', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx, { price_micro: 333_333n });
  await stockUp(ctx, goodsId, 10);
  const agentId = await buildAgentWithRate(ctx, 250);
  const buyer = await buildBrought(ctx, agentId, 10n * MICRO);
  await buy(buyer.ctx, goodsId, 2);
  // 2.5 % of 0.666666 is 0.01666665.
  expect(await earnedBy(ctx, agentId)).toBe(16_666n);
  await ctx.db
    .updateTable('agents')
    .set({ commission_basis_points: 1 })
    .where('user_id', '=', agentId)
    .execute();
  await buy(buyer.ctx, goodsId, 1);
  expect(await earnedBy(ctx, agentId)).toBe(16_666n + 33n);
  expect(await faultsOf(ctx, [agentId, buyer.id])).toEqual([]);
});

test('nobody earns at a rate of zero, on their own orders, paused, or blocked', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx);
  await stockUp(ctx, goodsId, 10);
  const [free, self, paused, frozen] = await Promise.all(
    [0, 500, 500, 500].map((rate) => buildAgentWithRate(ctx, rate)),
  );
  const buyers = await Promise.all([free!, paused!, frozen!].map((id) => buildBrought(ctx, id, 5n * MICRO)));
  await ctx.db.updateTable('users').set({ agent_id: self! }).where('id', '=', self!).execute();
  await ctx.db.updateTable('agents').set({ state: 'paused' }).where('user_id', '=', paused!).execute();
  await setUserStatus(ctx, frozen!, 'frozen');
  await fund(ctx, self!, 5n * MICRO);
  for (const buyer of buyers) await buy(buyer.ctx, goodsId);
  await buy({ ...ctx, actor: { ...buyers[0]!.ctx.actor, userId: self! } as Ctx['actor'] }, goodsId);
  for (const id of [free, self, paused, frozen]) expect(await earnedBy(ctx, id!)).toBe(0n);
});

test('a commission that rounds down to zero is none', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx, { price_micro: 9_999n });
  await stockUp(ctx, goodsId, 1);
  const agentId = await buildAgentWithRate(ctx, 1);
  const buyer = await buildBrought(ctx, agentId, MICRO);
  expect((await buy(buyer.ctx, goodsId)).total_amount).toBe('0.009999');
  expect(await earnedBy(ctx, agentId)).toBe(0n);
});

test('a refund reverses its share of the commission, also after a payout', async () => {
  const { ctx } = await createWorld();
  const admin = await signInAdmin(ctx);
  const goodsId = await buildGoods(ctx, { price_micro: 333_333n });
  await stockUp(ctx, goodsId, 3);
  const agentId = await buildAgentWithRate(ctx, 333);
  const buyer = await buildBrought(ctx, agentId, 10n * MICRO);
  const { order_no } = await buy(buyer.ctx, goodsId, 3);
  const whole = await earnedBy(ctx, agentId);
  expect(whole).toBe(33_299n);
  await ctx.db.updateTable('users').set({ agent_id: null }).where('id', '=', buyer.id).execute();
  const ids = await ctx.db
    .selectFrom('order_ranges')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select('first_id')
    .where('order_no', '=', order_no)
    .execute();
  const refund = (item_ids?: string[]) =>
    refundOrder(admin.ctx, { params: { order_no }, body: { item_ids, reason: 'dead' } });
  await refund([ids[0]!.first_id.toString()]);
  expect(await earnedBy(ctx, agentId)).toBe((whole * 2n) / 3n);
  const payoutId = BigInt(randomInt(2 ** 40)) + 10n ** 12n;
  await inTransaction(ctx, (step) =>
    recordCommissionPayout(step, { payoutId, userId: agentId, amountMicro: (whole * 2n) / 3n }),
  );
  await refund();
  expect(await earnedBy(ctx, agentId)).toBe(-((whole * 2n) / 3n));
  expect(await faultsOf(ctx, [agentId, buyer.id])).toEqual([]);
});

test('buyers of two agents meet in batches of two processes: none waits for ever, nothing is lost', async () => {
  const { ctx, pool } = await createWorld();
  const goods = [await buildGoods(ctx), await buildGoods(ctx)];
  for (const id of goods) await stockUp(ctx, id, 400);
  const agents = [await buildAgentWithRate(ctx, 1_000), await buildAgentWithRate(ctx, 500)];
  const buyers: TestBuyer[] = [];
  for (let index = 0; index < 16; index += 1)
    buyers.push(await buildBrought(ctx, agents[index % 2]!, 100n * MICRO));
  const engines = [ctx.db, createDb(pool), createDb(pool)];
  const orders = buyers.flatMap((buyer, index) =>
    Array.from({ length: 12 }, (_, turn) =>
      buy({ ...buyer.ctx, db: engines[(index + turn) % 3]! }, goods[(index + turn) % 2]!),
    ),
  );
  await Promise.all(orders);
  expect(await Promise.all(agents.map((id) => earnedBy(ctx, id)))).toEqual([
    (96n * MICRO) / 10n,
    (96n * MICRO) / 20n,
  ]);
  expect(await faultsOf(ctx, [...agents, ...buyers.map(({ id }) => id)])).toEqual([]);
});

test('the agent’s page and statement show what the ledger has', async () => {
  const shop: TestShop = await createTestShop();
  const { ctx } = shop;
  const admin = await signInAdmin(ctx);
  const agentUser = await shop.register();
  const made = await shop.call(
    'POST',
    '/api/agents',
    { username: agentUser.username, platform_name: 'Quay', commission_percent: '10' },
    admin.headers,
  );
  const buyer = await shop.register();
  await shop.call('PUT', `/api/users/${buyer.id}/agent`, { agent_id: made.data.id }, admin.headers);
  const goodsId = await buildGoods(ctx);
  await stockUp(ctx, goodsId, 4);
  await fund(ctx, BigInt(buyer.id), 4n * MICRO);
  const order = await shop.call(
    'POST',
    '/api/orders',
    { goods_id: goodsId.toString(), quantity: 4 },
    bearer(buyer.token),
  );
  const { items } = (
    await shop.call('GET', `/api/admin/orders/${order.data.order_no}/items`, undefined, admin.headers)
  ).data;
  const refund = { item_ids: [items[0].id], reason: 'dead' };
  await shop.call('POST', `/api/admin/orders/${order.data.order_no}/refunds`, refund, admin.headers);
  const own = (await shop.call('GET', '/api/agents/own', undefined, bearer(agentUser.token))).data;
  expect(own).toMatchObject({
    users: 1,
    commission_balance: '0.3',
    sales: { orders: 1, amount: '4', refunds: 1, refunded: '1', commission: '0.3' },
  });
  const statement = (await shop.call('GET', '/api/agents/own/statement', undefined, bearer(agentUser.token)))
    .data.items;
  expect(
    statement.map(({ kind, amount }: { kind: string; amount: string }) => [
      kind,
      parseMicro(amount.replace('-', '')),
    ]),
  ).toEqual([
    ['commissionReversal', 100_000n],
    ['commission', 400_000n],
  ]);
  const orderNo: string = order.data.order_no;
  const numbers = ({ items: lines }: { items: { order_no: string | null }[] }) =>
    lines.map(({ order_no: number }) => number);
  const path = `/api/agents/${made.data.id}/statement`;
  const full = (await shop.call('GET', path, undefined, admin.headers)).data;
  expect(numbers(full)).toEqual([orderNo, orderNo]);
  // Whose order it is not reads its time, by which an admin finds it.
  const masked = `${orderNo.slice(0, -8)}••••••••`;
  expect(numbers({ items: statement })).toEqual([masked, masked]);
  const ledger = await shop.call('GET', `/api/users/${buyer.id}/movements`, undefined, admin.headers);
  expect(numbers(ledger.data)).toEqual([orderNo, orderNo, null]);
  expect((await shop.call('GET', '/api/agents/own/statement', undefined, bearer(buyer.token))).code).toBe(
    508,
  );
});

test('a tier counts from the next sale on, to the end of the next month, and refunds lead back', async () => {
  const { ctx, clock } = await createWorld();
  const admin = await signInAdmin(ctx);
  const goodsId = await buildGoods(ctx, { price_micro: 100n * MICRO });
  await stockUp(ctx, goodsId, 200);
  const { user } = await createPerson(ctx);
  const tiers = [
    { from: '1000', percent: '6' },
    { from: '5000', percent: '8' },
  ];
  const named = { userId: user.id, platformName: 'Quay', telegram: '', commissionBasisPoints: 500 };
  await buildAgent(ctx, { ...named, commissionTiers: tiers });
  const buyer = await buildBrought(ctx, user.id, 100_000n * MICRO);
  const level = async () =>
    readCommissionLevel(
      ctx,
      await ctx.db.selectFrom('agents').selectAll().where('user_id', '=', user.id).executeTakeFirstOrThrow(),
    );
  /** Sells so many accounts of 100 USDT, and answers with the commission of that order. */
  const earn = async (quantity: number) => {
    const before = await earnedBy(ctx, user.id);
    const { order_no } = await buy(buyer.ctx, goodsId, quantity);
    return { order_no, earned: ((await earnedBy(ctx, user.id)) - before) / MICRO };
  };
  const refund = (order_no: string) =>
    refundOrder(admin.ctx, { params: { order_no }, body: { reason: 'dead' } });
  const goTo = (iso: string) => clock.advance(Date.parse(iso) - clock.now().getTime());
  goTo('2027-01-20T12:00:00Z');
  const first = await earn(9);
  expect(first.earned).toBe(45n);
  expect(await level()).toMatchObject({
    percent: '5',
    net_sales: '900',
    next: { from: '1000', missing: '100' },
  });
  // Reached by this order, it counts from the next one on.
  expect((await earn(1)).earned).toBe(5n);
  expect((await earn(40)).earned).toBe(240n);
  const last = await earn(10);
  expect(last.earned).toBe(80n);
  expect(await level()).toMatchObject({ percent: '8', next: null });
  goTo('2027-02-27T12:00:00Z');
  expect((await earn(1)).earned).toBe(8n);
  // Of an order of January at its own rate, and January has sold less.
  const before = await earnedBy(ctx, user.id);
  await changeSettings(admin.ctx, { refund_approval_above: '1000000' });
  await refund(last.order_no);
  await refund(first.order_no);
  expect((before - (await earnedBy(ctx, user.id))) / MICRO).toBe(125n);
  expect(await level()).toMatchObject({ percent: '6', net_sales: '4100', this_month: '100' });
  goTo('2027-03-01T00:00:00Z');
  expect((await earn(1)).earned).toBe(5n);
  expect((await readOwnLevelOfShop(ctx, admin.ctx, user.id)).percent).toBe('9');
  expect(await faultsOf(ctx, [user.id, buyer.id])).toEqual([]);
});

test('an agent without a rate of their own reaches the first tier by what they sell', async () => {
  const { ctx } = await createWorld();
  const admin = await signInAdmin(ctx);
  await changeSettings(admin.ctx, { refund_approval_above: '1000000' });
  const goodsId = await buildGoods(ctx, { price_micro: 100n * MICRO });
  await stockUp(ctx, goodsId, 20);
  const { user } = await createPerson(ctx);
  const commissionTiers = [{ from: '300', percent: '10' }];
  await buildAgent(ctx, { userId: user.id, platformName: 'Quay', telegram: '', commissionTiers });
  const buyer = await buildBrought(ctx, user.id, 10_000n * MICRO);
  const sold = async () =>
    (await ctx.db
      .selectFrom('agent_sales' as never)
      .select('net_micro' as never)
      .where('agent_id' as never, '=', user.id as never)
      .executeTakeFirst()) as { net_micro: bigint } | undefined;
  const { order_no } = await buy(buyer.ctx, goodsId, 2);
  await refundOrder(admin.ctx, { params: { order_no }, body: { reason: 'dead' } });
  expect(await sold()).toEqual({ net_micro: 0n });
  await buy(buyer.ctx, goodsId, 3);
  expect(await earnedBy(ctx, user.id)).toBe(0n);
  const { order_no: earning } = await buy(buyer.ctx, goodsId, 1);
  expect(await earnedBy(ctx, user.id)).toBe(10n * MICRO);
  // One that the version before has sold beside this one was never counted.
  await ctx.db
    .updateTable('agent_sales' as never)
    .set({ net_micro: 50n * MICRO } as never)
    .where('agent_id' as never, '=', user.id as never)
    .execute();
  await refundOrder(admin.ctx, { params: { order_no: earning }, body: { reason: 'dead' } });
  expect(await sold()).toEqual({ net_micro: 0n });
  expect(await faultsOf(ctx, [user.id, buyer.id])).toEqual([]);
});

test('a refund goes against the sales of the agent for whom its order counted, whoever brings the buyer now', async () => {
  const { ctx } = await createWorld();
  const admin = await signInAdmin(ctx);
  await changeSettings(admin.ctx, { refund_approval_above: '1000000' });
  const goodsId = await buildGoods(ctx, { price_micro: 100n * MICRO });
  await stockUp(ctx, goodsId, 20);
  const [idle, keen] = [await buildAgentWithRate(ctx, 0), await buildAgentWithRate(ctx, 500)];
  const buyers = [
    await buildBrought(ctx, idle, 10_000n * MICRO),
    await buildBuyer(ctx, 10_000n * MICRO),
    await buildBrought(ctx, keen, 10_000n * MICRO),
  ] as const;
  const netOf = async (agentId: bigint): Promise<bigint | undefined> => {
    const { rows } = await sql<{ net: bigint }>`
      select net_micro as net from agent_sales where agent_id = ${agentId}`.execute(ctx.db);
    return rows[0]?.net;
  };
  const refund = ({ order_no }: { order_no: string }) =>
    refundOrder(admin.ctx, { params: { order_no }, body: { reason: 'dead' } });
  const bringTo = (agentId: bigint) =>
    ctx.db
      .updateTable('users')
      .set({ agent_id: agentId })
      .where(
        'id',
        'in',
        buyers.map(({ id }) => id),
      )
      .execute();
  const [unpaid, unbrought, earning] = [
    await buy(buyers[0].ctx, goodsId, 2),
    await buy(buyers[1].ctx, goodsId, 2),
    await buy(buyers[2].ctx, goodsId, 5),
  ];
  expect([await netOf(idle), await netOf(keen)]).toEqual([undefined, 500n * MICRO]);
  await bringTo(keen);
  await refund(unpaid);
  await refund(unbrought);
  expect(await netOf(keen)).toBe(500n * MICRO);
  // Nor does it count against an agent who has a rate by now.
  const early = await buildBrought(ctx, idle, 1_000n * MICRO);
  const before = await buy(early.ctx, goodsId, 1);
  await ctx.db
    .updateTable('agents')
    .set({ commission_basis_points: 500 })
    .where('user_id', '=', idle)
    .execute();
  await buy(early.ctx, goodsId, 3);
  await refund(before);
  await bringTo(idle);
  await refund(earning);
  expect([await netOf(idle), await netOf(keen)]).toEqual([300n * MICRO, 0n]);
});

/** Of an agent who has no tiers of their own any more, where the shop's begin with the first sale. */
async function readOwnLevelOfShop(ctx: Ctx, adminCtx: Ctx, userId: bigint) {
  await changeSettings(adminCtx, { commission_tiers: [{ from: '0', percent: '9' }] });
  await ctx.db.updateTable('agents').set({ commission_tiers: null }).where('user_id', '=', userId).execute();
  const agent = await ctx.db
    .selectFrom('agents')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const read = await readCommissionLevel(ctx, agent);
  await changeSettings(adminCtx, { commission_tiers: undefined, refund_approval_above: undefined });
  return read;
}
