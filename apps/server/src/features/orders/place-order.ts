import { createHash } from 'node:crypto';
import { parseMicro, type Input, type Order } from '@portside/contract';
import { requireUser, systemActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { crashPoint } from '../../platform/crash-point.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { OrderRequest } from './decide-orders.ts';
import { OrderQueue } from './order-queue.ts';
import { presentOrder } from './orders.present.ts';
import { placeOrderBatch, type BatchResult } from './place-order-batch.ts';

/** A second lane keeps the database busy while this process prepares the next batch. */
const LIMITS = { batchSize: 512, lanes: 2 };

const queues = new WeakMap<Db, OrderQueue<OrderRequest, BatchResult>>();

/**
 * Buys accounts from the caller's balance. The same key answers with the same order; refused are a frozen
 * buyer, wrong goods, gender, quantity or seen price, too little money or stock, and a key used for another
 * order.
 */
export async function placeOrder(
  ctx: Ctx,
  { body, idempotencyKey }: Input<'placeOrder'> & { readonly idempotencyKey: string },
): Promise<Order> {
  const { userId } = requireUser(ctx.actor);
  const result = await queueOf(ctx).submit({
    userId,
    idempotencyKey,
    goodsId: BigInt(body.goods_id),
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

/** One queue for each database: orders of all requests meet there. */
function queueOf(ctx: Ctx): OrderQueue<OrderRequest, BatchResult> {
  const known = queues.get(ctx.db);
  if (known) return known;
  const shared: Ctx = { ...ctx, actor: systemActor('place-order'), requestId: 'order-queue' };
  const queue = new OrderQueue(
    (requests: readonly OrderRequest[], isAlone) => placeOrderBatch(shared, requests, isAlone),
    LIMITS,
  );
  queues.set(ctx.db, queue);
  return queue;
}
