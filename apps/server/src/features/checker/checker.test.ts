import fc from 'fast-check';
import { createHmac } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { userActor } from '../../platform/actor.ts';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import { createCheckerShop, say, type Answer } from '../../testing/checker-shop.ts';
import { signInAdmin } from '../../testing/people.ts';
import { sell } from '../../testing/sale.ts';
import { runsHere } from '../../testing/world.ts';
import { findLedgerMismatches } from '../ledger/index.ts';
import { createWarrantyClaim } from '../orders/after-sales/warranty-claims.ts';
import { findOrderByNo } from '../orders/orders.sql.ts';
import { findSoldItems } from '../orders/sold-items.sql.ts';
import { createCheckAccountsJob } from './check-accounts.ts';
import { settleChecks } from './settle-checks.ts';

let world: Awaited<ReturnType<typeof createCheckerShop>>;
beforeAll(async () => {
  world = await createCheckerShop();
});
beforeEach(() => world.beginTest());

test('an account is sent with a signature of Standard Webhooks, to nobody but the operator', async () => {
  const { ctx, checker, secret, check, sellChecked } = world;
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
  const { the, checkAndSettle, imported, freeOf } = world;
  the.answer = (account, response) => say(account.endsWith('-3') ? 'dead' : 'good')(account, response);
  const batch = await imported(10);
  expect(await freeOf(batch.goodsId)).toBe(0);
  expect(await batch.read()).toMatchObject({ waits_for: 'check', waiting: 10, free: 0, sold: 0 });
  await checkAndSettle();
  expect(await batch.read('/check')).toEqual({ good: 9, dead: 1, unknown: 0, open: 0, outcome: 'released' });
  expect(await batch.read()).toMatchObject({ waits_for: null, waiting: 0, free: 9, withdrawn: 1, sold: 0 });
});

test('what is sold next is checked ahead, and withdrawn if it is dead', async () => {
  const { shop, the, checker, set, check, checkAndSettle, imported, freeOf } = world;
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
  const { the, checkAndSettle, imported } = world;
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
  const { shop, the, check, checkAndSettle, imported } = world;
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
  const { shop, ctx, the, imported } = world;
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
  const { shop, set } = world;
  for (const url of ['https://10.0.0.1/', 'http://93.184.216.34/', 'https://192.168.1.4/'])
    await expect(set({ url })).rejects.toMatchObject({ reason: 'parameterError' });
  const admin = await signInAdmin(shop.ctx);
  const body = { ...(await set({})).checker };
  expect((await shop.call('PUT', '/api/admin/checker', body, admin.headers)).code).not.toBe(200);
});

test('switched off, nothing waits any more', async () => {
  const { ctx, checker, set, imported } = world;
  const batch = await imported(2);
  await settleChecks(ctx);
  await set({ is_on: false });
  await settleChecks(ctx);
  expect(await batch.read()).toMatchObject({ waits_for: null, free: 2 });
  expect(checker.asked).toEqual([]);
});

test('claims are checked; what is dead is replaced once, the rest is left to people', async () => {
  const { shop, ctx, the, checkAndSettle, sellChecked } = world;
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
  const { ctx, the, checkAndSettle, sellChecked } = world;
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
  const { shop, ctx, the, check, sellChecked } = world;
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
  // It is left alone for a minute.
  await settleChecks(ctx);
  expect(await sale.balance()).toBe('10');
  shop.clock.advance(MINUTE_MS);
  await Promise.all([settleChecks(ctx), settleChecks(ctx), settleChecks(ctx)]);
  expect(await sale.balance()).toBe('11');
  expect(await findLedgerMismatches(ctx.db)).toEqual([]);
});

test('an attempt of a process that was killed is made again, by one of two at a time', async () => {
  const { shop, ctx, the, checker, sellChecked } = world;
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
  const { shop, checker, check, sellChecked } = world;
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
    const { shop, ctx, the, checkAndSettle, sellChecked } = world;
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
  const { shop, ctx, the, check, sellChecked } = world;
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
