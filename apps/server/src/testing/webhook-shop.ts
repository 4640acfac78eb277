import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookEvent } from '@portside/contract';
import { placeOrder } from '../features/orders/index.ts';
import { completedOrder } from '../features/orders/orders.present.ts';
import { findOrderByNo } from '../features/orders/orders.sql.ts';
import { openSession } from '../features/sessions/open-session.ts';
import { findUser } from '../features/users/index.ts';
import { createSendWebhooksJob } from '../features/webhooks/index.ts';
import { passEventsOn } from '../features/webhooks/record-events.ts';
import { createWebhook } from '../features/webhooks/write-webhook.ts';
import type { Ctx } from '../platform/context.ts';
import { bearer, createTestShop, type TestShop } from './app.ts';
import { buildBuyer, buildGoods, stockUp, type TestBuyer } from './build.ts';
import { atEndOfFile } from './end-of-file.ts';

export type Message = { id: string; timestamp: number; body: string; signatures: string; at: number };
type Answer = { status: number; retryAfter?: string } | null;

/** A program that answers each message as told; null: not at all. */
export async function startReceiver(
  answer: (message: Message, count: number) => Answer | Promise<Answer> = () => ({ status: 204 }),
) {
  const messages: Message[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const message = {
        id: String(request.headers['webhook-id']),
        timestamp: Number(request.headers['webhook-timestamp']),
        signatures: String(request.headers['webhook-signature']),
        body: Buffer.concat(parts).toString(),
        at: performance.now(),
      };
      messages.push(message);
      const respond = async () => {
        const said = await answer(message, messages.length);
        if (said)
          response
            .writeHead(said.status, said.retryAfter ? { 'retry-after': said.retryAfter } : {})
            .end('heard');
      };
      void respond();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEndOfFile(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const types = () => messages.map(({ body }) => JSON.parse(body).type as string);
  return { url: `http://127.0.0.1:${port}/`, messages, types };
}

/** Lets a buyer's endpoint be on loopback, as in a sandbox. */
export const inSandbox = (ctx: Ctx): Ctx => ({ ...ctx, isSandbox: true });

export async function listen(buyer: TestBuyer, url: string, ...events: WebhookEvent[]) {
  const { webhook, secret } = await createWebhook(inSandbox(buyer.ctx), { body: { url, events } });
  return { id: webhook.id, secret };
}

export async function buy(buyer: TestBuyer, goodsId: bigint, quantity = 1): Promise<string> {
  const body = { goods_id: `${goodsId}`, quantity, gender: 'random' } as const;
  return (await placeOrder(buyer.ctx, { body, idempotencyKey: randomUUID() })).order_no;
}

/** A shop whose events go to programs on loopback. */
export async function createWebhookShop() {
  const shop = await createTestShop();
  const ctx = inSandbox(shop.ctx);
  return { shop, ctx, ...helpOn(shop, ctx) };
}

const helpOn = (shop: TestShop, ctx: Ctx) => {
  const tokenOf = async (buyer: TestBuyer): Promise<string> => {
    const user = (await findUser(ctx.db, buyer.id))!;
    const origin = { address: '203.0.113.5', userAgent: 'test', hasGivenCode: false };
    return (await openSession(shop.ctx, user, origin)).token;
  };
  const nameOf = async (orderNo: string) => {
    const row = await ctx.db
      .selectFrom('orders')
      .select(['id', 'user_id'])
      .where('order_no', '=', orderNo)
      .executeTakeFirstOrThrow();
    return { orderId: row.id, orderNo, userId: row.user_id };
  };
  const announceCompleted = async (step: Ctx, orderNo: string, userId?: bigint): Promise<void> => {
    const order = (await findOrderByNo(step.db, orderNo))!;
    const named = completedOrder({ ...order, ...(userId !== undefined && { user_id: userId }) });
    await step.events.announce(step, 'ordersCompleted', { orders: [named] });
  };
  return {
    tokenOf,
    nameOf,
    announceCompleted,
    /** Sends what is due, and what becomes due by that. */
    sendDue: async (): Promise<void> => {
      const job = createSendWebhooksJob(ctx);
      await job.run();
      await job.idle();
    },
    /** An order that was read, and written for its endpoints. */
    complete: async (buyer: TestBuyer, goodsId: bigint): Promise<string> => {
      const orderNo = await buy(buyer, goodsId);
      await announceCompleted(ctx, orderNo);
      await passEventsOn(ctx);
      return orderNo;
    },
    readOrderAccounts: async (buyer: TestBuyer, orderNo: string) =>
      shop.call('GET', `/api/orders/${orderNo}/accounts`, undefined, bearer(await tokenOf(buyer))),
    richBuyer: async (): Promise<{ buyer: TestBuyer; goodsId: bigint }> => {
      const goodsId = await buildGoods(ctx);
      await stockUp(ctx, goodsId, 30);
      return { buyer: await buildBuyer(ctx, 30_000_000n), goodsId };
    },
    logOf: async (webhookId: string) => {
      await passEventsOn(ctx);
      return ctx.db
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('webhook_id', '=', BigInt(webhookId))
        .orderBy('id')
        .execute();
    },
    endpoint: (id: string) =>
      ctx.db.selectFrom('webhooks').selectAll().where('id', '=', BigInt(id)).executeTakeFirstOrThrow(),
  };
};
