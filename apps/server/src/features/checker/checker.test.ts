import fc from 'fast-check';
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import { userActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { createTestShop, type TestShop } from '../../testing/app.ts';
import { buildGoods, stockUp } from '../../testing/build.ts';
import { atEndOfFile } from '../../testing/end-of-file.ts';
import { signInAdmin } from '../../testing/people.ts';
import { sell } from '../../testing/sale.ts';
import { inSandbox } from '../../testing/webhook-shop.ts';
import { runsHere } from '../../testing/world.ts';
import { findLedgerMismatches } from '../ledger/index.ts';
import { createWarrantyClaim } from '../orders/after-sales/warranty-claims.ts';
import { findOrderByNo } from '../orders/orders.sql.ts';
import { findSoldItems } from '../orders/sold-items.sql.ts';
import { countStock } from '../stock/index.ts';
import { createCheckAccountsJob } from './check-accounts.ts';
import { setChecker, type CheckerRow } from './checker.ts';
import { settleChecks } from './settle-checks.ts';
import { startStockChecks } from './account-checks.ts';

type Answer = (account: string, response: ServerResponse) => void;

/** A checker of the operator on loopback; it verifies what it is sent as its program would. */
async function startChecker() {
  const asked: { account: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      const { account } = JSON.parse(body).data;
      asked.push({ account, headers: request.headers, body });
      the.answer(account, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEndOfFile(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/check`, asked };
}

const say =
  (result: string): Answer =>
  (_, response) =>
    void response.end(JSON.stringify({ result }));

const the = { answer: say('good') };
let shop: TestShop;
let ctx: Ctx;
let checker: Awaited<ReturnType<typeof startChecker>>;
let secret: string;

beforeAll(async () => {
  shop = await createTestShop();
  ctx = inSandbox(shop.ctx);
  checker = await startChecker();
  secret = (await set({})).secret!;
});

beforeEach(async () => {
  the.answer = say('good');
  // What a test left open is none of the next one's, and each has the whole minute.
  shop.clock.advance(2 * DAY_MS);
  await settleChecks(ctx);
  checker.asked.length = 0;
  await set({});
});

const NONE = { url: '', is_on: true, goods_ids: [] as string[] };

const set = (change: Partial<CheckerRow> & { goods_ids?: string[] }) =>
  setChecker(ctx, {
    body: {
      ...NONE,
      url: checker.url,
      per_minute: 1_000,
      sample_size: 10,
      dead_percent: 30,
      ahead: 0,
      checks_claims: true,
      remedy: 'none',
      limit_days: 1,
      most_per_buyer: 100,
      most_per_product: 100,
      most_per_supplier: 100,
      ...change,
    },
  });

/** As the jobs of one process do, until no call is under way. */
async function check(by: Ctx = ctx): Promise<void> {
  await settleChecks(by);
  await startStockChecks(by);
  const job = createCheckAccountsJob(by);
  for (let round = 0; round < 40; round += 1) {
    await job.run();
    await job.idle();
  }
}

async function checkAndSettle(): Promise<void> {
  await check();
  await settleChecks(ctx);
}

async function sellChecked(quantity: number, change: Parameters<typeof set>[0] = {}, more = {}) {
  await set({ sample_size: 0 });
  const sale = await sell(shop, quantity, more);
  await set({ goods_ids: [String(sale.goodsId)], sample_size: 0, ...change });
  return sale;
}

const freeOf = async (goodsId: bigint): Promise<number> =>
  (await countStock(ctx.db, [goodsId])).get(goodsId)?.unspecified ?? 0;

async function imported(count: number, change: Parameters<typeof set>[0] = {}) {
  const goodsId = await buildGoods(ctx);
  await set({ goods_ids: [String(goodsId)], ...change });
  const lines = await stockUp(ctx, goodsId, count);
  const admin = await signInAdmin(ctx);
  const [{ id }] = (await ctx.db
    .selectFrom('stock_batches')
    .select('id')
    .where('goods_id', '=', goodsId)
    .execute()) as [{ id: bigint }];
  const read = async (path = '') =>
    (await shop.call('GET', `/api/stock/batches/${id}${path}`, undefined, admin.headers)).data;
  const post = (path: string) => shop.call('POST', `/api/stock/batches/${id}/${path}`, {}, admin.headers);
  return { goodsId, lines, id, read, post };
}

test('an account is sent with a signature of Standard Webhooks, to nobody but the operator', async () => {
  const sale = await sellChecked(1);
  await sale.claim(await sale.ids());
  await check();
  expect(checker.asked).toHaveLength(1);
  const { account, headers, body } = checker.asked[0]!;
  expect(account).toBe(sale.lines[0]);
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
  expect(at.getTime()).toBe(Math.floor(ctx.clock.now().getTime() / 1_000) * 1_000);
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  );
  const kept = await ctx.db.selectFrom('account_checks').selectAll().execute();
  expect(
    JSON.stringify(kept, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain(account);
});

test('an import is kept from sale until its sample was checked, and goes on sale without the dead ones', async () => {
  the.answer = (account, response) => say(account.endsWith('-3') ? 'dead' : 'good')(account, response);
  const batch = await imported(10);
  expect(await freeOf(batch.goodsId)).toBe(0);
  expect(await batch.read()).toMatchObject({ waits_for: 'check', waiting: 10, free: 0, sold: 0 });
  await checkAndSettle();
  expect(await batch.read('/check')).toEqual({ good: 9, dead: 1, unknown: 0, open: 0, outcome: 'released' });
  expect(await batch.read()).toMatchObject({ waits_for: null, waiting: 0, free: 9, withdrawn: 1, sold: 0 });
});

test('what is sold next is checked ahead, and withdrawn if it is dead', async () => {
  const { goodsId, lines } = await imported(8, { sample_size: 0, goods_ids: [] });
  the.answer = (account, response) => say(account === lines[1] ? 'dead' : 'good')(account, response);
  await set({ sample_size: 0, ahead: 3, goods_ids: [String(goodsId)] });
  await checkAndSettle();
  expect(checker.asked.map(({ account }) => account).toSorted()).toEqual(lines.slice(0, 3));
  expect(await freeOf(goodsId)).toBe(7);
  // One more has come to the front; the others are asked about again after a week.
  checker.asked.length = 0;
  await check();
  expect(checker.asked.map(({ account }) => account)).toEqual([lines[3]]);
  shop.clock.advance(8 * DAY_MS);
  checker.asked.length = 0;
  await checkAndSettle();
  await check();
  expect(checker.asked.map(({ account }) => account).toSorted()).toEqual([lines[0], lines[2], lines[3]]);
});

test('an import with many dead accounts asks, and is put on sale or taken back by an operator', async () => {
  the.answer = (account, response) => say(/[0-3]----/.test(account) ? 'dead' : 'good')(account, response);
  const one = await imported(10);
  await checkAndSettle();
  expect(await one.read('/check')).toMatchObject({ dead: 4, outcome: 'asks' });
  expect(await one.read()).toMatchObject({ waits_for: 'release', waiting: 10, free: 0 });
  expect((await one.post('release')).code).toBe(200);
  expect((await one.post('release')).code).toBe(200);
  expect(await one.read()).toMatchObject({ waits_for: null, waiting: 0, free: 6, withdrawn: 4 });
  const back = await imported(10);
  await checkAndSettle();
  expect((await back.post('rollback')).data).toEqual({ withdrawn: 10 });
  expect(await back.read()).toMatchObject({ waits_for: null, waiting: 0, free: 0, withdrawn: 10 });
});

test.each<[string, Answer]>([
  ['hangs up', (_, response) => void response.destroy()],
  ['redirects', (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ['says nothing it understands', (_, response) => void response.end('{"result":"perhaps"}')],
  ['answers no JSON', (account, response) => void response.end(`<p>${account}`)],
  ['fails', (_, response) => void response.writeHead(500).end('{"result":"dead"}')],
  [
    'answers far too much',
    (_, response) => void response.end(`{"result":"dead","x":"${'x'.repeat(200_000)}"}`),
  ],
])('of an endpoint that %s, all accounts are unknown and go on sale', async (_, answer) => {
  the.answer = answer;
  const batch = await imported(3);
  await check();
  expect(await batch.read('/check')).toMatchObject({ open: 3 });
  shop.clock.advance(2 * MINUTE_MS);
  await checkAndSettle();
  expect(await batch.read('/check')).toMatchObject({ good: 0, dead: 0, unknown: 3, outcome: 'released' });
  expect(await batch.read()).toMatchObject({ free: 3, withdrawn: 0 });
});

test('an endpoint that never answers delays an import by minutes, and no order', async () => {
  the.answer = () => undefined;
  const batch = await imported(2);
  const job = createCheckAccountsJob(ctx);
  await settleChecks(ctx);
  await job.run();
  const sale = await sell(shop, 1);
  expect((await sale.order()).status).toBe('processing');
  shop.clock.advance(6 * MINUTE_MS);
  await settleChecks(ctx);
  expect(await batch.read()).toMatchObject({ waits_for: null, free: 2 });
  await job.end!();
});

test('a private address is refused, and outside a sandbox loopback too', async () => {
  for (const url of ['https://10.0.0.1/', 'http://93.184.216.34/', 'https://192.168.1.4/'])
    await expect(set({ url })).rejects.toMatchObject({ reason: 'parameterError' });
  const admin = await signInAdmin(shop.ctx);
  const body = { ...(await set({})).checker };
  expect((await shop.call('PUT', '/api/admin/checker', body, admin.headers)).code).not.toBe(200);
});

test('switched off, nothing waits any more', async () => {
  const batch = await imported(2);
  await settleChecks(ctx);
  await set({ is_on: false });
  await settleChecks(ctx);
  expect(await batch.read()).toMatchObject({ waits_for: null, free: 2 });
  expect(checker.asked).toEqual([]);
});

test('claims are checked; what is dead is replaced once, the rest is left to people', async () => {
  the.answer = (account, response) => say(account.endsWith('-1') ? 'good' : 'dead')(account, response);
  const sale = await sellChecked(3, { remedy: 'replace' });
  await sale.claim(await sale.ids());
  await checkAndSettle();
  await settleChecks(ctx);
  expect((await sale.items()).map(({ state }) => state)).toEqual([
    'replaced',
    'good',
    'replaced',
    'good',
    'good',
  ]);
  const path = `/api/admin/orders/${sale.orderNo}/checks`;
  const { data } = await shop.call('GET', path, undefined, sale.admin.headers);
  expect(data.items.map(({ result, outcome }: any) => [result, outcome])).toEqual([
    ['dead', 'replaced'],
    ['good', 'replaced'],
    ['dead', 'replaced'],
  ]);
  expect((await sale.claims())[0]).toMatchObject({ state: 'open', replaced: 2 });
  const audit = await ctx.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('action', '=', 'order.replace')
    .where('subject', '=', `order:${sale.orderNo}`)
    .execute();
  expect(audit).toHaveLength(1);
  expect(audit[0]!.user_id).toBeNull();
});

test('without stock it is refunded; above what an admin may alone, it is left', async () => {
  the.answer = say('dead');
  const sale = await sellChecked(2, { remedy: 'replace' }, { stock: 2 });
  await sale.claim(await sale.ids());
  await checkAndSettle();
  expect((await sale.items()).map(({ state }) => state)).toEqual(['refunded', 'refunded']);
  expect((await sale.claims())[0]).toMatchObject({ state: 'refunded' });
  expect(await sale.balance()).toBe('12');
  const dear = await sellChecked(1, { remedy: 'refund' }, { price: 101 });
  await dear.claim(await dear.ids());
  await checkAndSettle();
  expect((await dear.items())[0]!.state).toBe('good');
  expect(await findLedgerMismatches(ctx.db)).toEqual([]);
});

test('a settlement that breaks off leaves nothing, and the next one does it once', async () => {
  the.answer = say('dead');
  const sale = await sellChecked(1, { remedy: 'refund' });
  await sale.claim(await sale.ids());
  await check();
  let isBroken = true;
  ctx.events.on('orderRefunded', async (_, { orderNo }) => {
    if (isBroken && orderNo === sale.orderNo) throw new Error('the process is gone');
  });
  await settleChecks(ctx);
  expect(await sale.balance()).toBe('10');
  expect((await sale.items())[0]!.state).toBe('good');
  isBroken = false;
  await Promise.all([settleChecks(ctx), settleChecks(ctx), settleChecks(ctx)]);
  expect(await sale.balance()).toBe('11');
  expect(await findLedgerMismatches(ctx.db)).toEqual([]);
});

test('an attempt of a process that was killed is made again, by one of two at a time', async () => {
  const sale = await sellChecked(4);
  the.answer = () => undefined;
  await sale.claim(await sale.ids());
  const killed = createCheckAccountsJob(ctx);
  await killed.run();
  await killed.end!();
  the.answer = say('good');
  checker.asked.length = 0;
  shop.clock.advance(2 * MINUTE_MS);
  const jobs = [createCheckAccountsJob(ctx), createCheckAccountsJob(ctx)];
  await Promise.all(jobs.map((job) => job.run()));
  await Promise.all(jobs.map((job) => job.idle()));
  expect(checker.asked.map(({ account }) => account).toSorted()).toEqual(sale.lines.slice(0, 4).toSorted());
});

test('no more is asked in a minute than is allowed', async () => {
  const sale = await sellChecked(7, { per_minute: 3 });
  await sale.claim(await sale.ids());
  await Promise.all([check(), check()]);
  expect(checker.asked).toHaveLength(3);
  shop.clock.advance(MINUTE_MS + 1);
  await check();
  expect(checker.asked).toHaveLength(6);
});

test.each(['most_per_buyer', 'most_per_product', 'most_per_supplier'] as const)(
  '%s holds, and counts anew after its days',
  async (limit) => {
    the.answer = say('dead');
    const sale = await sellChecked(
      4,
      { remedy: 'refund', [limit]: 2, limit_days: 1 },
      { warrantyHours: 200 },
    );
    const ids = await sale.ids();
    for (const id of ids.slice(0, 3)) await sale.claim([id]);
    await checkAndSettle();
    const refunded = async () => {
      const order = await findOrderByNo(ctx.db, sale.orderNo);
      return (await findSoldItems(ctx.db, order!.id)).filter(({ state }) => state === 'refunded').length;
    };
    expect(await refunded()).toBe(2);
    shop.clock.advance(4 * DAY_MS);
    const buyer = { ...ctx, actor: userActor(sale.userId) };
    await createWarrantyClaim(buyer, {
      params: { order_no: sale.orderNo },
      body: { item_ids: [ids[3]!], reason: 'dead as well' },
    });
    await checkAndSettle();
    expect(await refunded()).toBe(3);
  },
);

test('whatever is claimed at a time, no limit is passed, and none holds back what fits', async () => {
  the.answer = say('dead');
  const property = fc.asyncProperty(
    fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 2, maxLength: 4 }),
    fc.record({
      most_per_buyer: fc.integer({ min: 0, max: 4 }),
      most_per_product: fc.integer({ min: 0, max: 6 }),
      most_per_supplier: fc.integer({ min: 0, max: 6 }),
    }),
    async (claims, limits) => {
      shop.clock.advance(2 * DAY_MS);
      const sale = await sellChecked(
        claims.reduce((sum, one) => sum + one, 0),
        { remedy: 'refund', ...limits },
      );
      const ids = await sale.ids();
      let from = 0;
      for (const size of claims) await sale.claim(ids.slice(from, (from += size)));
      await check();
      await Promise.all([settleChecks(ctx), settleChecks(ctx)]);
      const refunded = (await sale.items()).filter(({ state }) => state === 'refunded').length;
      const most = Math.min(limits.most_per_buyer, limits.most_per_product, limits.most_per_supplier);
      expect(refunded).toBeLessThanOrEqual(most);
      expect(refunded).toBeGreaterThanOrEqual(Math.min(...claims) <= most ? Math.min(...claims) : 0);
      expect(await sale.balance()).toBe(String(10 + refunded));
    },
  );
  await fc.assert(property, { numRuns: runsHere(20) });
}, 120_000);
