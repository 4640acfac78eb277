import { formatBalance } from '@portside/contract';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { indexesFirst } from '../../../platform/db/db.ts';
import { combineQueries, combineWrites, pipeline, query } from '../../../platform/db/pipeline.ts';
import { mailsToQueue } from '../../../platform/mail/outbox.sql.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { commissionTermsOf, type CommissionTerms } from '../../agents/index.ts';
import { offersOf, type Offer } from '../../goods/index.ts';
import { recordCommissions, recordSales, spendableBalances } from '../../ledger/index.ts';
import { settingOf } from '../../settings/index.ts';
import { freeRanges, rangeSplitLocks, shortenRanges, type LockMode } from '../../stock/index.ts';
import { buyersOf } from '../../users/index.ts';
import { DELIVERY_MAIL } from '../delivery/queue-delivery.ts';
import { earlierOrders, insertOrders, nextOrderIds, type NewOrder, type OrderRow } from '../orders.sql.ts';
import { buildOrderRows, type Placement } from './build-order-rows.ts';
import { computeCommissions } from './compute-commissions.ts';
import { decideOrders, type Decision, type OrderRequest, type Outcome } from './decide-orders.ts';
import { lanesOf } from './stock-allocator.ts';

/** An order with its product, so that answering needs no further query. */
export type PlacedOrder = { readonly order: OrderRow; readonly goods: Offer };
export type BatchResult = PlacedOrder | Refusal;

const DAY_MS = 86_400_000;

const usingIndexes = query(indexesFirst, () => undefined);

/**
 * Places all the orders in one transaction, each with an outcome of its own: charge, ledger movements, items, order
 * and delivery e-mail are committed together, or nothing is. Those that came out short while others held some of the
 * stock are decided again, in a second transaction that waits for all of it. Results are in the order of the requests.
 */
export async function placeOrderBatch(ctx: Ctx, requests: readonly OrderRequest[]): Promise<BatchResult[]> {
  const results = await attempt(ctx, requests, 'skipLocked');
  const short = requests.filter((_, index) => results[index] === 'short');
  const second = short.length === 0 ? [] : await attempt(ctx, short, 'waitForAll');
  return results.map((result) => (result === 'short' ? second.shift()! : result) as BatchResult);
}

async function attempt(
  ctx: Ctx,
  requests: readonly OrderRequest[],
  lockMode: LockMode,
): Promise<(BatchResult | 'short')[]> {
  const results = await inTransaction(ctx, async (inner) => {
    const { decision, ...read } = await decide(inner, requests, lockMode);
    crashPoint('order: decided');
    const placements = decision.outcomes.filter((outcome) => outcome.kind === 'placed');
    const orders = new Map(await writeOrders(inner, placements, decision.ranges, read));
    return decision.outcomes.map((outcome) => resultOf(outcome, decision.outcomes, orders, read.goods));
  });
  crashPoint('order: after commit');
  return results;
}

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
      retentionDays: settingOf('retentionDays'),
      ranges,
    }),
  );
  const decision = decideOrders(requests, {
    ...seen,
    balances,
    earlier,
    sawAllStock: lockMode === 'waitForAll',
  });
  const deleteAt = new Date(clock.now().getTime() + seen.retentionDays * DAY_MS);
  return { decision, ...seen, deleteAt };
}

async function writeOrders(
  ctx: Ctx,
  placements: readonly Placement[],
  ranges: Decision['ranges'],
  { goods, commissions, ids, deleteAt }: BatchReads,
): Promise<[Placement, OrderRow][]> {
  if (placements.length === 0) return [];
  const { db, clock } = ctx;
  const now = clock.now();
  const orders = buildOrderRows(placements, { goods, ids, now, deleteAt });
  await combineWrites(db, [
    ...recordSales(
      orders.map((order) => ({ orderId: order.id, userId: order.user_id, totalMicro: order.total_micro })),
      now,
    ),
    ...recordCommissions(computeCommissions(orders, commissions), now),
    ...shortenRanges(ranges),
    ...insertOrders(orders, { createdAt: now, deleteAt }),
    mailsToQueue(
      orders.map((order) => ({ kind: DELIVERY_MAIL, reference: order.id, recipient: order.email })),
      now,
    ),
  ]);
  crashPoint('order: written');
  await ctx.events.announce(ctx, 'ordersPlaced', { orders: orders.map(toEventPayload) });
  crashPoint('order: before commit');
  ctx.live.changed('stock');
  placements.forEach((placement, index) => publish(ctx, placement, orders[index]!));
  return placements.map((placement, index) => [placement, orders[index]!]);
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
