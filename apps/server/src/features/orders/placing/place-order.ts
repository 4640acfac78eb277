import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { parseMicro, type Input, type Order } from '@portside/contract';
import { requireUser, systemActor } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { hasOneConnection, type Db } from '../../../platform/db/db.ts';
import { reportOrderBatch } from '../../../platform/order-batches.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { presentOrder } from '../orders.present.ts';
import { ID_BLOCK } from '../orders.sql.ts';
import type { OrderRequest } from './decide-orders.ts';
import { OrderQueue, type Line } from './order-queue.ts';
import { placeOrderBatch, type BatchAhead, type BatchResult } from './place-order-batch.ts';

/**
 * How many queues, and so batches, run at once. Each keeps one core of the database busy beside the core of this
 * process; on two cores one large batch places more orders than two small ones.
 */
const QUEUES = Math.min(4, Math.max(1, availableParallelism() - 1));

/** With fewer, the fixed cost of a batch, that of a dozen orders, is more than what overlapping saves. */
const OVERLAP_FROM = 16;

type Queue = OrderQueue<OrderRequest, BatchResult, BatchAhead>;

const queues = new WeakMap<Db, readonly Queue[]>();

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

/**
 * The requests of a database share its queues. Orders for one product share one queue: in two they would only wait
 * for each other's stock.
 */
function queueOf(ctx: Ctx, goodsId: bigint): Queue {
  const open = queues.get(ctx.db) ?? openQueues(ctx);
  return open[Number(goodsId % BigInt(QUEUES))]!;
}

/** Requests of this process that wait for their batch. */
export const countWaitingOrders = (db: Db): number =>
  (queues.get(db) ?? []).reduce((sum, { waiting }) => sum + waiting, 0);

function openQueues(ctx: Ctx): readonly Queue[] {
  const shared: Ctx = { ...ctx, actor: systemActor('place-order'), requestId: 'order-queue' };
  const run = async (requests: readonly OrderRequest[], line: Line<BatchAhead>) => {
    const since = performance.now();
    const results = await placeOrderBatch(shared, requests, line);
    const placed = results.filter((result) => !(result instanceof Refusal)).length;
    reportOrderBatch({ size: results.length, placed, seconds: (performance.now() - since) / 1_000 });
    return results;
  };
  const keyOf = ({ userId }: OrderRequest) => userId;
  const options = {
    batchSize: ID_BLOCK,
    keyOf,
    overlapFrom: hasOneConnection(ctx.db) ? Infinity : OVERLAP_FROM,
  };
  const opened = Array.from({ length: QUEUES }, () => new OrderQueue(run, options));
  queues.set(ctx.db, opened);
  return opened;
}
