import { setImmediate } from 'node:timers/promises';
import { quote, type CouponTerms, type Quote } from '@portside/contract/wire/quote';
import { sql } from 'kysely';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pipeline, runQuery } from '../../../platform/db/pipeline.ts';
import { findGoods, type GoodsRow } from '../../goods/index.ts';
import { buyersOf } from '../../users/index.ts';
import {
  allLevels,
  commonOffersFor,
  ownOffersFor,
  PriceBook,
  type BuyerLevel,
  type ListedOffer,
} from '../price-terms.ts';

const PERIOD_MS = 30 * DAY_MS;
/** The newest orders are enough to judge by, and their prices are computed within a second. */
const MOST_ORDERS = 20_000;
/** Orders whose prices are computed before other calls get their turn. */
const ORDERS_A_TURN = 100;
/** Buyers and products whose own prices are read at a time. */
const WISHES_A_TURN = 2_000;

type Order = {
  readonly goods_id: bigint;
  readonly user_id: bigint;
  readonly quantity: number;
  readonly total_micro: bigint;
  readonly coupon_id: bigint | null;
};

/** What prices follow from, before or after a change. */
export type World = {
  readonly buyers: ReadonlyMap<bigint, { readonly levelId: bigint | null }>;
  readonly levels: ReadonlyMap<bigint, BuyerLevel>;
  readonly offers: readonly ListedOffer[];
  readonly goods: ReadonlyMap<bigint, GoodsRow>;
};

export type Change = {
  /** Whose prices may change; null: any product's. */
  readonly goodsIds: readonly bigint[] | null;
  /** What it is compared with, where that is not the world as it is. */
  readonly before?: (world: World) => World;
  readonly after: (world: World) => World | Promise<World>;
  readonly coupon?: {
    /** What the coupon would take off this order; null if it is not for it. */
    readonly termsFor: (order: Order, world: World) => CouponTerms | null;
    readonly use: (order: Order) => void;
    /** It counts in the world before the change. */
    readonly isTakenAway?: boolean;
  };
};

type Comparison = {
  /** Orders that would cost something else, who placed them, and by how much they would be more. */
  readonly orders: number;
  readonly buyers: number;
  readonly changeMicro: bigint;
  /** All sales of the 30 days, and whether all orders were looked at or only the newest. */
  readonly salesMicro: bigint;
  readonly isWhole: boolean;
};

/** What the orders of the last 30 days would cost after the change, compared with before. */
export async function comparePrices({ db, clock }: Ctx, change: Change): Promise<Comparison> {
  const now = clock.now();
  const newest = await findNewestOrders(db, new Date(now.getTime() - PERIOD_MS));
  const orders = newest.slice(0, MOST_ORDERS);
  const concerned = change.goodsIds === null ? null : new Set(change.goodsIds);
  const asked = orders.filter(({ goods_id: id }) => concerned === null || concerned.has(id));
  const world = await readWorld(db, asked, now);
  const worlds = { before: change.before?.(world) ?? world, after: await change.after(world) };
  return {
    ...(await compareOrders(asked, worlds, change, now)),
    salesMicro: orders.reduce((sum, order) => sum + order.total_micro, 0n),
    isWhole: newest.length <= MOST_ORDERS,
  };
}

/** The oldest order first. */
async function compareOrders(
  orders: readonly Order[],
  { before, after }: { readonly before: World; readonly after: World },
  { coupon }: Change,
  now: Date,
): Promise<Pick<Comparison, 'orders' | 'buyers' | 'changeMicro'>> {
  const [bookBefore, bookAfter] = [new PriceBook(before), new PriceBook(after)];
  const buyers = new Set<bigint>();
  let [changed, changeMicro] = [0, 0n];
  for (const [index, order] of orders.toReversed().entries()) {
    if (index % ORDERS_A_TURN === ORDERS_A_TURN - 1) await setImmediate();
    const { user_id: userId, quantity } = order;
    const quoteIn = (world: World, book: PriceBook, terms: CouponTerms | null): Quote =>
      quote({ ...book.termsOf(userId, world.goods.get(order.goods_id)!), quantity, coupon: terms, now });
    const terms = coupon?.termsFor(order, after) ?? null;
    const [termsBefore, termsAfter] = coupon?.isTakenAway ? [terms, null] : [null, terms];
    const changedQuote = quoteIn(after, bookAfter, termsAfter);
    if (changedQuote.coupon === 'applied') coupon?.use(order);
    const difference = changedQuote.totalMicro - quoteIn(before, bookBefore, termsBefore).totalMicro;
    if (difference === 0n) continue;
    changed += 1;
    changeMicro += difference;
    buyers.add(userId);
  }
  return { orders: changed, buyers: buyers.size, changeMicro };
}

/** The newest first, one more than are looked at. However many there are, so many rows are read. */
async function findNewestOrders(db: Db, since: Date): Promise<Order[]> {
  const { rows } = await sql<Order>`
    select goods_id, user_id, quantity, total_micro, coupon_id
    from (select * from orders order by id desc limit ${MOST_ORDERS + 1}) newest
    where created_at > ${since}
    order by id desc`.execute(db);
  return rows;
}

/** Of buyers' own prices, only those of what they ordered: some have a price for each product. */
async function readWorld(db: Db, orders: readonly Order[], now: Date): Promise<World> {
  const userIds = [...new Set(orders.map((order) => order.user_id))];
  const goodsIds = [...new Set(orders.map((order) => order.goods_id))];
  const [buyers, levels, common] = await pipeline(
    db,
    buyersOf(userIds),
    allLevels,
    commonOffersFor(goodsIds, now),
  );
  const wishes = new Map(
    orders.map(({ user_id: userId, goods_id: goodsId }) => [`${userId} ${goodsId}`, { userId, goodsId }]),
  );
  const offers = [common];
  for (let at = 0; at < wishes.size; at += WISHES_A_TURN)
    offers.push(await runQuery(db, ownOffersFor([...wishes.values()].slice(at, at + WISHES_A_TURN), now)));
  return { buyers, levels, offers: offers.flat(), goods: await findGoods(db, goodsIds) };
}
