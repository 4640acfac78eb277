import { DAY_MS } from '../../../platform/clock.ts';
import { expect, test } from 'vitest';
import { buildBuyer, buildGoods, stockUp, listTexts } from '../../../testing/build.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { createWorld } from '../../../testing/world.ts';
import { findAccounts } from './open-accounts.ts';
import { advanceOrder } from './read-accounts.ts';
import { onMailsSent, renderDelivery } from './delivery-mail.ts';
import { mailAccounts } from './mail-accounts.ts';
import { findOwnOrder } from '../orders.sql.ts';
import { placeOrder } from '../placing/place-order.ts';
import { findOrderItems, purgeAccounts } from './purge-accounts.ts';
import { readOrder } from '../listing/own-orders.ts';
import { findGoods } from '../../goods/index.ts';

async function purgeAll(ctx: Ctx): Promise<void> {
  while ((await purgeAccounts(ctx)).more);
}

async function buildOrder(world: Awaited<ReturnType<typeof createWorld>>) {
  const { ctx } = world;
  const goodsId = await buildGoods(ctx);
  const lines = await stockUp(ctx, goodsId, 3);
  const buyer = await buildBuyer(ctx, 10_000_000n);
  const body = { goods_id: String(goodsId), quantity: 2, gender: 'random' } as const;
  const order = await placeOrder(buyer.ctx, { body, idempotencyKey: `purge-${goodsId}` });
  const row = (await findOwnOrder(ctx.db, buyer.id, order.order_no))!;
  const goods = (await findGoods(ctx.db, [goodsId])).get(goodsId)!;
  return { order, row, buyer, goods, lines };
}

test('the data of sold accounts is erased after seven days, the order and its amounts stay', async () => {
  const world = await createWorld();
  const { ctx, clock } = world;
  const { order, row, buyer, lines } = await buildOrder(world);
  clock.advance(7 * DAY_MS - 1);
  await purgeAll(ctx);
  expect(await listTexts(await findAccounts(ctx, row))).toEqual(lines.slice(0, 2));
  clock.advance(1);
  await purgeAll(ctx);
  const purged = await readOrder(buyer.ctx, { params: { order_no: order.order_no } });
  expect(purged).toMatchObject({ accounts_deleted: true, total_amount: '2', quantity: 2 });
  const fresh = (await findOwnOrder(ctx.db, buyer.id, order.order_no))!;
  await expect(findAccounts(ctx, fresh)).rejects.toMatchObject({ reason: 'accountsDeleted' });
  const [items] = await findOrderItems(ctx.db, [row.id]);
  const left = await ctx.db
    .selectFrom('stock_items')
    .select('id')
    .where('id', '>=', items!.firstId)
    .where('id', '<', items!.endId)
    .execute();
  expect(left).toEqual([]);
  expect(await renderDelivery(ctx, row.id)).toBeNull();
});

test('the delivery e-mail has exactly the accounts, and can be resent three times', async () => {
  const world = await createWorld();
  const { row, order, buyer, lines } = await buildOrder(world);
  const mail = (await renderDelivery(world.ctx, row.id))!;
  expect(mail.subject).toContain(order.order_no);
  expect(mail.text).toContain(`${world.ctx.publicUrl}/order/${order.order_no}\n`);
  expect(mail.attachments).toEqual([
    { filename: `${order.order_no}.txt`, content: `${lines[0]}\n${lines[1]}\n` },
  ]);
  const again = () => mailAccounts(buyer.ctx, { params: { order_no: order.order_no }, body: {} });
  for (const left of [2, 1, 0]) expect((await again()).delivery.resends_left).toBe(left);
  await expect(again()).rejects.toMatchObject({ reason: 'tooManyResends' });
});

test('an order that was read still gets a live event when its e-mail is sent', async () => {
  const world = await createWorld();
  const { row, buyer } = await buildOrder(world);
  const heard: string[] = [];
  const place = { userId: buyer.id, sessionId: null, visitorId: 'v', address: '127.0.0.1' };
  await inTransaction(world.ctx, (inner) => advanceOrder(inner, row.id, 'read'));
  void world.live.join({ ...place, send: ({ name }) => void heard.push(name), end: () => undefined });
  await inTransaction(world.ctx, (inner) => onMailsSent(inner, [row.id]));
  expect(heard).toContain('order');
});

test('another user’s order does not exist', async () => {
  const world = await createWorld();
  const { order } = await buildOrder(world);
  const stranger = await buildBuyer(world.ctx);
  const reading = readOrder(stranger.ctx, { params: { order_no: order.order_no } });
  await expect(reading).rejects.toMatchObject({ reason: 'notFound' });
});
