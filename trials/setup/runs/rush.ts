import type { Gender, Order } from '@portside/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import { placeOrder } from '../../../apps/server/src/features/orders/index.ts';
import type { StockGender } from '../../../apps/server/src/features/stock/index.ts';
import { setUserStatus } from '../../../apps/server/src/features/users/index.ts';
import type { Ctx } from '../../../apps/server/src/platform/context.ts';
import { Refusal } from '../../../apps/server/src/platform/refusal.ts';
import { buildBuyer, buildGoods, stockUp, type TestBuyer } from '../../../apps/server/src/testing/build.ts';
import type { Random } from '../random.ts';

/** A requested order and its answers: an order number, or why there is none. */
export type AskedOrder = {
  readonly buyer: TestBuyer;
  readonly key: string;
  readonly quantity: number;
  readonly gender: Gender;
  /** What is wrong with it; null if only money or stock can prevent it. */
  readonly wrong: 'price' | 'quantity' | 'gender' | null;
  readonly answers: Answer[];
};
type Answer =
  | { readonly kind: 'placed'; readonly orderNo: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly message: string };

export type Rush = {
  readonly goodsId: bigint;
  readonly stock: number;
  readonly asked: readonly AskedOrder[];
  /** Before the first order. */
  readonly frozen: ReadonlySet<bigint>;
  readonly frozenMeanwhile: ReadonlySet<bigint>;
};

export const PRICE_MICRO = 50_000n;
const MOST_AN_ORDER = 5;
/** Male and female items are also sold as random; female ones cannot be chosen. */
const STOCK: readonly (readonly [StockGender, number])[] = [
  ['unspecified', 250],
  ['male', 150],
  ['female', 100],
];
/** Numbers of imports; the larger ones exceed the first read. */
const CUTS = [1, 1, 4, 10, 80];
const RICH_MICRO = 10_000_000n;
const POOR_MICRO = 6n * PRICE_MICRO;
const LATEST_START_MS = 30;

/** Lets all buyers order at once through all engines; some cannot pay, some are frozen, some orders are invalid. */
export async function runRush(engines: readonly Ctx[], count: number, random: Random): Promise<Rush> {
  const ctx = engines[0]!;
  const goodsId = await buildGoods(ctx, {
    price_micro: PRICE_MICRO,
    max_quantity: MOST_AN_ORDER,
    genders: ['random', 'male'],
  });
  const cuts = random.pick(CUTS);
  for (const [gender, count] of STOCK)
    for (let cut = 0; cut < cuts; cut += 1)
      await stockUp(
        ctx,
        goodsId,
        Math.floor(((cut + 1) * count) / cuts) - Math.floor((cut * count) / cuts),
        gender,
      );

  const funds = Array.from({ length: count }, () => (random.chance(0.15) ? POOR_MICRO : RICH_MICRO));
  const buyers = await Promise.all(funds.map((micro) => buildBuyer(ctx, micro)));
  const frozen = new Set(buyers.filter(() => random.chance(0.05)).map(({ id }) => id));
  for (const id of frozen) await setUserStatus(ctx, id, 'frozen');
  const frozenMeanwhile = new Set(
    random
      .shuffle(buyers)
      .slice(0, 2)
      .map(({ id }) => id),
  );
  // With two orders per buyer some stock is left, so none may get "sold out"; four exceed it.
  const each = random.chance(0.5) ? 2 : 4;
  const asked = buyers.flatMap((buyer) => Array.from({ length: each }, () => newAsked(buyer, random)));
  await Promise.all([
    ...asked.map((one) => ask(engines, goodsId, one, random)),
    ...[...frozenMeanwhile].map(async (id) => {
      await sleep(random.below(LATEST_START_MS));
      await setUserStatus(random.pick(engines), id, 'frozen');
    }),
  ]);
  return { goodsId, stock: STOCK.reduce((sum, [, count]) => sum + count, 0), asked, frozen, frozenMeanwhile };
}

function newAsked(buyer: TestBuyer, random: Random): AskedOrder {
  const wrong = random.chance(0.1) ? random.pick(['price', 'quantity', 'gender'] as const) : null;
  const quantity = wrong === 'quantity' ? MOST_AN_ORDER + 1 : 1 + random.below(MOST_AN_ORDER);
  const gender = wrong === 'gender' ? 'female' : random.chance(0.2) ? 'male' : 'random';
  return { buyer, key: random.id(), quantity, gender, wrong, answers: [] };
}

/** By one engine, or by two at once with the same key. */
async function ask(
  engines: readonly Ctx[],
  goodsId: bigint,
  asked: AskedOrder,
  random: Random,
): Promise<void> {
  const asks = random.shuffle(engines).slice(0, random.chance(0.15) ? 2 : 1);
  const unitPrice = asked.wrong === 'price' ? '0.04' : '0.05';
  await sleep(random.below(LATEST_START_MS));
  const { quantity, gender, key } = asked;
  const body = { goods_id: String(goodsId), quantity, gender, unit_price: unitPrice };
  const answers = asks.map((engine) => order(engine, asked.buyer, body, key));
  asked.answers.push(
    ...(await Promise.all(answers)).map((answer) => ('order' in answer ? placed(answer) : answer)),
  );
}

const placed = ({ order }: { order: Order }): Answer => ({ kind: 'placed', orderNo: order.order_no });

type Body = Parameters<typeof placeOrder>[1]['body'];

/** The whole order, or why there is none. */
export async function order(
  engine: Ctx,
  buyer: TestBuyer,
  body: Body,
  idempotencyKey: string,
): Promise<{ readonly order: Order } | Exclude<Answer, { kind: 'placed' }>> {
  try {
    const ctx = { ...engine, actor: buyer.ctx.actor };
    return { order: await placeOrder(ctx, { body, idempotencyKey }) };
  } catch (error) {
    return error instanceof Refusal
      ? { kind: 'refused', reason: error.reason }
      : { kind: 'failed', message: String(error) };
  }
}
