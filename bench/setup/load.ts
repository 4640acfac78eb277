import { randomUUID } from 'node:crypto';
import { placeOrder } from '../../apps/server/src/features/orders/index.ts';
import type { Ctx } from '../../apps/server/src/platform/context.ts';

/** One order through the real verb. */
export const order = (buyer: Ctx, goodsId: string, quantity: number): Promise<unknown> =>
  placeOrder(buyer, {
    body: { goods_id: goodsId, quantity, gender: 'random' },
    idempotencyKey: randomUUID(),
  });
