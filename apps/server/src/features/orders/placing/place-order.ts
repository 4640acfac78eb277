import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { formatBalance, parseMicro, type Input, type Order } from '@portside/contract';
import { requireUser, systemActor } from '../../../platform/actor.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { inShortTransaction, type Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { indexesFirst, type Db } from '../../../platform/db/db.ts';
import { combinedWrites, combineQueries, pipeline, query, send } from '../../../platform/db/pipeline.ts';
import { mailsToQueue } from '../../../platform/mail/outbox.sql.ts';
import { reportOrderBatch } from '../../../platform/order-batches.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { commissionMicro, commissionTermsOf, type CommissionTerms } from '../../agents/index.ts';
import { offersOf, type Offer } from '../../goods/index.ts';
import { recordCommissions, recordSales, spendableBalances, type Commission } from '../../ledger/index.ts';
import { retentionDays, settingQuery } from '../../settings/index.ts';
import { freeRanges, rangeSplitLocks, shortenRanges, type LockMode } from '../../stock/index.ts';
import { buyersOf } from '../../users/index.ts';
import { makeOrderNos } from '../order-no.ts';
import { presentOrder, publishOrder } from '../orders.present.ts';
import {
  DELIVERY_MAIL,
  earlierOrders,
  ID_BLOCK,
  insertOrders,
  nextOrderIds,
  type NewOrder,
  type OrderRow,
} from '../orders.sql.ts';
import { decideOrders, type Decision, type OrderRequest, type Outcome } from './decide-orders.ts';
import { OrderQueue } from './order-queue.ts';
import { lanesOf } from './stock-allocator.ts';

/**
 * Buys accounts from the caller's balance. A repeated idempotency key answers with the same order. Refuses a blocked
 * buyer (accountFrozen), a product that is unknown or off sale, a gender it does not offer, a quantity out of its
 * range, a price other than the one seen, too little balance or stock, and a key used for another order (keyReused).
 */
export async function placeOrder(
  ctx: Ctx,
  { body, idempotencyKey }: Input<'placeOrder'> & { readonly idempotencyKey: string },
): Promise<Order> {
  const { userId } = requireUser(ctx.actor);
  const goodsId = BigInt(body.goods_id);
  const result = await queueOf(ctx, goodsId).submit({
    userId,
    idempotencyKey,
    goodsId,
    quantity: body.quantity,
    gender: body.gender,
    email: body.email ?? null,
    seenPriceMicro: body.unit_price === undefined ? null : parseMicro(body.unit_price),
    hash: hashOf(body),
  });
  if (result instanceof Refusal) throw result;
  crashPoint('order: before answer');
  return presentOrder(result.order, result.goods, ctx.language);
}

function hashOf({ goods_id, quantity, gender, email, unit_price }: Input<'placeOrder'>['body']): bigint {
  const text = JSON.stringify([goods_id, quantity, gender, email, unit_price]);
  return createHash('sha256').update(text).digest().readBigInt64BE();
}

/** An order with its product, so that answering needs no further query. */
type PlacedOrder = { readonly order: OrderRow; readonly goods: Offer };
type Result = PlacedOrder | Refusal;
type Queue = OrderQueue<OrderRequest, Result>;

/**
 * How many queues, and so batches, run at once. Each keeps one core of the database busy beside the core of this
 * process; on two cores one large batch places more orders than two small ones.
 */
const QUEUES = Math.min(4, Math.max(1, availableParallelism() - 1));

const queues = new WeakMap<Db, readonly Queue[]>();

/** Orders for one product share a queue: in two they would only wait for each other's stock. */
function queueOf(ctx: Ctx, goodsId: bigint): Queue {
  const open = queues.get(ctx.db) ?? openQueues(ctx);
  return open[Number(goodsId % BigInt(QUEUES))]!;
}

/** Requests of this process that wait for their batch. */
export const countWaitingOrders = (db: Db): number =>
  (queues.get(db) ?? []).reduce((sum, { waiting }) => sum + waiting, 0);

function openQueues(ctx: Ctx): readonly Queue[] {
  const shared: Ctx = { ...ctx, actor: systemActor('place-order'), requestId: 'order-queue' };
  const run = async (requests: readonly OrderRequest[]) => {
    const since = performance.now();
    const results = await placeBatch(shared, requests);
    const placed = results.filter((result) => !(result instanceof Refusal)).length;
    reportOrderBatch({ size: results.length, placed, seconds: (performance.now() - since) / 1_000 });
    return results;
  };
  const opened = Array.from({ length: QUEUES }, () => new OrderQueue(run, ID_BLOCK));
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

async function attempt(
  ctx: Ctx,
  requests: readonly OrderRequest[],
  lockMode: LockMode,
): Promise<(Result | 'short')[]> {
  const results = await inShortTransaction(ctx, async (inner) => {
    const { decision, ...read } = await decide(inner, requests, lockMode);
    crashPoint('order: decided');
    const placements = decision.outcomes.filter((outcome) => outcome.kind === 'placed');
    const orders = buildOrderRows(placements, read, ctx.clock.now());
    const last = orders.length === 0 ? null : sendWrites(inner, orders, decision, read);
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
  readonly goods: ReadonlyMap<bigint, Offer>;
  readonly commissions: ReadonlyMap<bigint, CommissionTerms>;
  /** One for each request. */
  readonly ids: readonly bigint[];
  readonly retentionDays: number;
};

const usingIndexes = query(indexesFirst, () => undefined);

/**
 * Reads and locks in one order for everybody (users by id, range splits by product, then ranges), so that no two
 * batches deadlock. Keys are read after the users' locks and so see what another process has just committed under the
 * same key; ranges are locked twice, because only the second statement sees those created while the first one waited.
 */
async function decide(
  { db }: Ctx,
  requests: readonly OrderRequest[],
  lockMode: LockMode,
): Promise<{ decision: Decision } & BatchReads> {
  const userIds = [...new Set(requests.map((request) => request.userId))];
  const goodsIds = [...new Set(requests.map((request) => request.goodsId))];
  const lanes = requests.flatMap(lanesOf);
  const ranges = freeRanges(lanes, lockMode);
  if (lockMode === 'waitForAll')
    await pipeline(db, usingIndexes, spendableBalances(userIds), rangeSplitLocks(lanes), ranges);
  const [, balances, earlier, seen] = await pipeline(
    db,
    usingIndexes,
    spendableBalances(userIds),
    earlierOrders(requests),
    combineQueries({
      buyers: buyersOf(userIds),
      commissions: commissionTermsOf(userIds),
      goods: offersOf(goodsIds),
      ids: nextOrderIds(requests.length),
      retentionDays: settingQuery(retentionDays),
      ranges,
    }),
  );
  const snapshot = { ...seen, balances, earlier, sawAllStock: lockMode === 'waitForAll' };
  return { decision: decideOrders(requests, snapshot), ...seen };
}

/** Returns the answer to the writes without waiting for it. */
function sendWrites(
  { db }: Ctx,
  orders: readonly NewOrder[],
  { ranges }: Decision,
  { commissions }: BatchReads,
): Promise<unknown> {
  const now = orders[0]!.created_at;
  const sales = orders.map(({ id, user_id, total_micro }) => ({
    orderId: id,
    userId: user_id,
    totalMicro: total_micro,
  }));
  const mails = orders.map(({ id, email }) => ({ kind: DELIVERY_MAIL, reference: id, recipient: email }));
  return send(
    db,
    combinedWrites([
      ...shortenRanges(ranges),
      ...recordSales(sales, now),
      ...recordCommissions(computeCommissions(orders, commissions), now),
      ...insertOrders(orders),
      mailsToQueue(mails, now),
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
    const balance = formatBalance(balanceMicro);
    ctx.live.publish({ to: request.userId, name: 'balance', data: { balance } });
    publishOrder(ctx, orders[index]!);
  });
}

function resultOf(
  outcome: Outcome,
  decision: Decision,
  orders: ReadonlyMap<Outcome, OrderRow>,
  goods: ReadonlyMap<bigint, Offer>,
): Result | 'short' {
  if (outcome.kind === 'short') return 'short';
  if (outcome.kind === 'refused') return new Refusal(outcome.reason);
  if (outcome.kind === 'sameAs')
    return resultOf(decision.outcomes[outcome.position]!, decision, orders, goods);
  const order = outcome.kind === 'repeated' ? outcome.order : orders.get(outcome)!;
  return { order, goods: goods.get(order.goods_id)! };
}

type Placement = Extract<Outcome, { kind: 'placed' }>;

/** In the order of their placements. */
function buildOrderRows(
  placements: readonly Placement[],
  { goods, ids, retentionDays }: BatchReads,
  now: Date,
): NewOrder[] {
  const numbers = makeOrderNos(now, placements.length);
  return placements.map(({ request, ...placed }, index) => ({
    id: ids[index]!,
    order_no: numbers[index]!,
    user_id: request.userId,
    goods_id: request.goodsId,
    quantity: request.quantity,
    gender: request.gender,
    unit_price_micro: placed.unitPriceMicro,
    total_micro: placed.totalMicro,
    status: 'processing',
    email: placed.email,
    delivery_state: 'queued',
    delivery_failure: null,
    resends: 0,
    idempotency_key: request.idempotencyKey,
    request_hash: request.hash,
    created_at: now,
    accounts_delete_at: new Date(now.getTime() + retentionDays * DAY_MS),
    accounts_deleted_at: null,
    warranty_hours: goods.get(request.goodsId)!.warranty_hours,
    refunded_quantity: 0,
    items: placed.items,
  }));
}

/** The commission of each order whose buyer has an agent; one that rounds down to zero is left out. */
const computeCommissions = (
  orders: readonly OrderRow[],
  terms: ReadonlyMap<bigint, CommissionTerms>,
): Commission[] =>
  orders.flatMap(({ id, user_id, total_micro }) => {
    const own = terms.get(user_id);
    const amountMicro = own ? commissionMicro(total_micro, own) : 0n;
    return own && amountMicro > 0n ? [{ orderId: id, account: own.account, amountMicro }] : [];
  });
