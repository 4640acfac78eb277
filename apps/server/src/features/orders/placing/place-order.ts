import { availableParallelism } from 'node:os';
import type { Order } from '@portside/contract';
import { actingKey, requireUser, systemActor } from '../../../platform/actor.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { inShortTransaction, type Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { indexesFirst, type Db } from '../../../platform/db/db.ts';
import {
  combinedWrites,
  combineQueries,
  pipeline,
  query,
  send,
  type Write,
} from '../../../platform/db/pipeline.ts';
import { mailsToQueue } from '../../../platform/mail/outbox.sql.ts';
import { reportOrderBatch } from '../../../platform/order-batches.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  commissionTermsOf,
  computeCommissions,
  countAgentSales,
  type CommissionTerms,
} from '../../agents/index.ts';
import { offersOf, type Offer } from '../../goods/index.ts';
import { publishBalance, recordCommissions, recordSales, spendableBalances } from '../../ledger/index.ts';
import {
  allLevels,
  lockedCoupons,
  offersFor,
  PriceBook,
  recordCouponUses,
  type OrderCoupon,
} from '../../prices/index.ts';
import { retentionDays, settingQuery } from '../../settings/index.ts';
import { freeRanges, rangeSplitLocks, shortenRanges, type LockMode } from '../../stock/index.ts';
import { buyersOf, codeTriesOf, countCodeTries } from '../../users/index.ts';
import { makeOrderNos } from '../order-no.ts';
import { presentOrder, publishOrder } from '../orders.present.ts';
import {
  DELIVERY_MAIL,
  earlierOrders,
  ID_BLOCK,
  insertOrders,
  referredOrders,
  spentByKeys,
  nextOrderIds,
  readBought,
  readCouponBuyers,
  readEarlierOrders,
  type NewOrder,
  type OrderRow,
} from '../orders.sql.ts';
import {
  decideOrders,
  refusalOf,
  requestOf,
  type Decision,
  type OrderRequest,
  type Outcome,
  type Placing,
} from './decide-orders.ts';
import { OrderQueue } from './order-queue.ts';
import { lanesOf } from './stock-allocator.ts';

/**
 * Buys accounts from the caller's balance. A repeated idempotency key answers with the same order. Refuses a blocked
 * buyer (accountFrozen), a product that is unknown, off sale or not for this buyer, a gender it does not offer, a
 * quantity out of its range or beyond what a buyer may have (buyerLimitReached, dailyLimitReached), a coupon by one of
 * its rules (`couponFault`; tooManyTries after ten unknown ones), a price other than the one seen or a total above it
 * (priceChanged), too little balance or stock, more than the API key may spend today (apiKeyLimitReached), another
 * address than the buyer's by a key that does not read accounts (apiKeyScopeMissing), a reference of another order
 * (referenceUsed), a callback that cannot be (parameterError), and a key used for another order (keyReused).
 */
export async function placeOrder(ctx: Ctx, placing: Placing): Promise<Order> {
  const { userId } = requireUser(ctx.actor);
  const { callback_url: url, goods_id: id } = placing.body;
  if (url !== undefined)
    await ctx.events.announce(ctx, 'callbacksNamed', { callbacks: [{ field: 'callback_url', url }] });
  const request = { ...requestOf(userId, placing), apiKey: actingKey(ctx.actor) };
  const result = await queueOf(ctx, BigInt(id)).submit(request);
  if (result instanceof Refusal) throw result;
  ctx.log.debug({ order: result.order.order_no }, 'order placed');
  crashPoint('order: before answer');
  return presentOrder(result.order, result.goods, ctx.language);
}

/** An order with its product, so that answering needs no further query. */
type PlacedOrder = { readonly order: OrderRow; readonly goods: Offer };
type Result = PlacedOrder | Refusal;

/** Orders of one buyer that are placed together or not at all, and what is written with them. */
type Basket = { readonly requests: readonly OrderRequest[]; readonly writes: readonly Write[] };
/** Without a refusal, all were placed; an order that another one's refusal withheld is null. */
type BasketResult = readonly (Result | null)[];

type Queues = {
  readonly byGoods: readonly OrderQueue<OrderRequest, Result>[];
  readonly baskets: OrderQueue<Basket, BasketResult>;
};

/** Batches at once: each keeps a core of the database busy beside this process's own; two cores do better with one. */
const QUEUES = Math.min(4, Math.max(1, availableParallelism() - 1));

const queues = new WeakMap<Db, Queues>();
const queuesOf = (ctx: Ctx): Queues => queues.get(ctx.db) ?? openQueues(ctx);

/** Orders for one product share a queue: in two they would only wait for each other's stock. */
const queueOf = (ctx: Ctx, goodsId: bigint): OrderQueue<OrderRequest, Result> =>
  queuesOf(ctx).byGoods[Number(goodsId % BigInt(QUEUES))]!;

/** Requests of this process that wait for their batch. */
export function countWaitingOrders(db: Db): number {
  const open = queues.get(db);
  return open ? [...open.byGoods, open.baskets].reduce((sum, { waiting }) => sum + waiting, 0) : 0;
}

/**
 * Places orders of one buyer in one transaction with these writes, or none of them. The results are those of the
 * requests, in their order: placed, or repeated; where one is refused, null for those that were not.
 */
export const placeTogether = (ctx: Ctx, basket: Basket): Promise<BasketResult> =>
  queuesOf(ctx).baskets.submit(basket);

function openQueues(ctx: Ctx): Queues {
  const shared: Ctx = {
    ...ctx,
    actor: systemActor('place-order'),
    log: ctx.processLog,
    requestId: 'order-queue',
    address: '',
    language: 'en',
  };
  const warn = (words: string) => (err: unknown, orders?: number) => shared.log.warn({ err, orders }, words);
  const uncounted = warn('unknown coupons were not counted');
  const report = async <R extends Result | null>(
    requests: readonly OrderRequest[],
    placing: Promise<readonly R[]>,
  ) => {
    const since = performance.now();
    const results = await placing;
    const reasons = results.map((result) => (result instanceof Refusal ? result.reason : null));
    const placed = results.filter((result, at) => result !== null && reasons[at] === null).length;
    reportOrderBatch({ size: results.length, placed, seconds: (performance.now() - since) / 1_000 });
    // Of guesses in many calls at once, the next batch counts these. Orders are answered all the same.
    const guessers = requests.filter((_, at) => reasons[at] === 'couponUnknown').map(({ userId }) => userId);
    await countCodeTries(shared.db, 'coupon', guessers, shared.clock.now()).catch(uncounted);
    return results;
  };
  const run = (requests: readonly OrderRequest[]) => report(requests, placeBatch(shared, requests));
  const runBasket = async ([basket]: readonly Basket[]) => [
    await report(basket!.requests, placeBasket(shared, basket!)),
  ];
  const onFailed = warn('a batch of orders failed; each is tried alone');
  const opened = {
    byGoods: Array.from({ length: QUEUES }, () => new OrderQueue(run, ID_BLOCK, onFailed)),
    // One at a time, in a transaction of its own: what a refused one gives back the next may have.
    baskets: new OrderQueue(runBasket, 1),
  };
  queues.set(ctx.db, opened);
  return opened;
}

/**
 * Places all the orders in one transaction, each with an outcome of its own: charge, ledger movements, items, order
 * and delivery e-mail are committed together, or nothing is. Orders that came out short while others held some of the
 * stock are decided again, in a second transaction that waits for all of it. Results are in the order of the requests.
 */
async function placeBatch(ctx: Ctx, requests: readonly OrderRequest[]): Promise<Result[]> {
  const results = await attempt(ctx, requests, 'skipLocked');
  const short = requests.filter((_, index) => results[index] === 'short');
  const second = short.length === 0 ? [] : await attempt(ctx, short, 'waitForAll');
  return results.map((result) => (result === 'short' ? second.shift()! : result) as Result);
}

/** Places all orders of a basket, or none. Only where one came out short is it decided again, with all of the stock. */
async function placeBasket(ctx: Ctx, basket: Basket): Promise<BasketResult> {
  const { requests } = basket;
  const first = await attempt(ctx, requests, 'skipLocked', basket);
  const isSure = first.some((result) => result instanceof Refusal) || !first.includes('short');
  const results = isSure ? first : await attempt(ctx, requests, 'waitForAll', basket);
  return results.map((result) => (typeof result === 'string' ? null : result));
}

/** With a basket, all of its orders or none. */
async function attempt(
  ctx: Ctx,
  requests: readonly OrderRequest[],
  lockMode: LockMode,
  basket?: Basket,
): Promise<(Result | 'short' | 'withheld')[]> {
  const results = await inShortTransaction(ctx, async (inner) => {
    const { decision, ...read } = await decide(inner, requests, lockMode, basket !== undefined);
    crashPoint('order: decided');
    const placements = decision.outcomes.filter((outcome) => outcome.kind === 'placed');
    const orders = buildOrderRows(placements, read);
    const last = orders.length === 0 ? null : sendWrites(inner, orders, decision, read, basket?.writes);
    if (orders.length > 0) await announce(inner, placements, orders);
    // By then the socket has all of it, COMMIT included.
    setImmediate(() => crashPoint('order: sent'));
    const placed = new Map<Outcome, OrderRow>(placements.map((outcome, index) => [outcome, orders[index]!]));
    const result = decision.outcomes.map((outcome) => resultOf(outcome, decision, placed, read.goods));
    return { result, last };
  });
  crashPoint('order: after commit');
  return results;
}

type BatchReads = {
  readonly buyers: ReadonlyMap<bigint, { readonly agentId: bigint | null; readonly levelId: bigint | null }>;
  readonly goods: ReadonlyMap<bigint, Offer>;
  readonly commissions: ReadonlyMap<bigint, CommissionTerms>;
  /** By code. */
  readonly coupons: ReadonlyMap<string, OrderCoupon>;
  /** One for each request. */
  readonly ids: readonly bigint[];
  readonly retentionDays: number;
  /** When it was decided: of what was read, promotions and coupons are looked at as of this moment. */
  readonly now: Date;
};

const usingIndexes = query(indexesFirst, () => undefined);

/**
 * Reads and locks in one order for everybody (users by id, coupons by id, range splits by product, then ranges), so
 * that no two batches deadlock. Keys are read after the users' locks and so see what another process has just committed
 * under the same key; ranges are locked twice, because only the second statement sees those created while the first one
 * waited.
 */
async function decide(
  { db, clock }: Ctx,
  requests: readonly OrderRequest[],
  lockMode: LockMode,
  isTogether: boolean,
): Promise<{ decision: Decision } & BatchReads> {
  const userIds = [...new Set(requests.map((request) => request.userId))];
  const goodsIds = [...new Set(requests.map((request) => request.goodsId))];
  const lanes = requests.flatMap(lanesOf);
  const ranges = freeRanges(lanes, lockMode);
  const asking = requests.flatMap(({ userId, coupon }) => (coupon === null ? [] : [{ userId, coupon }]));
  const codes = [...new Set(asking.map(({ coupon }) => coupon))];
  const askers = [...new Set(asking.map((request) => request.userId))];
  const locked = lockedCoupons(codes);
  if (lockMode === 'waitForAll')
    await pipeline(db, usingIndexes, spendableBalances(userIds), locked, rangeSplitLocks(lanes), ranges);
  const [, balances, { coupons, earlierIds, ...seen }] = await pipeline(
    db,
    usingIndexes,
    spendableBalances(userIds),
    combineQueries({
      coupons: locked,
      earlierIds: earlierOrders(requests),
      buyers: buyersOf(userIds),
      commissions: commissionTermsOf(userIds, clock.now()),
      goods: offersOf(goodsIds),
      levels: allLevels,
      offers: offersFor(requests, clock.now()),
      spent: spentByKeys(requests, clock.now()),
      referred: referredOrders(requests),
      couponTries: codeTriesOf('coupon', askers, clock.now()),
      ids: nextOrderIds(requests.length),
      retentionDays: settingQuery(retentionDays),
      ranges,
    }),
  );
  const earlier = await readEarlierOrders(db, earlierIds);
  const couponBuyers = await readCouponBuyers(db, coupons, asking);
  const bought = await readBought(db, seen.goods, requests, clock.now());
  const now = clock.now();
  const prices = new PriceBook(seen);
  const snapshot = {
    ...seen,
    ...couponBuyers,
    coupons,
    balances,
    earlier,
    bought,
    prices,
    now,
    sawAllStock: lockMode === 'waitForAll',
  };
  return { decision: decideOrders(requests, snapshot, isTogether), ...seen, coupons, now };
}

/** Returns the answer to the writes without waiting for it. */
function sendWrites(
  { db }: Ctx,
  orders: readonly NewOrder[],
  { ranges }: Decision,
  { commissions, coupons, now }: BatchReads,
  further: readonly Write[] = [],
): Promise<unknown> {
  const sales = orders.map((one) => ({ orderId: one.id, userId: one.user_id, totalMicro: one.total_micro }));
  const couponUses = orders.flatMap(({ id, user_id, coupon_id, discount_micro }) =>
    coupon_id === null
      ? []
      : [{ orderId: id, couponId: coupon_id, userId: user_id, discountMicro: discount_micro }],
  );
  const sold = computeCommissions(orders, commissions);
  const mails = orders.map(({ id, email }) => ({ kind: DELIVERY_MAIL, reference: id, recipient: email }));
  return send(
    db,
    combinedWrites([
      ...shortenRanges(ranges),
      ...recordSales(sales, now),
      ...recordCommissions(sold, now),
      ...countAgentSales(sold, now),
      ...insertOrders(orders),
      ...recordCouponUses(couponUses, coupons, now),
      mailsToQueue(mails, now),
      ...further,
    ]),
  );
}

async function announce(
  ctx: Ctx,
  placements: readonly Placement[],
  orders: readonly NewOrder[],
): Promise<void> {
  const placed = orders.map(({ id, order_no, user_id, quantity, created_at }) => ({
    id,
    orderNo: order_no,
    userId: user_id,
    quantity,
    createdAt: created_at,
  }));
  await ctx.events.announce(ctx, 'ordersPlaced', { orders: placed });
  ctx.live.changed('stock');
  placements.forEach(({ request, balanceMicro }, index) => {
    publishBalance(ctx, request.userId, balanceMicro);
    publishOrder(ctx, orders[index]!);
  });
}

function resultOf(
  outcome: Outcome,
  decision: Decision,
  orders: ReadonlyMap<Outcome, OrderRow>,
  goods: ReadonlyMap<bigint, Offer>,
): Result | 'short' | 'withheld' {
  if (outcome.kind === 'short' || outcome.kind === 'withheld') return outcome.kind;
  if (outcome.kind === 'refused') return refusalOf(outcome, decision, orders);
  if (outcome.kind === 'sameAs')
    return resultOf(decision.outcomes[outcome.position]!, decision, orders, goods);
  const order = outcome.kind === 'repeated' ? outcome.order : orders.get(outcome)!;
  return { order, goods: goods.get(order.goods_id)! };
}

type Placement = Extract<Outcome, { kind: 'placed' }>;

/** In the order of their placements. */
function buildOrderRows(
  placements: readonly Placement[],
  { buyers, commissions, goods, ids, retentionDays, now }: BatchReads,
): NewOrder[] {
  const numbers = makeOrderNos(now, placements.length);
  return placements.map(({ request, ...placed }, index) => ({
    id: ids[index]!,
    order_no: numbers[index]!,
    user_id: request.userId,
    goods_id: request.goodsId,
    quantity: request.quantity,
    gender: request.gender,
    unit_price_micro: placed.quote.unitMicro,
    total_micro: placed.quote.totalMicro,
    list_price_micro: placed.quote.listMicro,
    price_source: placed.quote.why.source,
    price_source_id: placed.quote.why.id,
    coupon_id: placed.couponId,
    discount_micro: placed.quote.discountMicro,
    status: 'processing',
    email: placed.email,
    delivery_state: 'queued',
    delivery_failure: null,
    mail_unconfirmed: false,
    resends: 0,
    idempotency_key: request.idempotencyKey,
    request_hash: request.hash,
    created_at: now,
    accounts_delete_at: new Date(now.getTime() + retentionDays * DAY_MS),
    accounts_deleted_at: null,
    warranty_hours: goods.get(request.goodsId)!.warranty_hours,
    refunded_quantity: 0,
    reference: request.reference ?? null,
    api_key_id: request.apiKey?.id ?? null,
    agent_id: buyers.get(request.userId)?.agentId ?? 0n,
    counts_for_agent: commissions.has(request.userId),
    level_id: buyers.get(request.userId)?.levelId ?? 0n,
    items: placed.items,
    callbackUrl: request.callbackUrl ?? null,
  }));
}
