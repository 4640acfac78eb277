import { errors, formatMicro, parseMicro, type Data, type Input } from '@portside/contract';
import { createHash } from 'node:crypto';
import { actingKey, requireUser } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { refuse, Refusal } from '../../../platform/refusal.ts';
import { emptyCart } from '../cart/cart.ts';
import { presentOrder } from '../orders.present.ts';
import type { OrderRequest } from './decide-orders.ts';
import { placeTogether } from './place-order.ts';

/**
 * Buys several products from the caller's balance in one transaction: all or none, each an order with its own number
 * and delivery e-mail. They are decided one after the other, so what one takes (balance, stock, limits, a coupon's uses)
 * is gone for the next. A repeated idempotency key answers with the same orders. Refuses each line as `placeOrder` does,
 * with the first refused line's reason, and names all of them but those that are short of stock; and a key used for something else (keyReused).
 */
export async function placeOrders(
  ctx: Ctx,
  { body, idempotencyKey }: Input<'placeOrders'> & { readonly idempotencyKey: string },
): Promise<Data<'placeOrders'>> {
  const { userId } = requireUser(ctx.actor);
  const callbacks = body.lines.flatMap(({ callback_url: url }, index) =>
    url === undefined ? [] : [{ field: `lines.${index}.callback_url`, url }],
  );
  if (callbacks.length > 0) await ctx.events.announce(ctx, 'callbacksNamed', { callbacks });
  const apiKey = actingKey(ctx.actor);
  const requests = requestsOf(userId, body, idempotencyKey).map((request) => ({ ...request, apiKey }));
  // What a program buys is not what its owner has in the cart.
  const writes = apiKey === null ? [emptyCart(userId, requests)] : [];
  const results = await placeTogether(ctx, { requests, writes });
  const refused = results.map((result) => (result instanceof Refusal ? result : null));
  if (refused.some((one) => one !== null)) refuseLines(refused);
  const placed = results.flatMap((one) => (one === null || one instanceof Refusal ? [] : [one]));
  ctx.log.debug({ orders: placed.map(({ order }) => order.order_no) }, 'orders placed together');
  return {
    orders: placed.map(({ order, goods }) => presentOrder(order, goods, ctx.language)),
    total_amount: formatMicro(placed.reduce((sum, { order }) => sum + order.total_micro, 0n)),
  };
}

/**
 * The first order has the caller's key, so that no single order has it too; the others have it with their position. No
 * caller's own key has a space in it.
 */
function requestsOf(
  userId: bigint,
  { lines, email }: Input<'placeOrders'>['body'],
  key: string,
): OrderRequest[] {
  const whole = lines.map((line) => [
    line.goods_id,
    line.quantity,
    line.gender,
    line.unit_price ?? null,
    line.coupon ?? null,
    line.total_amount ?? null,
    // Batches without references have the hash that they had before there were any.
    ...(line.reference === undefined ? [] : [line.reference]),
    ...(line.callback_url === undefined ? [] : [{ callback_url: line.callback_url }]),
  ]);
  const hash = createHash('sha256')
    .update(JSON.stringify(['batch', whole, email ?? null]))
    .digest()
    .readBigInt64BE();
  return lines.map(({ goods_id, quantity, gender, unit_price, coupon, total_amount, ...named }, index) => ({
    userId,
    idempotencyKey: index === 0 ? key : `${key} ${index + 1}`,
    goodsId: BigInt(goods_id),
    quantity,
    gender,
    email: email ?? null,
    seenPriceMicro: unit_price === undefined ? null : parseMicro(unit_price),
    seenTotalMicro: total_amount === undefined ? null : parseMicro(total_amount),
    coupon: coupon ?? null,
    reference: named.reference ?? null,
    callbackUrl: named.callback_url ?? null,
    hash,
  }));
}

/**
 * `refusals` has one for each line; null for those that could have been placed. Which lines are short of stock is not said,
 * and only where nothing else is wrong: a refusal costs nothing, so lines in many quantities would count the stock.
 */
function refuseLines(refusals: readonly (Refusal | null)[]): never {
  const refused = refusals.flatMap((one, index) =>
    one === null || one.reason === 'stockTooLow' ? [] : [{ reason: one.reason, index, fault: one.faults[0] }],
  );
  if (refused.length === 0) refuse('stockTooLow');
  const faults = refused.map(({ reason, index, fault: { value, limit } = {} }) => ({
    field: `lines.${index}`,
    fault: 'refused' as const,
    code: errors[reason].code,
    // The order whose reference was wanted again, or the coupon's minimum.
    ...(value !== undefined && { value }),
    ...(limit !== undefined && { limit }),
  }));
  throw new Refusal(refused[0]!.reason, faults.map(({ field }) => field).join(', '), faults);
}
