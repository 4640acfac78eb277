import { formatBalance } from '@portside/contract';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { indexesFirst } from '../../../platform/db/db.ts';
import { combineQueries, pipeline, query, combineWrites } from '../../../platform/db/pipeline.ts';
import { mailsToQueue } from '../../../platform/mail/outbox.ts';
import { commissionTermsOf, type CommissionTerms } from '../../agents/index.ts';
import { offersOf, type Offer } from '../../goods/index.ts';
import { balancesToSpend, recordCommissions, recordSales } from '../../ledger/index.ts';
import { settingOf } from '../../settings/index.ts';
import { freeRanges, pieces, shortenRanges, type Reach } from '../../stock/index.ts';
import { buyersOf } from '../../users/index.ts';
import { commissionsOn } from './commissions-on.ts';
import { decideOrders, type Decision, type OrderRequest, type Outcome } from './decide-orders.ts';
import { makeOrders, type Placement } from './make-orders.ts';
import { earlierOrders, insertOrders, nextOrderIds, type NewOrder, type OrderRow } from '../orders.sql.ts';
import { lanesOf } from './shelf.ts';

/** An order with the goods it is for, so that no answer needs a second look. */
export type PlacedOrder = { readonly order: OrderRow; readonly goods: Offer };
export type BatchResult = PlacedOrder | Refusal;

export const DELIVERY_MAIL = 'order-delivery';
const DAY_MS = 86_400_000;

const usingIndexes = query(indexesFirst, () => undefined);

/**
 * Places all the orders in one transaction, each with an outcome of its own: charge, ledger, items, order
 * and delivery are committed together, or nothing is. Those that came out short while others held some of
 * the stock are decided again, in a second transaction that waits for all of it.
 */
export async function placeOrderBatch(ctx: Ctx, requests: readonly OrderRequest[]): Promise<BatchResult[]> {
  const results = await attempt(ctx, requests, 'free');
  const short = requests.filter((_, index) => results[index] === 'short');
  const second = short.length === 0 ? [] : await attempt(ctx, short, 'all');
  return results.map((result) => (result === 'short' ? second.shift()! : result) as BatchResult);
}

async function attempt(
  ctx: Ctx,
  requests: readonly OrderRequest[],
  reach: Reach,
): Promise<(BatchResult | 'short')[]> {
  const results = await inTransaction(ctx, async (inner) => {
    const { decision, ...read } = await decide(inner, requests, reach);
    crashPoint('order: decided');
    const placements = decision.outcomes.filter((outcome) => outcome.kind === 'placed');
    const orders = new Map(await carryOut(inner, placements, decision.ranges, read));
    return decision.outcomes.map((outcome) => resultOf(outcome, decision.outcomes, orders, read.goods));
  });
  crashPoint('order: after commit');
  return results;
}

type Read = {
  readonly goods: Map<bigint, Offer>;
  readonly commissions: Map<bigint, CommissionTerms>;
  readonly ids: readonly bigint[];
  readonly deleteAt: Date;
};

/**
 * Reads and locks, in one order for everybody (users by id, products' pieces, then ranges), so that no two batches deadlock.
 * What is looked at after the lock shows what another process has just committed under the same key; only a
 * second look at ranges shows those that came into being while the first one waited.
 */
async function decide(
  { db, clock }: Ctx,
  requests: readonly OrderRequest[],
  reach: Reach,
): Promise<{ decision: Decision } & Read> {
  const userIds = [...new Set(requests.map((request) => request.userId))];
  const goodsIds = [...new Set(requests.map((request) => request.goodsId))];
  const lanes = requests.flatMap(lanesOf);
  const ranges = freeRanges(lanes, reach);
  if (reach === 'all') await pipeline(db, usingIndexes, balancesToSpend(userIds), pieces(lanes), ranges);
  const [, balances, earlier, seen] = await pipeline(
    db,
    usingIndexes,
    balancesToSpend(userIds),
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
    sawAllStock: reach === 'all',
  });
  const deleteAt = new Date(clock.now().getTime() + seen.retentionDays * DAY_MS);
  return { decision, ...seen, deleteAt };
}

async function carryOut(
  ctx: Ctx,
  placements: readonly Placement[],
  ranges: Decision['ranges'],
  { goods, commissions, ids, deleteAt }: Read,
): Promise<[Placement, OrderRow][]> {
  if (placements.length === 0) return [];
  const { db, clock } = ctx;
  const now = clock.now();
  const orders = makeOrders(placements, { goods, ids, now, deleteAt });
  await combineWrites(db, [
    ...recordSales(
      orders.map((order) => ({ orderId: order.id, userId: order.user_id, totalMicro: order.total_micro })),
      now,
    ),
    ...recordCommissions(commissionsOn(orders, commissions), now),
    ...shortenRanges(ranges),
    ...insertOrders(orders, { createdAt: now, deleteAt }),
    mailsToQueue(
      orders.map((order) => ({ kind: DELIVERY_MAIL, reference: order.id, recipient: order.email })),
      now,
    ),
  ]);
  crashPoint('order: written');
  await ctx.events.announce(ctx, 'ordersPlaced', { orders: orders.map(announced) });
  crashPoint('order: before commit');
  placements.forEach((placement, index) => publish(ctx, placement, orders[index]!));
  return placements.map((placement, index) => [placement, orders[index]!]);
}

function publish({ live }: Ctx, placement: Placement, order: OrderRow): void {
  const balance = formatBalance(placement.balanceMicro);
  live.publish({ to: order.user_id, name: 'balance', data: { balance } });
  live.publish({ to: order.user_id, name: 'order', data: { order_no: order.order_no } });
}

const announced = (order: NewOrder) => ({
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
