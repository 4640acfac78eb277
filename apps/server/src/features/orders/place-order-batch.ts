import { formatBalance } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { crashPoint } from '../../platform/crash-point.ts';
import { Refusal } from '../../platform/refusal.ts';
import { preferIndexes } from '../../platform/db/db.ts';
import { queueMails } from '../../platform/mail/outbox.ts';
import { findGoods, type GoodsRow } from '../goods/index.ts';
import { lockBalances, recordSales } from '../ledger/index.ts';
import { readSetting } from '../settings/index.ts';
import { lockRanges, shortenRanges, type Reach } from '../stock/index.ts';
import { findBuyers } from '../users/index.ts';
import { decideOrders, lanesOf, type Decision, type OrderRequest, type Outcome } from './decide-orders.ts';
import { makeOrderNos } from './order-no.ts';
import { findEarlierOrders, insertOrders, takeOrderIds, type NewOrder, type OrderRow } from './orders.sql.ts';

/** An order with the goods it is for, so that no answer needs a second look. */
export type PlacedOrder = { readonly order: OrderRow; readonly goods: GoodsRow };
export type BatchResult = PlacedOrder | Refusal;

export const DELIVERY_MAIL = 'order-delivery';
const DAY_MS = 86_400_000;

type Placement = Extract<Outcome, { kind: 'placed' }>;

/**
 * Places all the orders in one transaction, each with an outcome of its own: charge, ledger, items, order
 * and delivery are committed together, or nothing is. Those that came out short while others held some of
 * the stock are decided again, in a second transaction that waits for all of it.
 */
export async function placeOrderBatch(
  ctx: Ctx,
  requests: readonly OrderRequest[],
  isAlone: boolean,
): Promise<BatchResult[]> {
  // Beside another batch of this process, its ranges are worth waiting for; other processes' are passed over.
  const results = await attempt(ctx, requests, isAlone ? 'free' : 'first');
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
  readonly goods: Map<bigint, GoodsRow>;
  readonly ids: readonly bigint[];
  readonly deleteAt: Date;
};

/**
 * Reads and locks, in one order for everybody (users by id, then ranges), so that no two batches deadlock.
 * The statements go out together, but run one after the other: those after the lock see what another
 * process has just committed under the same key.
 */
async function decide(
  { db, clock }: Ctx,
  requests: readonly OrderRequest[],
  reach: Reach,
): Promise<{ decision: Decision } & Read> {
  const userIds = [...new Set(requests.map((request) => request.userId))];
  const goodsIds = [...new Set(requests.map((request) => request.goodsId))];
  const [, balances, earlier, buyers, goods, ids, retentionDays, ranges] = await Promise.all([
    preferIndexes(db),
    lockBalances(db, userIds),
    findEarlierOrders(db, requests),
    findBuyers(db, userIds),
    findGoods(db, goodsIds),
    takeOrderIds(db, requests.length),
    readSetting(db, 'retentionDays'),
    lockRanges(db, requests.flatMap(lanesOf), reach),
  ]);
  const decision = decideOrders(requests, {
    balances,
    buyers,
    goods,
    ranges,
    earlier,
    sawAllStock: reach === 'all',
  });
  const deleteAt = new Date(clock.now().getTime() + retentionDays * DAY_MS);
  return { decision, goods, ids, deleteAt };
}

async function carryOut(
  ctx: Ctx,
  placements: readonly Placement[],
  ranges: Decision['ranges'],
  { ids, deleteAt }: Read,
): Promise<[Placement, OrderRow][]> {
  if (placements.length === 0) return [];
  const { db, clock } = ctx;
  const now = clock.now();
  const numbers = makeOrderNos(now, placements.length);
  const orders = placements.map((placement, index) =>
    toOrder(placement, { id: ids[index]!, orderNo: numbers[index]! }, now, deleteAt),
  );
  await Promise.all([
    recordSales(
      db,
      orders.map((order) => ({ orderId: order.id, userId: order.user_id, totalMicro: order.total_micro })),
      now,
    ),
    shortenRanges(db, ranges),
    insertOrders(db, orders, { createdAt: now, deleteAt }),
    queueMails(
      db,
      orders.map((order) => ({ kind: DELIVERY_MAIL, reference: order.id, recipient: order.email })),
      now,
    ),
  ]);
  await ctx.events.announce(ctx, 'ordersPlaced', { orders: orders.map(announced) });
  crashPoint('order: before commit');
  placements.forEach((placement, index) => publish(ctx, placement, orders[index]!));
  return placements.map((placement, index) => [placement, orders[index]!]);
}

type Names = { readonly id: bigint; readonly orderNo: string };

function toOrder(placement: Placement, { id, orderNo }: Names, now: Date, deleteAt: Date): NewOrder {
  const { request } = placement;
  return {
    id,
    order_no: orderNo,
    user_id: request.userId,
    goods_id: request.goodsId,
    quantity: request.quantity,
    gender: request.gender,
    unit_price_micro: placement.unitPriceMicro,
    total_micro: placement.totalMicro,
    status: 'processing',
    email: placement.email,
    delivery_state: 'queued',
    resends: 0,
    idempotency_key: request.idempotencyKey,
    request_hash: request.hash,
    created_at: now,
    accounts_delete_at: deleteAt,
    accounts_deleted_at: null,
    items: placement.items,
  };
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
  goods: ReadonlyMap<bigint, GoodsRow>,
): BatchResult | 'short' {
  if (outcome.kind === 'short') return 'short';
  if (outcome.kind === 'refused') return new Refusal(outcome.reason);
  if (outcome.kind === 'sameAs') return resultOf(all[outcome.position]!, all, orders, goods);
  const order = outcome.kind === 'repeated' ? outcome.order : orders.get(outcome)!;
  return { order, goods: goods.get(order.goods_id)! };
}
