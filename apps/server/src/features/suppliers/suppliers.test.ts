import { errors } from '@portside/contract';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/context.ts';
import { bearer, createTestShop, type TestShop } from '../../testing/app.ts';
import { buildBuyer, buildGoods } from '../../testing/build.ts';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { buy } from '../../testing/webhook-shop.ts';
import { isOnPostgres } from '../../testing/world.ts';
import { openSession } from '../sessions/open-session.ts';
import { findUser } from '../users/index.ts';
import { findOrderByNo } from '../orders/orders.sql.ts';
import { findSoldItems } from '../orders/sold-items.sql.ts';
import { lockImports } from '../stock/items.sql.ts';
import { importStock } from '../stock/index.ts';
import { createWarrantyClaim } from '../orders/after-sales/warranty-claims.ts';

let shop: TestShop;
let ann: TestAdmin;
let bob: TestAdmin;
const signIn = async () => {
  [ann, bob] = [await signInAdmin(shop.ctx), await signInAdmin(shop.ctx)];
};
beforeAll(async () => {
  shop = await createTestShop();
  await signIn();
});

/** Sessions end meanwhile. */
async function advance(ms: number): Promise<void> {
  shop.clock.advance(ms);
  await signIn();
}

async function signedIn(userId: string) {
  const user = (await findUser(shop.ctx.db, BigInt(userId)))!;
  const origin = { address: '203.0.113.5', userAgent: 'test', hasGivenCode: false };
  return bearer((await openSession(shop.ctx, user, origin)).token);
}

const ask = (method: string, path: string, body?: unknown, headers = ann.headers) =>
  shop.call(method, `/api/${path}`, body, headers);

/** A supplier with somebody who signs in for it and may bring one product. */
async function supplied({ lines = 100 } = {}) {
  const goodsId = await buildGoods(shop.ctx, { warranty_hours: 24 });
  const { data: supplier } = await ask('POST', 'stock/suppliers', { name: `s-${randomUUID()}` });
  const { id: userId, username } = await shop.register();
  const person = { username, goods_ids: [String(goodsId)], lines_a_day: lines };
  expect((await ask('PUT', `stock/suppliers/${supplier.id}/person`, { person })).code).toBe(200);
  const own = () => signedIn(userId);
  const bring = async (count: number, more: object = {}) => {
    const tag = randomUUID();
    const text = Array.from({ length: count }, (_, at) => `user-${tag}-${at}----secret`).join('\n');
    const body = { goods_id: String(goodsId), cost: '0.5', text, has_right_to_sell: true, ...more };
    return ask('POST', 'suppliers/own/batches', body, await own());
  };
  const read = async () => (await ask('GET', 'suppliers/own', undefined, await own())).data;
  const batches = async () => (await ask('GET', 'suppliers/own/batches', undefined, await own())).data.items;
  return { id: supplier.id as string, goodsId, own, username, bring, read, batches };
}

type Supplied = Awaited<ReturnType<typeof supplied>>;

const letIn = async ({ batches }: Supplied) =>
  ask('POST', `stock/batches/${(await batches())[0].id}/release`, {});

async function sellTo(goodsId: bigint, quantity: number) {
  const buyer = await buildBuyer(shop.ctx, 100_000_000n);
  const orderNo = await buy(buyer, goodsId, quantity);
  const order = (await findOrderByNo(shop.ctx.db, orderNo))!;
  const ids = (await findSoldItems(shop.ctx.db, order.id)).map(({ id }) => String(id));
  return { buyer, orderNo, ids };
}

test('what a supplier brings waits for an operator, within its lines a day', async () => {
  const one = await supplied({ lines: 10 });
  expect((await one.bring(6)).data).toEqual({ added: 6, known: 0, rejected: 0 });
  expect(await one.batches()).toMatchObject([
    { added: 6, waiting: 6, unsold: 0, sold: 0, cost: '0.5', owed: '0' },
  ]);
  const buyer = await buildBuyer(shop.ctx, 10_000_000n);
  await expect(buy(buyer, one.goodsId)).rejects.toMatchObject({ reason: 'stockTooLow' });
  const tasks = (await ask('GET', 'admin/tasks')).data.tasks;
  expect(tasks.find(({ kind }: any) => kind === 'waitingImports').count).toBeGreaterThan(0);
  expect((await one.bring(5)).code).toBe(300_197);
  expect(
    (await Promise.all([one.bring(3), one.bring(3)])).map(({ code }) => code).toSorted((a, b) => a - b),
  ).toEqual([200, 300_197]);
  await advance(DAY_MS + 1);
  expect((await one.bring(5)).code).toBe(200);
  expect((await letIn(one)).code).toBe(200);
  expect((await one.batches())[0]).toMatchObject({ waiting: 0, unsold: 5 });
  await buy(buyer, one.goodsId);
});

test('lines in doubt are not taken over from a supplier', async () => {
  const one = await supplied();
  const good = Array.from({ length: 24 }, (_, at) => `gull${at}x.heron----Tide${at}Mark`);
  const heading = 'login----password';
  const odd = ['Write----max@shop.example', '@quay_bot----join us', 'gull99x.heron----Ti'];
  const text = [heading, ...good.slice(0, 12), ...odd.slice(0, 2), ...good.slice(12), odd[2]].join('\n');
  expect((await one.bring(0, { text })).data).toEqual({ added: 24, known: 0, rejected: 3 });
});

test('what a takedown names is not sold, though it waits as the report is upheld', async () => {
  const one = await supplied();
  await one.bring(3);
  const [item] = await shop.ctx.db
    .selectFrom('stock_items')
    .select('id')
    .where('goods_id', '=', one.goodsId)
    .orderBy('id')
    .execute();
  const written = { email: 'owner@example.test', subject: 'my account', explanation: 'This is mine.' };
  expect((await ask('POST', 'reports', written, {})).code).toBe(200);
  const [report] = (await ask('GET', 'admin/reports')).data.items;
  const upheld = { reason: 'shown to be theirs', item_ids: [String(item!.id)] };
  const { data } = await ask('POST', `admin/reports/${report.id}/uphold`, upheld);
  expect(data).toMatchObject({ withdrawn: 1 });
  expect((await letIn(one)).code).toBe(200);
  expect((await one.batches())[0]).toMatchObject({ added: 3, waiting: 0, unsold: 2 });
  const { ids } = await sellTo(one.goodsId, 2);
  expect(ids).not.toContain(String(item!.id));
});

test('lines count however they end, and an import of a supplier has no more than its page says', async () => {
  const one = await supplied({ lines: 10 });
  const lines = (count: number, end: string) =>
    Array.from({ length: count }, () => `user-${randomUUID()}----secret`).join(end);
  expect((await one.bring(0, { text: lines(11, '\r') })).code).toBe(300_197);
  expect((await one.batches()).length).toBe(0);
  expect((await one.bring(0, { text: lines(10, '\r') })).data).toMatchObject({ added: 10 });
  const many = await supplied({ lines: 100_000 });
  expect((await many.bring(0, { text: lines(5_001, '\r') })).code).toBe(errors.parameterError.code);
  // An end after the last line begins no other.
  expect((await many.bring(0, { text: `${lines(5_000, '\r\n')}\r\n` })).data).toMatchObject({ added: 5_000 });
});

test.skipIf(!isOnPostgres)('while a supplier waits to import, others record what they do', async () => {
  const one = await supplied();
  let brought: ReturnType<typeof one.bring> | undefined;
  await inTransaction(shop.ctx, async (step) => {
    await lockImports(step.db);
    brought = one.bring(1);
    await waitUntilBlocked();
    expect((await ask('POST', 'stock/suppliers', { name: `s-${randomUUID()}` })).code).toBe(200);
  });
  expect((await brought!).data).toMatchObject({ added: 1 });
});

/** Until somebody waits for an advisory lock. */
async function waitUntilBlocked(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql`
        select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(
        shop.ctx.db,
      );
      expect(rows.length).toBeGreaterThan(0);
    },
    { timeout: 60_000 },
  );
}

test('a supplier reads neither what colleagues note, nor which of its lines others have brought', async () => {
  const one = await supplied();
  const input = { goodsId: one.goodsId, gender: 'unspecified', note: 'cheap, unreliable' } as const;
  const line = `user-${randomUUID()}`;
  const { batchId } = await importStock(
    { ...shop.ctx, actor: ann.ctx.actor },
    { ...input, lines: [`${line}----secret`] },
  );
  await shop.ctx.db
    .updateTable('stock_batches')
    .set({ supplier_id: BigInt(one.id) })
    .where('id', '=', batchId)
    .execute();
  const text = `${line}----secret\n${line}----other`;
  expect((await one.bring(0, { text, note: 'second crate' })).data).toEqual({
    added: 0,
    known: 2,
    rejected: 0,
  });
  expect((await one.batches()).map(({ note }: any) => note)).toEqual(['second crate', '']);
});

test('only its own, and only what it may bring', async () => {
  const [one, other] = [await supplied(), await supplied()];
  await one.bring(3);
  expect(await other.batches()).toEqual([]);
  expect((await other.bring(1, { goods_id: String(one.goodsId) })).code).toBe(506);
  const stranger = bearer((await shop.register()).token);
  for (const [method, path, body] of [
    ['GET', 'suppliers/own'],
    ['GET', 'suppliers/own/batches'],
    [
      'POST',
      'suppliers/own/batches',
      { goods_id: String(one.goodsId), cost: '1', text: 'a----b', has_right_to_sell: true },
    ],
  ] as const)
    expect((await ask(method, path, body, stranger)).code).toBe(506);
  const [batch] = await one.batches();
  // Not even its own texts, nor by the office's calls.
  for (const path of [
    `stock/batches/${batch.id}`,
    'stock/unsold?goods_id=1',
    'stock/suppliers',
    'admin/orders',
  ])
    expect((await ask('GET', path, undefined, await one.own())).code).toBe(errors.noPermission.code);
  expect(
    (
      await ask('PUT', `stock/suppliers/${other.id}/person`, {
        person: { username: one.username, lines_a_day: 1 },
      })
    ).code,
  ).not.toBe(200);
  expect((await ask('PUT', `stock/suppliers/${one.id}/person`, {})).code).toBe(200);
  expect((await ask('GET', 'suppliers/own', undefined, await one.own())).code).toBe(506);
});

test('owed is what was sold once its warranty is over, less dead ones and open claims', async () => {
  const one = await supplied();
  await one.bring(8);
  await letIn(one);
  const { buyer, orderNo, ids } = await sellTo(one.goodsId, 5);
  const claim = (item: string) =>
    createWarrantyClaim(buyer.ctx, {
      params: { order_no: orderNo },
      body: { item_ids: [item], reason: 'cannot sign in' },
    });
  await claim(ids[0]!);
  await claim(ids[1]!);
  await ask('POST', `admin/orders/${orderNo}/refunds`, { item_ids: [ids[0]], reason: 'dead' });
  expect((await one.read()).figures).toMatchObject({
    sold: 5,
    in_warranty: 5,
    claimed: 2,
    dead: 1,
    owed: '0',
  });
  await advance(25 * HOUR_MS);
  const own = await one.read();
  expect(own).toMatchObject({ due: '1.5', paid: '0', payments: [] });
  expect(own.figures).toMatchObject({ sold: 5, in_warranty: 0, claimed: 2, dead: 1, owed: '1.5', unsold: 3 });
  const seen = JSON.stringify([own, await one.batches()]);
  for (const hidden of [orderNo, buyer.email, 'user-', '"price']) expect(seen).not.toContain(hidden);
});

test('a payment is recorded by two, never above what is due', async () => {
  const one = await supplied();
  await one.bring(4);
  await letIn(one);
  await sellTo(one.goodsId, 4);
  const pay = (amount: string) =>
    ask('POST', `stock/suppliers/${one.id}/payments`, { amount, note: 'in cash' });
  expect((await pay('1')).code).not.toBe(200);
  await advance(25 * HOUR_MS);
  expect((await pay('2.000001')).code).not.toBe(200);
  const { proposal } = (await pay('1.5')).data;
  expect(proposal.state).toBe('proposed');
  expect((await one.read()).paid).toBe('0');
  expect((await ask('POST', `proposals/${proposal.id}/approve`, {})).code).not.toBe(200);
  expect((await ask('POST', `proposals/${proposal.id}/approve`, {}, bob.headers)).code).toBe(200);
  await ask('POST', `proposals/${proposal.id}/approve`, {}, bob.headers);
  expect(await one.read()).toMatchObject({
    paid: '1.5',
    due: '0.5',
    payments: [{ amount: '1.5', note: 'in cash' }],
  });
  expect((await pay('1')).code).not.toBe(200);
  // What was paid for stays with who was paid for it.
  const { data: other } = await ask('POST', 'stock/suppliers', { name: `s-${randomUUID()}` });
  const [{ id: batch }] = await one.batches();
  const move = (supplier_id: string) =>
    ask('PUT', `stock/batches/${batch}`, { cost: { amount: '0.5', per: 'each' }, supplier_id });
  expect((await move(other.id)).code).toBe(errors.balanceTooLow.code);
  expect((await move(one.id)).code).toBe(200);
});

test('what a supplier asks is a cost of the product once an operator has let it in', async () => {
  const own = await supplied();
  const costOf = async () => (await ask('GET', `admin/goods/${own.goodsId}`)).data.cost;
  await own.bring(2, { cost: '0.8' });
  expect(await costOf()).toBeNull();
  expect((await letIn(own)).code).toBe(200);
  expect(await costOf()).toBe('0.8');
});

test('imports are listed by supplier, those that name none, and those whose cost nobody has said', async () => {
  const { id, goodsId, bring } = await supplied();
  await bring(2);
  const line = `user-${randomUUID()}----secret`;
  const { batchId } = await importStock(shop.ctx, { goodsId, gender: 'male', note: '', lines: [line] });
  const listed = async (supplierId: string) => {
    const path = `stock/batches?goods_id=${goodsId}&supplier_id=${supplierId}`;
    return (await ask('GET', path)).data.items.map(({ supplier }: any) => supplier?.id ?? null);
  };
  expect(await listed(id)).toEqual([id]);
  expect(await listed('0')).toEqual([null]);
  const unknown = await ask('GET', `stock/batches?goods_id=${goodsId}&cost=unknown`);
  expect(unknown.data.items.map((batch: any) => batch.id)).toEqual([String(batchId)]);
  const file = await ask('GET', `stock/batches/export?format=csv&goods_id=${goodsId}&supplier_id=0`);
  expect(
    file.body
      .trim()
      .split('\n')
      .map((row: string) => row.split(',')[0]),
  ).toEqual(['id', String(batchId)]);
});
