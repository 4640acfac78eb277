import { DAY_MS } from '../../../platform/clock.ts';
import { formatBalance } from '@portside/contract';
import { inShortTransaction, type Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { indexesFirst } from '../../../platform/db/db.ts';
import {
  combinedWrites,
  combineQueries,
  pipeline,
  prepareToSend,
  query,
} from '../../../platform/db/pipeline.ts';
import { mailsToQueue } from '../../../platform/mail/outbox.sql.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { commissionTermsOf, type CommissionTerms, commissionMicro } from '../../agents/index.ts';
import { offersOf, type Offer } from '../../goods/index.ts';
import { recordCommissions, recordSales, spendableBalances, type Commission } from '../../ledger/index.ts';
import { settingOf } from '../../settings/index.ts';
import {
  freeRanges,
  rangeSplitLocks,
  shortenRanges,
  type FreeRange,
  type LockMode,
} from '../../stock/index.ts';
import { buyersOf } from '../../users/index.ts';
import { DELIVERY_MAIL } from '../delivery/queue-delivery.ts';
import { earlierOrders, insertOrders, nextOrderIds, type NewOrder, type OrderRow } from '../orders.sql.ts';
import { decideOrders, type Decision, type OrderRequest, type Outcome } from './decide-orders.ts';
import { ALONE, type Line } from './order-queue.ts';
import { laneKey, lanesOf } from './stock-allocator.ts';
import { makeOrderNos } from '../order-no.ts';

/** An order with its product, so that answering needs no further query. */
type PlacedOrder = { readonly order: OrderRow; readonly goods: Offer };
export type BatchResult = PlacedOrder | Refusal;

const usingIndexes = query(indexesFirst, () => undefined);

/**
 * What a batch leaves to the next, which may begin once this one is decided and sent: the stock it took from, by
 * lane, as it will be after its commit. The next one takes from there without a lock and without reading it again,
 * sends nothing before `committed`, and fails where that is false or another process has changed the stock meanwhile.
 */
export type BatchAhead = {
  readonly stock: ReadonlyMap<string, readonly FreeRange[]>;
  readonly committed: Promise<boolean>;
};

/**
 * Places all the orders in one transaction, each with an outcome of its own: charge, ledger movements, items, order
 * and delivery e-mail are committed together, or nothing is. Those that came out short while others held some of the
 * stock are decided again, in a second transaction that waits for all of it. Results are in the order of the requests.
 * No buyer may also be in the batch ahead.
 */
export async function placeOrderBatch(
  ctx: Ctx,
  requests: readonly OrderRequest[],
  line: Line<BatchAhead>,
): Promise<BatchResult[]> {
  const results = await attempt(ctx, requests, 'skipLocked', line);
  const short = requests.filter((_, index) => results[index] === 'short');
  const second = short.length === 0 ? [] : await attempt(ctx, short, 'waitForAll', ALONE);
  return results.map((result) => (result === 'short' ? second.shift()! : result) as BatchResult);
}

async function attempt(
  ctx: Ctx,
  requests: readonly OrderRequest[],
  lockMode: LockMode,
  { ahead, pass }: Line<BatchAhead>,
): Promise<(BatchResult | 'short')[]> {
  const { promise: committed, resolve: settle } = Promise.withResolvers<boolean>();
  let tries = 0;
  try {
    const results = await inShortTransaction(ctx, async (inner) => {
      tries += 1;
      // The next batch was given the result of a try that failed.
      if (tries > 1) settle(false);
      const before = tries === 1 ? ahead : null;
      const { decision, ...read } = await decide(inner, requests, lockMode, before);
      const placements = decision.outcomes.filter((outcome) => outcome.kind === 'placed');
      const orders = buildOrderRows(placements, { ...read, now: ctx.clock.now() });
      const writing = prepareWrites(inner, orders, decision.ranges, read, before !== null);
      if (before && !(await before.committed)) throw new Error('the batch before this one was not committed');
      crashPoint('order: decided');
      const { last } = await send(inner, placements, orders, writing);
      if (tries === 1) pass(() => ({ stock: decision.left(), committed }));
      const placed = new Map(placements.map((placement, index) => [placement as Outcome, orders[index]!]));
      const result = decision.outcomes.map((outcome) =>
        resultOf(outcome, decision.outcomes, placed, read.goods),
      );
      return { result, last };
    });
    settle(true);
    crashPoint('order: after commit');
    return results;
  } finally {
    settle(false);
  }
}

type Writing = ReturnType<typeof prepareToSend>;

type BatchReads = {
  readonly goods: Map<bigint, Offer>;
  readonly commissions: Map<bigint, CommissionTerms>;
  readonly ids: readonly bigint[];
  readonly deleteAt: Date;
};

/**
 * Reads and locks in one order for everybody (users by id, range splits by product, then ranges), so that no two
 * batches deadlock. Keys are read after the users' locks and so see what another process has just committed under the
 * same key; ranges are locked twice, because only the second statement sees those created while the first one waited.
 */
async function decide(
  { db, clock }: Ctx,
  requests: readonly OrderRequest[],
  lockMode: LockMode,
  ahead: BatchAhead | null,
): Promise<{ decision: Decision } & BatchReads> {
  const userIds = [...new Set(requests.map((request) => request.userId))];
  const goodsIds = [...new Set(requests.map((request) => request.goodsId))];
  const lanes = requests.flatMap(lanesOf);
  const taken = ahead === null ? [] : stockFor(requests, ahead.stock);
  const isTaken = new Set(taken.map(laneKey));
  const ranges = freeRanges(
    lanes.filter((lane) => !isTaken.has(laneKey(lane))),
    lockMode,
  );
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
      retentionDays: settingOf('retentionDays'),
      ranges,
    }),
  );
  const decision = decideOrders(requests, {
    ...seen,
    ranges: [...taken, ...seen.ranges],
    balances,
    earlier,
    sawAllStock: lockMode === 'waitForAll',
  });
  const deleteAt = new Date(clock.now().getTime() + seen.retentionDays * DAY_MS);
  return { decision, ...seen, deleteAt };
}

/** Of the stock that the batch ahead leaves, the lanes with enough for all who want them. */
function stockFor(requests: readonly OrderRequest[], stock: BatchAhead['stock']): FreeRange[] {
  const wanted = new Map<string, bigint>();
  for (const request of requests)
    for (const key of lanesOf(request).map(laneKey))
      wanted.set(key, (wanted.get(key) ?? 0n) + BigInt(request.quantity));
  return [...wanted].flatMap(([key, quantity]) => {
    const ranges = stock.get(key) ?? [];
    const free = ranges.reduce((sum, { nextId, endId }) => sum + (endId - nextId), 0n);
    return free < quantity ? [] : ranges;
  });
}

/** Nothing where no order was placed. */
function prepareWrites(
  { db }: Ctx,
  orders: readonly NewOrder[],
  ranges: Decision['ranges'],
  { commissions, deleteAt }: BatchReads,
  isTakenUnlocked: boolean,
): Writing | null {
  if (orders.length === 0) return null;
  const now = orders[0]!.created_at;
  return prepareToSend(
    db,
    combinedWrites([
      ...shortenRanges(ranges, isTakenUnlocked ? 'skipLocked' : 'locked'),
      ...recordSales(
        orders.map((order) => ({ orderId: order.id, userId: order.user_id, totalMicro: order.total_micro })),
        now,
      ),
      ...recordCommissions(computeCommissions(orders, commissions), now),
      ...insertOrders(orders, { createdAt: now, deleteAt }),
      mailsToQueue(
        orders.map((order) => ({ kind: DELIVERY_MAIL, reference: order.id, recipient: order.email })),
        now,
      ),
    ]),
  );
}

/** Sends the writes, and what listeners add; answers the writes' answer, not waited for. */
async function send(
  ctx: Ctx,
  placements: readonly Placement[],
  orders: readonly NewOrder[],
  writing: Writing | null,
): Promise<{ last: Promise<unknown> | null }> {
  if (writing === null) return { last: null };
  const last = writing.send();
  await ctx.events.announce(ctx, 'ordersPlaced', { orders: orders.map(toEventPayload) });
  ctx.live.changed('stock');
  placements.forEach((placement, index) => publish(ctx, placement, orders[index]!));
  // By then the socket has it all, COMMIT included.
  setImmediate(() => crashPoint('order: sent'));
  return { last };
}

function publish({ live }: Ctx, placement: Placement, order: OrderRow): void {
  const balance = formatBalance(placement.balanceMicro);
  live.publish({ to: order.user_id, name: 'balance', data: { balance } });
  live.publish({ to: order.user_id, name: 'order', data: { order_no: order.order_no } });
}

const toEventPayload = (order: NewOrder) => ({
  id: order.id,
  orderNo: order.order_no,
  userId: order.user_id,
  quantity: order.quantity,
  createdAt: order.created_at,
});

function resultOf(
  outcome: Outcome,
  all: readonly Outcome[],
  orders: ReadonlyMap<Outcome, OrderRow>,
  goods: ReadonlyMap<bigint, Offer>,
): BatchResult | 'short' {
  if (outcome.kind === 'short') return 'short';
  if (outcome.kind === 'refused') return new Refusal(outcome.reason);
  if (outcome.kind === 'sameAs') return resultOf(all[outcome.position]!, all, orders, goods);
  const order = outcome.kind === 'repeated' ? outcome.order : orders.get(outcome)!;
  return { order, goods: goods.get(order.goods_id)! };
}

type Placement = Extract<Outcome, { kind: 'placed' }>;

type BatchFacts = {
  readonly goods: ReadonlyMap<bigint, Offer>;
  /** At least one for each placement. */
  readonly ids: readonly bigint[];
  readonly now: Date;
  readonly deleteAt: Date;
};

/** The rows of a batch's new orders, in the order of their placements. */
function buildOrderRows(
  placements: readonly Placement[],
  { goods, ids, now, deleteAt }: BatchFacts,
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
    resends: 0,
    idempotency_key: request.idempotencyKey,
    request_hash: request.hash,
    created_at: now,
    accounts_delete_at: deleteAt,
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
