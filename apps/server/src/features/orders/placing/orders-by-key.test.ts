import { errors, parseMicro } from '@portside/contract';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ActingKey } from '../../../platform/actor.ts';
import { createDb } from '../../../platform/db/db.ts';
import { bearer, createTestShop, type TestShop } from '../../../testing/app.ts';
import { buildBuyer, buildGoods, fund, stockUp } from '../../../testing/build.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { placeOrder } from './place-order.ts';
import { placeOrders } from './place-orders.ts';
import { OrderQueue } from './order-queue.ts';

describe('orders by key', () => {
  const USDT = 1_000_000n;

  let shop: TestShop;
  let goodsId: bigint;

  beforeAll(async () => {
    shop = await createTestShop();
    goodsId = await buildGoods(shop.ctx);
    await stockUp(shop.ctx, goodsId, 500);
  });

  /** A buyer with 100 USDT and a key for orders. */
  async function openBuyer(wanted: object = {}) {
    const { token, id, email } = await shop.register();
    await fund(shop.ctx, BigInt(id), 100n * USDT);
    const scopes = ['orders:place', 'orders:read'];
    const body = { name: 'My shop', scopes, password: 'harbour-9', ...wanted };
    const { data } = await shop.call('POST', '/api/api-keys', body, bearer(token));
    const headers = bearer(data.secret);
    const order = (more: object = {}, key: string | null = randomUUID()) =>
      shop.call(
        'POST',
        '/api/orders',
        { goods_id: String(goodsId), quantity: 1, ...more },
        { ...headers, ...(key !== null && { 'idempotency-key': key }) },
      );
    const find = (reference: string) =>
      shop.call('GET', `/api/orders?reference=${encodeURIComponent(reference)}`, undefined, headers);
    return { headers, token, email, order, find, id: BigInt(id) };
  }

  test('an order by key needs an idempotency key, which answers with the same order', async () => {
    const { order, headers } = await openBuyer();
    expect((await order({}, null)).code).toBe(errors.idempotencyKeyNeeded.code);
    const first = await order({}, 'one');
    expect(first.code).toBe(200);
    expect((await order({}, 'one')).data.order_no).toBe(first.data.order_no);
    const lines = { lines: [{ goods_id: String(goodsId), quantity: 1 }] };
    const batch = await shop.call('POST', '/api/orders/batch', lines, headers);
    expect(batch.code).toBe(errors.idempotencyKeyNeeded.code);
  });

  test('a key that does not read accounts has them sent to the buyer only', async () => {
    const { order, headers, email } = await openBuyer();
    const elsewhere = { email: 'somebody@else.example' };
    expect(await order(elsewhere)).toMatchObject({ status: 403, code: errors.apiKeyScopeMissing.code });
    const lines = [{ goods_id: String(goodsId), quantity: 1 }];
    const batch = (more: object) =>
      shop.call(
        'POST',
        '/api/orders/batch',
        { lines, ...more },
        { ...headers, 'idempotency-key': randomUUID() },
      );
    expect((await batch(elsewhere)).code).toBe(errors.apiKeyScopeMissing.code);
    expect((await order({ email: email.toUpperCase() })).code).toBe(200);
    expect((await batch({ email })).code).toBe(200);
    const { order: orderAsReader } = await openBuyer({ scopes: ['orders:place', 'accounts:read'] });
    expect((await orderAsReader(elsewhere)).code).toBe(200);
  });

  test('an order is found by the login of an account by a key that reads accounts, and by no other', async () => {
    const { order, headers, token } = await openBuyer();
    const { order_no: orderNo } = (await order()).data;
    const accounts = `/api/orders/${orderNo}/accounts`;
    const [{ account }] = (await shop.call('GET', accounts, undefined, bearer(token))).data.items;
    const body = { name: 'Reader', scopes: ['orders:read', 'accounts:read'], password: 'harbour-9' };
    const { data: reader } = await shop.call('POST', '/api/api-keys', body, bearer(token));
    const find = async (by: Record<string, string>) =>
      (await shop.call('GET', `/api/orders?q=${encodeURIComponent(account)}`, undefined, by)).data.items;
    for (const by of [bearer(token), bearer(reader.secret)])
      expect(await find(by)).toMatchObject([{ order_no: orderNo }]);
    expect(await find(headers)).toEqual([]);
  });

  test('a reference is kept exactly, finds the order, and is given once', async () => {
    const buyer = await openBuyer();
    const reference = '  Bestellung №7/ä 🚢 ';
    expect((await buyer.find(reference)).data.items).toEqual([]);
    const { data } = await buyer.order({ reference }, 'a');
    expect(data.reference).toBe(reference);
    expect((await buyer.find(reference)).data.items).toMatchObject([{ order_no: data.order_no, reference }]);
    expect((await buyer.find(reference.trim())).data.items).toEqual([]);
    // Without one, the newest order would be taken for the one that is looked for.
    const empty = await buyer.find('');
    expect([empty.code, empty.body.faults]).toEqual([
      errors.invalidFormat.code,
      [{ field: 'reference', fault: 'few' }],
    ]);

    const again = await buyer.order({ reference }, 'b');
    expect(again.code).toBe(errors.referenceUsed.code);
    expect(again.body.faults).toEqual([{ field: 'reference', fault: 'twice', value: data.order_no }]);
    // The same call again is the same order; with another reference it is another request.
    expect((await buyer.order({ reference }, 'a')).data.order_no).toBe(data.order_no);
    expect((await buyer.order({ reference: 'other' }, 'a')).code).toBe(errors.keyReused.code);

    const stranger = await openBuyer();
    expect((await stranger.find(reference)).data.items).toEqual([]);
    expect((await stranger.order({ reference })).code).toBe(200);
    for (const bad of ['x'.repeat(101), 'a\nb', '\ud83d'])
      expect((await buyer.order({ reference: bad })).code).toBe(errors.invalidFormat.code);
    expect((await buyer.order({ reference: 'x'.repeat(100) })).code).toBe(200);
  });

  test('a refused order leaves its reference free', async () => {
    const buyer = await openBuyer();
    expect((await buyer.order({ reference: 'r1', quantity: 101 })).code).not.toBe(200);
    expect((await buyer.order({ reference: 'r1' })).code).toBe(200);
  });

  test('orders that are placed together have their own references, all or none', async () => {
    const buyer = await openBuyer();
    const other = await buildGoods(shop.ctx);
    await stockUp(shop.ctx, other, 5);
    const place = (references: readonly string[], key: string) =>
      shop.call(
        'POST',
        '/api/orders/batch',
        {
          lines: references.map((reference, index) => ({
            goods_id: String(index === 0 ? goodsId : other),
            quantity: 1,
            reference,
          })),
        },
        { ...buyer.headers, 'idempotency-key': key },
      );
    const twice = await place(['same', 'same'], 'k1');
    expect(twice.body.faults).toMatchObject([{ field: 'lines.1', code: errors.referenceUsed.code }]);
    expect((await buyer.find('same')).data.items).toEqual([]);
    const placed = await place(['one', 'two'], 'k2');
    expect(placed.data.orders.map((order: any) => order.reference)).toEqual(['one', 'two']);
    const taken = await place(['three', 'two'], 'k3');
    expect(taken.body.faults).toEqual([
      {
        field: 'lines.1',
        fault: 'refused',
        code: errors.referenceUsed.code,
        value: placed.data.orders[1].order_no,
      },
    ]);
    expect((await buyer.find('three')).data.items).toEqual([]);
  });

  test('a program buys together what its owner has in the cart, and the cart stays', async () => {
    const { headers, token } = await openBuyer();
    const lines = [{ goods_id: String(goodsId), quantity: 2 }];
    expect((await shop.call('PUT', '/api/cart/lines', { lines }, bearer(token))).code).toBe(200);
    const batch = (by: Record<string, string>) =>
      shop.call('POST', '/api/orders/batch', { lines }, { ...by, 'idempotency-key': randomUUID() });
    const cart = async () => (await shop.call('GET', '/api/cart', undefined, bearer(token))).data.lines;
    expect((await batch(headers)).code).toBe(200);
    expect(await cart()).toHaveLength(1);
    expect((await batch(bearer(token))).code).toBe(200);
    expect(await cart()).toEqual([]);
  });

  test('a key spends its limit of a day and no more, a session what it likes', async () => {
    const buyer = await openBuyer({ spend_a_day: '3.5' });
    expect((await buyer.order({ quantity: 4 })).code).toBe(errors.apiKeyLimitReached.code);
    expect((await buyer.order({ quantity: 3 }, 'k')).code).toBe(200);
    expect((await buyer.order({})).code).toBe(errors.apiKeyLimitReached.code);
    // Repeated, it is no further order; in quotes, the key is the same.
    expect((await buyer.order({ quantity: 3 }, '"k"')).code).toBe(200);
    expect((await buyer.order({ quantity: 3 }, 'k')).code).toBe(200);
    const body = { goods_id: String(goodsId), quantity: 5 };
    expect((await shop.call('POST', '/api/orders', body, bearer(buyer.token))).code).toBe(200);
    shop.clock.advance(DAY_MS);
    expect((await buyer.order({ quantity: 3 })).code).toBe(200);
  });

  test('a key opens standing orders, but not with a limit of a day', async () => {
    const body = { goods_id: String(goodsId), quantity: 2, most_price: '1', days: 3 };
    const make = ({ headers }: { headers: Record<string, string> }) =>
      shop.call('POST', '/api/standing-orders', body, { ...headers, 'idempotency-key': randomUUID() });
    expect((await make(await openBuyer({ spend_a_day: '3.5' }))).code).toBe(errors.apiKeyLimitReached.code);
    const buyer = await openBuyer();
    const made = await make(buyer);
    expect(made.data).toMatchObject({ quantity: 2, state: 'active' });
    const list = await shop.call('GET', '/api/standing-orders', undefined, buyer.headers);
    expect(list.data.items).toMatchObject([{ id: made.data.id }]);
    const path = `/api/standing-orders/${made.data.id}`;
    expect((await shop.call('DELETE', path, undefined, buyer.headers)).data.state).toBe('cancelled');
  });

  const keyOf = (id: bigint, spendADayMicro: bigint): ActingKey => ({
    id,
    scopes: new Set(['orders:place']),
    perMinute: 600,
    spendADayMicro,
    goodsIds: [],
    linesADay: null,
  });

  test('many orders by one key at a time, single and together, by two processes: exactly the limit', async () => {
    const buyer = await buildBuyer(shop.ctx, 100n * USDT);
    const other = await buildGoods(shop.ctx);
    await stockUp(shop.ctx, other, 100);
    const actor = { ...buyer.ctx.actor, key: keyOf(777_001n, 7n * USDT) } as typeof buyer.ctx.actor;
    const processes = [
      { ...buyer.ctx, actor },
      { ...buyer.ctx, actor, db: createDb(shop.pool) },
    ];
    const single = (at: number) =>
      placeOrder(processes[at % 2]!, {
        body: { goods_id: String(at % 3 === 0 ? goodsId : other), quantity: 1, gender: 'random' },
        idempotencyKey: randomUUID(),
      }).then(() => 1);
    const both = (at: number) =>
      placeOrders(processes[at % 2]!, {
        body: {
          lines: [goodsId, other].map((id) => ({
            goods_id: String(id),
            quantity: 1,
            gender: 'random' as const,
          })),
        },
        idempotencyKey: randomUUID(),
      }).then(() => 2);
    const settled = await Promise.allSettled(
      Array.from({ length: 24 }, (_, at) => (at % 4 === 0 ? both(at) : single(at))),
    );
    const placed = settled.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value : 0), 0);
    const reasons = new Set(settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.reason] : [])));
    expect([placed, [...reasons]]).toEqual([7, ['apiKeyLimitReached']]);
    const rows = await shop.ctx.db
      .selectFrom('orders')
      .select('total_micro')
      .where('api_key_id', '=', 777_001n)
      .execute();
    expect(rows.reduce((sum, { total_micro }) => sum + total_micro, 0n)).toBe(parseMicro('7'));
  });

  test('one reference under many idempotency keys by two processes is one order', async () => {
    const buyer = await buildBuyer(shop.ctx, 100n * USDT);
    const processes = [buyer.ctx, { ...buyer.ctx, db: createDb(shop.pool) }];
    const settled = await Promise.allSettled(
      Array.from({ length: 16 }, (_, at) =>
        placeOrder(processes[at % 2]!, {
          body: { goods_id: String(goodsId), quantity: 1, gender: 'random', reference: 'only once' },
          idempotencyKey: randomUUID(),
        }),
      ),
    );
    const placed = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.order_no] : []));
    expect(placed.length).toBe(1);
    for (const one of settled)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ reason: 'referenceUsed', faults: [{ value: placed[0] }] });
  });
});

describe('the queue of orders', () => {
  afterEach(() => vi.restoreAllMocks());

  const settled = async (asked: readonly Promise<number>[]) =>
    (await Promise.allSettled(asked)).map((one) => (one.status === 'fulfilled' ? one.value : one.reason));

  test('orders submitted at once are one batch, and each gets its own answer', async () => {
    const batches: number[] = [];
    const queue = new OrderQueue<number, number>(async (inputs) => {
      batches.push(inputs.length);
      return inputs.map((input) => input * 10);
    }, 4);
    expect(await settled([1, 2, 3, 4, 5].map((input) => queue.submit(input)))).toEqual([10, 20, 30, 40, 50]);
    expect(batches).toEqual([4, 1]);
  });

  test('what arrives while a batch runs makes up the next one', async () => {
    const batches: (readonly number[])[] = [];
    const later: Promise<number>[] = [];
    const queue = new OrderQueue<number, number>(async (inputs) => {
      batches.push(inputs);
      if (batches.length === 1) later.push(queue.submit(3), queue.submit(4));
      return inputs;
    }, 8);
    expect(await settled([1, 2].map((input) => queue.submit(input)))).toEqual([1, 2]);
    expect(await settled(later)).toEqual([3, 4]);
    expect(batches).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  test('a bad order fails alone', async () => {
    const bad = new Error('a buyer has no balance');
    const failed: unknown[] = [];
    const queue = new OrderQueue<number, number>(
      async (inputs) => {
        if (inputs.includes(2)) throw bad;
        return inputs.map(Number);
      },
      8,
      (error, size) => failed.push(error, size),
    );
    expect(await settled([1, 2, 3].map((input) => queue.submit(input)))).toEqual([1, bad, 3]);
    expect(failed).toEqual([bad, 3]);
  });

  test.each([
    { code: '57P01', message: 'terminating connection' },
    { code: 'ECONNREFUSED', message: '' },
    { message: 'Connection terminated unexpectedly' },
    { message: 'Query read timeout' },
  ])('a database out of reach is asked once, not once an order: %j', async (facts) => {
    const lost = Object.assign(new Error(facts.message), facts);
    let runs = 0;
    const queue = new OrderQueue<number, number>(() => {
      runs += 1;
      return Promise.reject(lost);
    }, 512);
    expect(await settled([1, 2, 3].map((input) => queue.submit(input)))).toEqual([lost, lost, lost]);
    expect(runs).toBe(1);
  });

  test('when the database is lost between single orders, the rest is not tried', async () => {
    const lost = Object.assign(new Error('gone'), { code: '08006' });
    let runs = 0;
    const queue = new OrderQueue<number, number>(async (inputs) => {
      runs += 1;
      if (inputs.length > 1) throw new Error('one of them is bad');
      if (inputs[0]! >= 2) throw lost;
      return inputs.map(Number);
    }, 8);
    expect(await settled([1, 2, 3, 4].map((input) => queue.submit(input)))).toEqual([1, lost, lost, lost]);
    expect(runs).toBe(3);
  });

  test('an order that waited longer than its page is not started', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const begun: number[] = [];
    const queue = new OrderQueue<number, number>(async (inputs) => {
      begun.push(...inputs);
      now += 46_000;
      return inputs.map(Number);
    }, 1);
    const [first, second] = await settled([queue.submit(1), queue.submit(2)]);
    expect(first).toBe(1);
    expect(second).toMatchObject({ reason: 'serverBusy' });
    expect(begun).toEqual([1]);
  });

  test('a queue that is full refuses at once', async () => {
    const queue = new OrderQueue<number, number>(async (inputs) => inputs.map(Number), 512);
    const asked = Array.from({ length: 10_001 }, (_, index) => queue.submit(index));
    const answers = await settled(asked);
    expect(answers.at(-1)).toMatchObject({ reason: 'serverBusy' });
    expect(answers.filter((one) => typeof one === 'number')).toHaveLength(10_000);
  });
});
