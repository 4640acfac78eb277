import { randomUUID } from 'node:crypto';
import { placeOrder } from '../../apps/server/src/features/orders/index.ts';
import type { Ctx } from '../../apps/server/src/platform/context.ts';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { HttpJob, HttpRate } from './http-load.ts';

/** One order through the real verb. */
export const order = (buyer: Ctx, goodsId: string, quantity: number): Promise<unknown> =>
  placeOrder(buyer, {
    body: { goods_id: goodsId, quantity, gender: 'random' },
    idempotencyKey: randomUUID(),
  });

/** Runs the callers in a process of their own, as in reality. */
export async function loadFrom(job: HttpJob): Promise<HttpRate> {
  const child = fork(new URL('./http-load.ts', import.meta.url));
  child.send(job);
  const [rate] = (await once(child, 'message')) as [HttpRate];
  child.kill();
  return rate;
}
