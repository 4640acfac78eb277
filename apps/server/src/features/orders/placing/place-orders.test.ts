import { errors, type Input } from '@portside/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '../../../platform/context.ts';
import { createDb } from '../../../platform/db/db.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import { buildBuyer, buildGoods, stockUp, type TestBuyer } from '../../../testing/build.ts';
import { buildCoupon } from '../../../testing/build-prices.ts';
import { createWorld, runsHere, type World } from '../../../testing/world.ts';
import type { NewGoods } from '../../goods/write-goods.ts';
import { findLedgerMismatches, readAvailableMicro } from '../../ledger/index.ts';
import { countStock } from '../../stock/index.ts';
import { readCart, setCartLines } from '../cart/cart.ts';
import { placeOrder } from './place-order.ts';
import { placeOrders } from './place-orders.ts';

/** Beginnings and lengths in a space so small that ranges often meet. */
const ranges = fc.array(fc.record({ first: fc.nat(40), length: fc.integer({ min: 1, max: 4 }) }), {
  minLength: 1,
  maxLength: 4,
});
type Ranges = readonly { readonly first: number; readonly length: number }[];

const itemsOf = (of: Ranges): number[] =>
  of.flatMap(({ first, length }) => Array.from({ length }, (_, index) => first + index));

test('a statement is refused exactly when it takes an item that is taken, or one twice', async () => {
  const { ctx } = await createWorld();
  let base = 1_000_000_000;
  const take = (of: Ranges): Promise<unknown> =>
    sql`insert into order_ranges (first_id, end_id, order_id)
      select ${base}::bigint + first, ${base}::bigint + first + length, 1
      from json_to_recordset(${JSON.stringify(of)}) as one (first int, length int)`.execute(ctx.db);

  await fc.assert(
    fc.asyncProperty(fc.array(ranges, { minLength: 2, maxLength: 6 }), async (statements) => {
      base += 100;
      const taken = new Set<number>();
      for (const statement of statements) {
        const items = itemsOf(statement);
        const isSound = new Set(items).size === items.length && !items.some((item) => taken.has(item));
        if (!isSound) {
          await expect(take(statement)).rejects.toThrow();
          continue;
        }
        await take(statement);
        items.forEach((item) => taken.add(item));
      }
    }),
    { numRuns: runsHere(150) },
  );
});

describe('placeOrders', () => {
  const USDT = 1_000_000n;

  let world: World;
  let ctx: Ctx;

  beforeAll(async () => {
    world = await createWorld();
    ctx = world.ctx;
  });

  type Line = Partial<Input<'placeOrders'>['body']['lines'][number]>;

  const lineOf = (goodsId: bigint, line: Line = {}) => ({
    goods_id: String(goodsId),
    quantity: 1,
    gender: 'random' as const,
    ...line,
  });

  const place = (
    buyer: TestBuyer,
    lines: readonly ReturnType<typeof lineOf>[],
    { key = randomUUID(), email }: { key?: string; email?: string } = {},
  ) => placeOrders(buyer.ctx, { body: { lines: [...lines], ...(email && { email }) }, idempotencyKey: key });

  /** A product of 1 USDT with so many in stock. */
  async function product(count = 10, rules: Partial<NewGoods> = {}): Promise<bigint> {
    const goodsId = await buildGoods(ctx, rules);
    if (count > 0) await stockUp(ctx, goodsId, count);
    return goodsId;
  }

  const stockOf = async (goodsId: bigint): Promise<number> =>
    Object.values((await countStock(ctx.db, [goodsId])).get(goodsId) ?? {}).reduce(
      (sum, free) => sum + free,
      0,
    );

  const ordersOf = async ({ id }: TestBuyer) =>
    ctx.db.selectFrom('orders').selectAll().where('user_id', '=', id).orderBy('id').execute();

  /** What was refused: its reason, and the position and name of each refused line. */
  async function refusalOf(placing: Promise<unknown>): Promise<unknown[]> {
    const { reason, faults } = await placing.then(
      () => Promise.reject(new Error('not refused')),
      (error: Refusal) => error,
    );
    const nameOf = (code?: number) => Object.entries(errors).find(([, row]) => row.code === code)?.[0];
    return [reason, ...faults.map(({ field, code }) => `${field} ${nameOf(code)}`)];
  }

  /** A change of which nothing may be left after a refusal. */
  async function expectUntouched(
    buyer: TestBuyer,
    goods: Readonly<Record<string, number>>,
    balanceMicro: bigint,
  ) {
    expect(await ordersOf(buyer)).toEqual([]);
    expect(await readAvailableMicro(ctx.db, buyer.id)).toBe(balanceMicro);
    for (const [id, count] of Object.entries(goods)) expect(await stockOf(BigInt(id))).toBe(count);
  }

  test('several products are bought at once, each as an order with its own number and e-mail', async () => {
    const goods = [await product(), await product(), await product(10, { price_micro: 2n * USDT })];
    const buyer = await buildBuyer(ctx, 20n * USDT);
    const { orders, total_amount } = await place(
      buyer,
      goods.map((id, index) => lineOf(id, { quantity: index + 1, unit_price: index === 2 ? '2' : '1' })),
      { email: 'else@example.test' },
    );
    expect(total_amount).toBe('9');
    expect(orders.map((order) => [order.goods.id, order.quantity, order.total_amount])).toEqual([
      [String(goods[0]), 1, '1'],
      [String(goods[1]), 2, '2'],
      [String(goods[2]), 3, '6'],
    ]);
    expect(new Set(orders.map(({ order_no }) => order_no)).size).toBe(3);
    expect(await readAvailableMicro(ctx.db, buyer.id)).toBe(11n * USDT);
    expect(await Promise.all(goods.map(stockOf))).toEqual([9, 8, 7]);
    const rows = await ordersOf(buyer);
    const mails = await ctx.db
      .selectFrom('mails')
      .select(['reference', 'recipient'])
      .where('kind', '=', 'order-delivery')
      .where(
        'reference',
        'in',
        rows.map(({ id }) => id),
      )
      .orderBy('reference')
      .execute();
    expect(mails).toEqual(rows.map(({ id }) => ({ reference: id, recipient: 'else@example.test' })));
    expect(await findLedgerMismatches(ctx.db)).toEqual([]);
  });

  test('what was bought leaves the cart, and the rest stays', async () => {
    const [bought, kept] = [await product(), await product()];
    const buyer = await buildBuyer(ctx, 20n * USDT);
    await setCartLines(buyer.ctx, { body: { lines: [lineOf(bought), lineOf(kept)] } });
    await refusalOf(place(buyer, [lineOf(bought, { quantity: 11 })]));
    expect((await readCart(buyer.ctx)).lines).toHaveLength(2);
    await place(buyer, [lineOf(bought)]);
    expect((await readCart(buyer.ctx)).lines.map(({ goods_id }) => goods_id)).toEqual([String(kept)]);
  });

  test('a line that has changed on another device while it was bought stays in the cart', async () => {
    const goods = [await product(), await product(), await product()] as const;
    const buyer = await buildBuyer(ctx, 20n * USDT);
    await setCartLines(buyer.ctx, {
      body: { lines: [lineOf(goods[0], { quantity: 3 }), lineOf(goods[1]), lineOf(goods[2])] },
    });
    await setCartLines(buyer.ctx, { body: { lines: [lineOf(goods[1], { gender: 'male' })] } });
    await place(
      buyer,
      goods.map((id) => lineOf(id)),
    );
    expect((await readCart(buyer.ctx)).lines).toMatchObject([
      { goods_id: String(goods[0]), quantity: 3 },
      { goods_id: String(goods[1]), gender: 'male' },
    ]);
  });

  test('a repeated key answers with the same orders, and is refused for anything else', async () => {
    const goods = [await product(), await product()] as const;
    const buyer = await buildBuyer(ctx, 20n * USDT);
    const lines = goods.map((id) => lineOf(id));
    const key = randomUUID();
    const first = await place(buyer, lines, { key });
    const again = await Promise.all([1, 2, 3].map(() => place(buyer, lines, { key })));
    for (const one of again) expect(one).toEqual(first);
    const others = await Promise.allSettled([
      place(buyer, lines.toReversed(), { key }),
      place(buyer, lines.slice(0, 1), { key }),
      place(buyer, [...lines, lineOf(goods[0])], { key }),
      place(buyer, lines, { key, email: 'else@example.test' }),
      placeOrder(buyer.ctx, { body: lineOf(goods[0]), idempotencyKey: key }),
    ]);
    for (const other of others) expect(other).toMatchObject({ reason: { reason: 'keyReused' } });
    const single = randomUUID();
    await placeOrder(buyer.ctx, { body: lineOf(goods[0]), idempotencyKey: single });
    expect(await refusalOf(place(buyer, lines, { key: single }))).toEqual(['keyReused', 'lines.0 keyReused']);
    expect(await ordersOf(buyer)).toHaveLength(3);
  });

  test.each<[reason: string, line: Line, rules: Partial<NewGoods>]>([
    ['priceChanged', { unit_price: '0.9' }, {}],
    ['quantityOutOfRange', { quantity: 1 }, { min_quantity: 2 }],
    ['genderNotOffered', { gender: 'male' }, { genders: ['random'] }],
    ['buyerLimitReached', { quantity: 3 }, { most_per_buyer: 2 }],
    ['dailyLimitReached', { quantity: 3 }, { most_per_day: 2 }],
    ['notFound', {}, { visibility: 'hidden' }],
    ['couponUnknown', { coupon: 'NOSUCHCODE' }, {}],
  ])('%s of one line: its product is named, and nothing is changed', async (reason, line, rules) => {
    const [good, bad] = [await product(3), await product(3, rules)];
    const buyer = await buildBuyer(ctx, 20n * USDT);
    expect(await refusalOf(place(buyer, [lineOf(good), lineOf(bad, line), lineOf(good)]))).toEqual([
      reason,
      `lines.1 ${reason}`,
    ]);
    await expectUntouched(buyer, { [String(good)]: 3, [String(bad)]: 3 }, 20n * USDT);
  });

  test.each<[beside: string, line: Line]>([
    ['a reference that the other line has', { reference: 'R-1' }],
    ['what is dearer than was seen', { unit_price: '0.9' }],
    ['more than the balance is left for', { quantity: 6 }],
    ['more than a buyer may have', { quantity: 4 }],
  ])('beside %s, no quantity tells how much there is of another product', async (_, line) => {
    const [hidden, other] = [await product(5), await product(9, { most_per_buyer: 6 })];
    const buyer = await buildBuyer(ctx, 10n * USDT);
    const refusals = [];
    for (const quantity of [5, 6]) {
      const counted = lineOf(hidden, { quantity, ...(line.reference && { reference: line.reference }) });
      refusals.push(
        await refusalOf(place(buyer, [counted, lineOf(other, line), lineOf(other, { quantity: 3 })])),
      );
    }
    expect(refusals[0]).toEqual(refusals[1]);
    const [short] = [await refusalOf(place(buyer, [lineOf(hidden, { quantity: 6 }), lineOf(other)]))];
    expect(short).toEqual(['stockTooLow']);
    await expectUntouched(buyer, { [String(hidden)]: 5, [String(other)]: 9 }, 10n * USDT);
  });

  test('all refused lines are named, with the first one’s reason', async () => {
    const [good, bad] = [await product(3), await product(3)];
    const off = await product(3);
    await ctx.db.updateTable('goods').set({ on_sale: false }).where('id', '=', off).execute();
    const buyer = await buildBuyer(ctx, 20n * USDT);
    const lines = [lineOf(good), lineOf(off), lineOf(bad, { unit_price: '3' })];
    expect(await refusalOf(place(buyer, lines))).toEqual([
      'notOnSale',
      'lines.1 notOnSale',
      'lines.2 priceChanged',
    ]);
    await expectUntouched(buyer, { [String(good)]: 3 }, 20n * USDT);
  });

  test('balance, stock and limits are counted over all lines', async () => {
    const [one, two] = [await product(3), await product(3)];
    const limited = await product(9, { most_per_buyer: 3 });
    const poor = await buildBuyer(ctx, 2n * USDT);
    expect(await refusalOf(place(poor, [lineOf(one), lineOf(two), lineOf(two)]))).toEqual([
      'balanceTooLow',
      'lines.2 balanceTooLow',
    ]);
    const buyer = await buildBuyer(ctx, 20n * USDT);
    const twice = (goodsId: bigint) => [lineOf(goodsId, { quantity: 2 }), lineOf(goodsId, { quantity: 2 })];
    expect(await refusalOf(place(buyer, twice(one)))).toEqual(['stockTooLow']);
    expect(await refusalOf(place(buyer, twice(limited)))).toEqual([
      'buyerLimitReached',
      'lines.1 buyerLimitReached',
    ]);
    await expectUntouched(buyer, { [String(one)]: 3, [String(limited)]: 9 }, 20n * USDT);
  });

  test('a coupon is of its line, and counts its use once for all processes', async () => {
    const [one, two] = [await product(), await product()];
    const { id, code } = await buildCoupon(ctx, { max_uses: 1 });
    const buyer = await buildBuyer(ctx, 20n * USDT);
    expect(
      await refusalOf(place(buyer, [lineOf(one, { coupon: code }), lineOf(two, { coupon: code })])),
    ).toEqual(['couponUsedUp', 'lines.1 couponUsedUp']);
    const { orders, total_amount } = await place(buyer, [lineOf(one, { coupon: code }), lineOf(two)]);
    expect([orders[0]!.discount, orders[1]!.discount, total_amount]).toEqual(['0.1', '0', '1.9']);
    const { uses } = await ctx.db
      .selectFrom('coupons')
      .select('uses')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(uses).toBe(1);
  });

  test('of unknown coupons in many carts at once, ten are looked for', async () => {
    const [one, two] = [await product(), await product()];
    const buyer = await buildBuyer(ctx, 20n * USDT);
    const guesses = Array.from({ length: 12 }, (_, at) =>
      [one, two].map((id) => lineOf(id, { coupon: `NO-${at}-${id}` })),
    );
    const told = (await Promise.all(guesses.map((lines) => refusalOf(place(buyer, lines))))).flat();
    expect(told.filter((line) => /^lines.*couponUnknown/.test(String(line)))).toHaveLength(10);
  });

  /** The buyer through a process of their own: queues belong to a database handle. */
  const elsewhere = (buyer: TestBuyer): TestBuyer => ({
    ...buyer,
    ctx: { ...buyer.ctx, db: createDb(world.pool) },
  });

  test('two processes race for the last stock: whole carts are sold, and none in part', async () => {
    const [scarce, plenty] = [await product(5), await product(200)];
    const buyers = await Promise.all(Array.from({ length: 12 }, () => buildBuyer(ctx, 20n * USDT)));
    const other = createDb(world.pool);
    const through = (buyer: TestBuyer, index: number): TestBuyer =>
      index % 2 === 0 ? buyer : { ...buyer, ctx: { ...buyer.ctx, db: other } };
    const settled = await Promise.allSettled(
      buyers.map((buyer, index) => {
        // Whoever locks in another order than the rest would meet them in a deadlock.
        const lines = [lineOf(scarce), lineOf(plenty, { quantity: 2 })];
        return place(through(buyer, index), index % 3 === 0 ? lines.toReversed() : lines);
      }),
    );
    const refused = settled.flatMap((one) =>
      one.status === 'rejected' ? [one.reason.reason ?? one.reason] : [],
    );
    expect(refused).toEqual(Array.from({ length: 7 }, () => 'stockTooLow'));
    expect([await stockOf(scarce), await stockOf(plenty)]).toEqual([0, 190]);
    for (const buyer of buyers) expect([0, 2]).toContain((await ordersOf(buyer)).length);
    expect(await findLedgerMismatches(ctx.db)).toEqual([]);
  });

  test('one key in two processes is one purchase', async () => {
    const goods = [await product(), await product()];
    const buyer = await buildBuyer(ctx, 20n * USDT);
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        place(
          index % 2 === 0 ? buyer : elsewhere(buyer),
          goods.map((id) => lineOf(id)),
          { key },
        ),
      ),
    );
    expect(new Set(answers.flatMap(({ orders }) => orders.map(({ order_no }) => order_no))).size).toBe(2);
    expect(await readAvailableMicro(ctx.db, buyer.id)).toBe(18n * USDT);
  });

  test('whatever is in it, a cart is placed whole or leaves no trace', async () => {
    const cart = fc.array(fc.record({ at: fc.nat(2), quantity: fc.integer({ min: 1, max: 4 }) }), {
      minLength: 1,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(cart, async (wishes) => {
        const goods = [await product(3), await product(5, { most_per_buyer: 4 }), await product(6)];
        const buyer = await buildBuyer(ctx, 9n * USDT);
        const counts = goods.map((_, at) =>
          wishes.filter((wish) => wish.at === at).reduce((sum, { quantity }) => sum + quantity, 0),
        );
        const sum = counts.reduce((all, one) => all + one, 0);
        const fits = counts[0]! <= 3 && counts[1]! <= 4 && counts[2]! <= 6 && sum <= 9;
        const lines = wishes.map(({ at, quantity }) => lineOf(goods[at]!, { quantity }));
        const [answer] = await Promise.allSettled([place(buyer, lines)]);
        expect(answer.status).toBe(fits ? 'fulfilled' : 'rejected');
        expect(await ordersOf(buyer)).toHaveLength(fits ? wishes.length : 0);
        expect(await readAvailableMicro(ctx.db, buyer.id)).toBe(BigInt(fits ? 9 - sum : 9) * USDT);
        const left = [3, 5, 6].map((count, at) => (fits ? count - counts[at]! : count));
        expect(await Promise.all(goods.map(stockOf))).toEqual(left);
      }),
      { numRuns: runsHere(30) },
    );
  });
});
