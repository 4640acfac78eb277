import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { parseMicro, type Input, type Order } from '@portside/contract';
import { requireUser, systemActor } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { OrderRequest } from './decide-orders.ts';
import { OrderQueue } from './order-queue.ts';
import { ID_BLOCK } from '../orders.sql.ts';
import { presentOrder } from '../orders.present.ts';
import { placeOrderBatch, type BatchResult } from './place-order-batch.ts';

/**
 * So many batches are under way at once. Each keeps a core of the database busy, beside the one of this process;
 * on two cores one large batch places more orders than two small ones.
 */
const LANES = Math.min(4, Math.max(1, availableParallelism() - 1));

const lanes = new WeakMap<Db, readonly OrderQueue<OrderRequest, BatchResult>[]>();

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
  const goodsId = BigInt(body.goods_id);
  const result = await laneOf(ctx, goodsId).submit({
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
 * Orders of all requests meet in the lanes of their database. Those for one product share a lane: in two they
 * would only wait for each other's stock.
 */
function laneOf(ctx: Ctx, goodsId: bigint): OrderQueue<OrderRequest, BatchResult> {
  const known = lanes.get(ctx.db) ?? openLanes(ctx);
  return known[Number(goodsId % BigInt(LANES))]!;
}

function openLanes(ctx: Ctx): readonly OrderQueue<OrderRequest, BatchResult>[] {
  const shared: Ctx = { ...ctx, actor: systemActor('place-order'), requestId: 'order-queue' };
  const run = (requests: readonly OrderRequest[]) => placeOrderBatch(shared, requests);
  const opened = Array.from({ length: LANES }, () => new OrderQueue(run, ID_BLOCK));
  lanes.set(ctx.db, opened);
  return opened;
}
