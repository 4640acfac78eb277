import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { bearer } from '../../testing/app.ts';
import { buildBuyer } from '../../testing/build.ts';
import { signInAdmin } from '../../testing/people.ts';
import {
  createWebhookShop,
  inSandbox,
  listen,
  startReceiver,
  type Message,
} from '../../testing/webhook-shop.ts';
import { readRetryAfter } from '../../platform/http/post-out.ts';
import { NOTICE_MAILS } from '../notices/index.ts';
import { createSendWebhooksJob } from './send-webhooks.ts';
import { verify } from './webhook-signatures.ts';
import { sweepWebhooks } from './webhook-deliveries.ts';
import {
  createShopWebhook,
  deleteShopWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from './write-webhook.ts';

let the: Awaited<ReturnType<typeof createWebhookShop>>;
beforeAll(async () => {
  the = await createWebhookShop();
});

test('events of one subject wait for each other, those of others do not', async () => {
  const { buyer, goodsId } = await the.richBuyer();
  let isBroken = true;
  const receiver = await startReceiver(({ body }) => ({
    status: isBroken && JSON.parse(body).data.order_no === first ? 500 : 200,
  }));
  await listen(buyer, receiver.url, 'order.completed', 'order.refunded');
  const first = await the.complete(buyer, goodsId);
  const refund = { ...(await the.nameOf(first)), quantity: 1, amountMicro: 1_000_000n, isWhole: true };
  await the.ctx.events.announce(the.ctx, 'orderRefunded', refund);
  const second = await the.complete(buyer, goodsId);
  await the.sendDue();
  const told = () =>
    receiver.messages.map(({ body }) => `${JSON.parse(body).type} ${JSON.parse(body).data.order_no}`);
  expect(told().toSorted()).toEqual([`order.completed ${first}`, `order.completed ${second}`].toSorted());
  isBroken = false;
  the.shop.clock.advance(MINUTE_MS);
  await the.sendDue();
  expect(told().slice(2)).toEqual([`order.completed ${first}`, `order.refunded ${first}`]);
  expect(receiver.messages[0]!.id).toBe(receiver.messages.find((_, at) => at > 1)!.id);
});

test('a subject whose first event waits for hours holds up no other of its endpoint, however many wait behind it', async () => {
  const { buyer, goodsId } = await the.richBuyer();
  let isBroken = true;
  const receiver = await startReceiver(({ body }) => ({
    status: isBroken && JSON.parse(body).data.order_no === first ? 500 : 200,
  }));
  const { id } = await listen(buyer, receiver.url, 'order.completed', 'order.refunded');
  const first = await the.complete(buyer, goodsId);
  const refund = { ...(await the.nameOf(first)), quantity: 1, amountMicro: 1_000_000n, isWhole: true };
  const refundTimes = async (count: number): Promise<void> => {
    for (let time = 0; time < count; time += 1)
      await the.ctx.events.announce(the.ctx, 'orderRefunded', refund);
    await the.logOf(id);
  };
  await refundTimes(150);
  await the.sendDue();
  // Of what came before the first attempt and after it, nothing is due before the second.
  await refundTimes(150);
  const [failed, ...behind] = await the.logOf(id);
  expect(behind).toHaveLength(300);
  expect(new Set(behind.map(({ next_at: at }) => at.getTime()))).toEqual(
    new Set([failed!.next_at.getTime()]),
  );
  const second = await the.complete(buyer, goodsId);
  await the.sendDue();
  expect(receiver.messages.map(({ body }) => JSON.parse(body).data.order_no)).toEqual([first, second]);
  // Also where the process ends during the next attempt, after which only those behind it seem due.
  const since = the.ctx.clock.now();
  await the.ctx.db
    .updateTable('webhook_deliveries')
    .set({ next_at: new Date(since.getTime() + MINUTE_MS) })
    .where('id', '=', failed!.id)
    .execute();
  await the.ctx.db
    .updateTable('webhook_deliveries')
    .set({ next_at: since })
    .where(
      'id',
      'in',
      behind.map((one) => one.id),
    )
    .execute();
  the.shop.clock.advance(2 * MINUTE_MS);
  isBroken = false;
  await the.sendDue();
  expect(receiver.messages).toHaveLength(303);
});

test('a receiver that does not answer holds up no other', async () => {
  const { buyer, goodsId } = await the.richBuyer();
  const other = await buildBuyer(the.ctx, 5_000_000n);
  const [silent, quick] = [await startReceiver(() => null), await startReceiver()];
  const dead = await listen(buyer, silent.url, 'order.completed');
  await listen(other, quick.url, 'order.completed');
  for (let count = 0; count < 6; count += 1) await the.complete(buyer, goodsId);
  await the.complete(other, goodsId);
  const since = performance.now();
  await the.sendDue();
  expect(quick.messages[0]!.at - since).toBeLessThan(5_000);
  const log = await the.logOf(dead.id);
  expect(log[0]).toMatchObject({ state: 'waiting', status: null, failure: 'no whole answer within 10 s' });
  // However much waits for it, it is asked a few times and then left alone for a while.
  expect(silent.messages.length).toBe(4);
  expect((await the.endpoint(dead.id)).paused_until!.getTime()).toBeGreaterThan(
    the.ctx.clock.now().getTime(),
  );
  await deleteWebhook(inSandbox(buyer.ctx), { params: { id: dead.id } });
}, 60_000);

test('waits grow for three days, then an event is given up and can be asked for again', async () => {
  const { buyer, goodsId } = await the.richBuyer();
  let status = 500;
  const receiver = await startReceiver(() => ({ status }));
  const { id } = await listen(buyer, receiver.url, 'order.completed');
  await the.complete(buyer, goodsId);
  const since = the.ctx.clock.now();
  const gaps: number[] = [];
  for (;;) {
    const before = the.ctx.clock.now().getTime();
    await the.sendDue();
    const [one] = await the.logOf(id);
    if (one!.state !== 'waiting') break;
    gaps.push(one!.next_at.getTime() - before);
    the.shop.clock.advance(one!.next_at.getTime() - before);
  }
  expect(gaps.length).toBeGreaterThan(8);
  expect(gaps[1]).toBeGreaterThan(gaps[0]!);
  expect(gaps.at(-1)).toBeGreaterThan(9 * HOUR_MS);
  const tried = the.ctx.clock.now().getTime() - since.getTime();
  expect([tried > 2 * DAY_MS, tried <= 3 * DAY_MS]).toEqual([true, true]);
  expect(await the.logOf(id)).toMatchObject([{ state: 'failed', status: 500, answer: 'heard' }]);

  status = 200;
  const call = (body: object) =>
    the.shop.call('POST', `/api/webhooks/${id}/deliveries`, body, bearer(token)).then(({ data }) => data);
  const token = await the.tokenOf(buyer);
  expect(await call({ since: since.toISOString() })).toEqual({ deliveries: 1 });
  await the.sendDue();
  expect(await the.logOf(id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  const [one] = await the.logOf(id);
  expect(await call({ delivery_id: `${one!.id}` })).toEqual({ deliveries: 1 });
  await the.sendDue();
  const ids = receiver.messages.map((message) => message.id);
  expect(new Set(ids).size).toBe(1);
  expect((await the.endpoint(id)).failing_since).toBeNull();
});

test('five days of failure switch an endpoint off and tell its owner', async () => {
  const { buyer, goodsId } = await the.richBuyer();
  const receiver = await startReceiver(() => ({ status: 500 }));
  const { id } = await listen(buyer, receiver.url, 'order.completed');
  for (let day = 0; day < 6; day += 1) {
    await the.complete(buyer, goodsId);
    await the.sendDue();
    expect((await the.endpoint(id)).is_on, `day ${day}`).toBe(day < 5);
    the.shop.clock.advance(DAY_MS);
  }
  expect(await the.endpoint(id)).toMatchObject({ is_on: false, off_reason: 'failing' });
  expect((await the.logOf(id)).every(({ state }) => state === 'failed')).toBe(true);
  const mails = await the.ctx.db
    .selectFrom('mails')
    .select(['kind'])
    .where('recipient', '=', buyer.email)
    .where('kind', '=', NOTICE_MAILS.webhookOff)
    .execute();
  expect(mails).toHaveLength(1);
  const told = await the.ctx.db
    .selectFrom('notices')
    .select(['facts'])
    .where('user_id', '=', buyer.id)
    .where('event', '=', 'webhookOff')
    .execute();
  expect(told).toEqual([{ facts: { host: new URL(receiver.url).host, isGone: false, isShops: false } }]);
  // Off: nothing more is written for it.
  const before = (await the.logOf(id)).length;
  await the.complete(buyer, goodsId);
  expect((await the.logOf(id)).length).toBe(before);
});

test('days in which nothing was sent switch nothing off', async () => {
  const { buyer, goodsId } = await the.richBuyer();
  let status = 500;
  const receiver = await startReceiver(() => ({ status }));
  const { id } = await listen(buyer, receiver.url, 'order.completed');
  await the.complete(buyer, goodsId);
  for (let day = 0; day < 12; day += 1) {
    await the.sendDue();
    the.shop.clock.advance(DAY_MS);
  }
  expect(await the.logOf(id)).toMatchObject([{ state: 'failed' }]);
  await the.complete(buyer, goodsId);
  await the.sendDue();
  expect(await the.endpoint(id)).toMatchObject({ is_on: true });
  status = 200;
  the.shop.clock.advance(MINUTE_MS);
  await the.sendDue();
  expect(await the.endpoint(id)).toMatchObject({ is_on: true, failing_since: null });
});

test('what the former address of an endpoint answers does not count', async () => {
  const { buyer, goodsId } = await the.richBuyer();
  const fresh = await startReceiver();
  const moved = async () => {
    const body = { url: fresh.url, events: ['order.completed' as const], is_on: true };
    await updateWebhook(inSandbox(buyer.ctx), { params: { id }, body });
    return { status: 410 };
  };
  const former = await startReceiver(moved);
  const { id } = await listen(buyer, former.url, 'order.completed');
  await the.complete(buyer, goodsId);
  await the.sendDue();
  expect(await the.endpoint(id)).toMatchObject({ is_on: true, failures: 0 });
  the.shop.clock.advance(MINUTE_MS);
  await the.sendDue();
  expect(fresh.messages).toHaveLength(1);
});

test('what is gone is switched off at once, and Retry-After is kept to', async () => {
  const { buyer, goodsId } = await the.richBuyer();
  const gone = await startReceiver(() => ({ status: 410 }));
  const busy = await startReceiver((_, count) =>
    count === 1 ? { status: 503, retryAfter: '3600' } : { status: 200 },
  );
  const first = await listen(buyer, gone.url, 'order.completed');
  const second = await listen(buyer, busy.url, 'order.completed');
  await the.complete(buyer, goodsId);
  await the.sendDue();
  expect(await the.endpoint(first.id)).toMatchObject({ is_on: false, off_reason: 'gone' });
  await the.complete(buyer, goodsId);
  the.shop.clock.advance(50 * MINUTE_MS);
  await the.sendDue();
  expect(busy.messages).toHaveLength(1);
  the.shop.clock.advance(11 * MINUTE_MS);
  await the.sendDue();
  expect(busy.messages).toHaveLength(3);
  expect(await the.endpoint(second.id)).toMatchObject({ failures: 0, failing_since: null });
});

test('Retry-After is read as seconds or a date, up to a day', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const read = (header: string | null) => readRetryAfter(header, now);
  expect([read(null), read('120'), read('soon'), read('-5')]).toEqual([0, 120_000, 0, 0]);
  expect(read('Fri, 20 Nov 2026 12:01:00 GMT')).toBe(60_000);
  expect(read('999999999')).toBe(DAY_MS);
});

test('two secrets sign while one replaces the other, and the former ends after a day', async () => {
  const buyer = await buildBuyer(the.ctx);
  const receiver = await startReceiver();
  const { id, secret } = await listen(buyer, receiver.url, 'order.completed');
  const token = await the.tokenOf(buyer);
  const tell = async () => {
    await the.shop.call('POST', `/api/webhooks/${id}/tests`, undefined, bearer(token));
    await the.sendDue();
    return receiver.messages.at(-1)!;
  };
  const { secret: fresh } = await rotateWebhookSecret(inSandbox(buyer.ctx), { params: { id } });
  expect(fresh).not.toBe(secret);
  const isBy = (key: string, message: Message) =>
    verify(key, message, message.signatures, the.ctx.clock.now());
  const both = await tell();
  expect([isBy(secret, both), isBy(fresh, both)]).toEqual([true, true]);
  the.shop.clock.advance(25 * HOUR_MS);
  const one = await tell();
  expect([isBy(secret, one), isBy(fresh, one)]).toEqual([false, true]);
  const stored = await the.ctx.db
    .selectFrom('webhook_secrets')
    .selectAll()
    .where('webhook_id', '=', BigInt(id))
    .execute();
  expect(stored.map(({ sealed }) => sealed.toString('latin1')).join()).not.toContain(fresh.slice(6));
  await sweepWebhooks(the.ctx);
  expect(
    await the.ctx.db
      .selectFrom('webhook_secrets')
      .select('id')
      .where('webhook_id', '=', BigInt(id))
      .execute(),
  ).toHaveLength(1);
});

test('the log is kept for thirty days', async () => {
  const { buyer, goodsId } = await the.richBuyer();
  const receiver = await startReceiver();
  const { id } = await listen(buyer, receiver.url, 'order.completed');
  await the.complete(buyer, goodsId);
  await the.sendDue();
  the.shop.clock.advance(29 * DAY_MS);
  await sweepWebhooks(the.ctx);
  expect(await the.logOf(id)).toHaveLength(1);
  the.shop.clock.advance(2 * DAY_MS);
  await sweepWebhooks(the.ctx);
  expect(await the.logOf(id)).toHaveLength(0);
});

test('nothing waits for who is blocked or for what is off, and no more than thirty days for others', async () => {
  const [one, other] = [await the.richBuyer(), await the.richBuyer()];
  const receiver = await startReceiver();
  const blocked = await listen(one.buyer, receiver.url, 'order.completed');
  const off = await listen(other.buyer, receiver.url, 'order.completed');
  const tell = async (count: number) => {
    for (let sent = 0; sent < count; sent += 1) {
      await the.complete(one.buyer, one.goodsId);
      await the.complete(other.buyer, other.goodsId);
    }
  };
  await tell(1);
  const set = (status: 'active' | 'frozen') =>
    the.ctx.db.updateTable('users').set({ status }).where('id', '=', one.buyer.id).execute();
  await set('frozen');
  // As an event that was being written while its endpoint was switched off.
  await sql`update webhooks set is_on = false, off_reason = 'owner' where id = ${off.id}`.execute(the.ctx.db);
  await sweepWebhooks(the.ctx);
  for (const { id } of [blocked, off]) expect(await the.logOf(id)).toMatchObject([{ state: 'failed' }]);
  await set('active');
  await tell(2);
  the.shop.clock.advance(31 * DAY_MS);
  expect(await sweepWebhooks(the.ctx)).toEqual({ more: false });
  for (const { id } of [blocked, off]) expect(await the.logOf(id)).toEqual([]);
});

test('an endpoint with a long queue gives its lane to who waits longest, and the shop has its own', async () => {
  const [first, second] = [await the.richBuyer(), await the.richBuyer()];
  const [many, one, shops] = [await startReceiver(), await startReceiver(), await startReceiver()];
  const events = ['order.completed' as const];
  await listen(first.buyer, many.url, ...events);
  await listen(second.buyer, one.url, ...events);
  const admin = await signInAdmin(the.shop.ctx);
  const { webhook } = await createShopWebhook(inSandbox(admin.ctx), { body: { url: shops.url, events } });
  await the.sendDue();
  const told = () => [many, one, shops].map(({ messages }) => messages.length);
  await the.complete(second.buyer, second.goodsId);
  the.shop.clock.advance(MINUTE_MS);
  for (let count = 0; count < 9; count += 1) await the.complete(first.buyer, first.goodsId);
  const job = createSendWebhooksJob(the.ctx, { endpoints: 1, laneMs: 0 });
  const sendOnce = async () => {
    await job.run();
    await job.idle();
    return told();
  };
  expect(await sendOnce()).toEqual([0, 1, 4]);
  expect(await sendOnce()).toEqual([4, 1, 8]);
  expect(await sendOnce()).toEqual([8, 1, 10]);
  expect(await sendOnce()).toEqual([9, 1, 10]);
  await deleteShopWebhook(admin.ctx, { params: { id: webhook.id } });
});

test('an endpoint that was switched on again is tried at once', async () => {
  const { buyer, goodsId } = await the.richBuyer();
  const receiver = await startReceiver((_, count) => ({ status: count === 1 ? 410 : 200 }));
  const { id } = await listen(buyer, receiver.url, 'order.completed');
  await the.complete(buyer, goodsId);
  await the.sendDue();
  const body = { url: receiver.url, events: ['order.completed' as const], is_on: true };
  await updateWebhook(inSandbox(buyer.ctx), { params: { id }, body });
  await the.complete(buyer, goodsId);
  await the.sendDue();
  expect((await the.logOf(id)).map(({ state }) => state)).toEqual(['failed', 'delivered']);
});
