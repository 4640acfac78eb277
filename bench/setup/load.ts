import { randomUUID } from 'node:crypto';
import { placeOrder } from '../../apps/server/src/features/orders/index.ts';
import { completedOrder } from '../../apps/server/src/features/orders/orders.present.ts';
import { inTransaction, type Ctx } from '../../apps/server/src/platform/context.ts';
import { createSendWebhooksJob } from '../../apps/server/src/features/webhooks/index.ts';
import {
  createShopWebhook,
  deleteShopWebhook,
} from '../../apps/server/src/features/webhooks/write-webhook.ts';
import { sql } from 'kysely';
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeBuyers } from './shop.ts';
import { once } from 'node:events';
import type { HttpJob, HttpRate } from './http-load.ts';

/** One order through the real `placeOrder`. */
export const order = (buyer: Ctx, goodsId: string, quantity: number, coupon?: string) =>
  placeOrder(buyer, {
    body: { goods_id: goodsId, quantity, gender: 'random', ...(coupon !== undefined && { coupon }) },
    idempotencyKey: randomUUID(),
  });

/** One order, which is then completed as by its buyer's first reading, for products that have no texts to read. */
export async function orderAndComplete(...wanted: Parameters<typeof order>): Promise<void> {
  const [buyer] = wanted;
  const { order_no: orderNo } = await order(...wanted);
  await inTransaction(buyer, async (step) => {
    const row = await step.db
      .updateTable('orders')
      .set({ status: 'completed' })
      .where('order_no', '=', orderNo)
      .returningAll()
      .executeTakeFirstOrThrow();
    await step.events.announce(step, 'ordersCompleted', { orders: [completedOrder(row)] });
  });
}

const WAITING = 1_000;

/** So many endpoints of the shop, each with events that wait, at a receiver that takes connections and never answers. */
export async function listenInVain(ctx: Ctx, count: number): Promise<{ stop(): Promise<void> }> {
  const sandbox: Ctx = { ...ctx, isSandbox: true };
  const server = createServer(() => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const actor = (await makeBuyers(ctx, 1))[0]!.actor;
  const ids: string[] = [];
  for (let each = 0; each < count; each += 1) {
    const body = { url, events: ['order.completed' as const] };
    ids.push((await createShopWebhook({ ...sandbox, actor }, { body })).webhook.id);
  }
  await sql`
    insert into webhook_deliveries (webhook_id, message_id, type, subject, body, created_at, since, next_at)
    select id, 'msg_' || n, 'order.completed', 'order:' || n, '{}', now(), now(), now()
    from webhooks cross join generate_series(1, ${WAITING}::int) n`.execute(ctx.db);
  const job = createSendWebhooksJob(sandbox);
  const timer = setInterval(() => void job.run(), 1_000);
  const stop = async (): Promise<void> => {
    clearInterval(timer);
    await job.end!();
    server.closeAllConnections();
    server.close();
    for (const id of ids) await deleteShopWebhook({ ...sandbox, actor }, { params: { id } });
  };
  return { stop };
}

/** Runs the callers in a process of their own, as in reality. */
export async function loadFrom(job: HttpJob): Promise<HttpRate> {
  const child = fork(new URL('./http-load.ts', import.meta.url));
  child.send(job);
  const [rate] = (await once(child, 'message')) as [HttpRate];
  child.kill();
  return rate;
}
