import type { Visibility } from '@portside/contract';
import { beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '../../platform/clock.ts';
import { bearer, createFreshShop, type TestShop } from '../../testing/app.ts';
import { buildLevel, buildPriceList, setLevel } from '../../testing/build-prices.ts';
import { buildBuyer, buildGoods, stockUp } from '../../testing/build.ts';
import { collectEvents } from '../../testing/world.ts';
import { placeOrder } from '../orders/index.ts';
import { recordChanges } from './index.ts';

let shop: TestShop;
let weekly = 0n;
beforeEach(async () => {
  shop = await createFreshShop();
  weekly = 0n;
});

const record = () =>
  recordChanges(shop.ctx, {
    countSold: async (_, ids) => new Map(ids.map((id) => [id, { ever: weekly, week: weekly }])),
  });

type Page = { changes: { goods_id: string; offer: any }[]; cursor: string; has_more: boolean };

async function read(after?: string, token?: string, limit = 500): Promise<Page> {
  await record();
  const query = `limit=${limit}${after === undefined ? '' : `&after=${after}`}`;
  const answer = await shop.call('GET', `/api/changes?${query}`, undefined, token ? bearer(token) : {});
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.data;
}

const idsIn = ({ changes }: Page): string[] => changes.map(({ goods_id: id }) => id);

const setGoods = (id: bigint, change: Record<string, unknown>) =>
  shop.ctx.db.updateTable('goods').set(change).where('id', '=', id).execute();
const show = (id: bigint, visibility: Visibility, levels: bigint[] = []) =>
  setGoods(id, { visibility, level_ids: levels });

test('all products come first, then each that changed, once and as it is now', async () => {
  const { ctx } = shop;
  const [one, other] = [await buildGoods(ctx), await buildGoods(ctx)];
  await stockUp(ctx, one, 5);
  const first = await read();
  expect(idsIn(first)).toEqual([`${one}`, `${other}`]);
  expect(first.changes[0]!.offer).toMatchObject({ price: '1', stock: 5, promotions: [] });

  expect(await read(first.cursor)).toEqual({ changes: [], cursor: first.cursor, has_more: false });

  const buyer = await buildBuyer(ctx, 10_000_000n);
  const buy = (key: string) =>
    placeOrder(buyer.ctx, {
      body: { goods_id: `${one}`, quantity: 2, gender: 'random' },
      idempotencyKey: key,
    });
  await buy('first');
  await record();
  await setGoods(other, { price_micro: 2_500_000n });
  await record();
  await buy('second');
  const second = await read(first.cursor);
  expect(second.changes.map(({ goods_id: id, offer }) => [id, offer.price, offer.stock])).toEqual([
    [`${other}`, '2.5', 0],
    [`${one}`, '1', 1],
  ]);
});

test('a promotion is a change where it starts and where it ends', async () => {
  const { ctx, clock } = shop;
  const goodsId = await buildGoods(ctx);
  const at = (minutes: number) => new Date(clock.now().getTime() + minutes * MINUTE_MS);
  await buildPriceList(ctx, 'everybody', goodsId, { 1: 800_000n }, { starts_at: at(1), ends_at: at(5) });
  const first = await read();
  expect(first.changes[0]!.offer.promotions).toEqual([]);
  clock.advance(2 * MINUTE_MS);
  const running = await read(first.cursor);
  expect(running.changes[0]!.offer.promotions[0].prices).toEqual([{ min_quantity: 1, price: '0.8' }]);
  clock.advance(5 * MINUTE_MS);
  expect((await read(running.cursor)).changes[0]!.offer.promotions).toEqual([]);
});

test('what leaves the lists is gone for whoever saw it, and nobody learns of what they never saw', async () => {
  const { ctx } = shop;
  const [open, gold, linked, hidden] = [
    await buildGoods(ctx),
    await buildGoods(ctx),
    await buildGoods(ctx),
    await buildGoods(ctx),
  ];
  const level = await buildLevel(ctx);
  await show(gold, 'levels', [level]);
  await show(linked, 'link');
  await show(hidden, 'hidden');
  const member = await shop.register();
  await setLevel(ctx, BigInt(member.id), level);

  const visitor = await read();
  const own = await read(undefined, member.token);
  expect(idsIn(visitor)).toEqual([`${open}`]);
  expect(idsIn(own)).toEqual([`${open}`, `${gold}`]);

  for (const id of [gold, linked, hidden]) await stockUp(ctx, id, 3);
  expect(idsIn(await read(visitor.cursor))).toEqual([]);
  expect(idsIn(await read(own.cursor, member.token))).toEqual([`${gold}`]);

  await show(open, 'link');
  await setGoods(gold, { on_sale: false });
  const gone = (id: bigint) => expect.objectContaining({ goods_id: `${id}`, offer: null }) as unknown;
  expect((await read(visitor.cursor)).changes).toEqual([gone(open)]);
  expect((await read(own.cursor, member.token)).changes).toEqual([gone(open), gone(gold)]);
  // Whoever begins now has nothing to take back.
  expect(idsIn(await read())).toEqual([]);
});

test('stock changes only as far as it is shown', async () => {
  const { ctx } = shop;
  const goodsId = await buildGoods(ctx);
  await setGoods(goodsId, { stock_display: 'ranges' });
  await stockUp(ctx, goodsId, 60);
  const first = await read();
  expect(first.changes[0]!.offer.stock).toBe(50);
  await stockUp(ctx, goodsId, 10);
  expect(idsIn(await read(first.cursor))).toEqual([]);
  await stockUp(ctx, goodsId, 40);
  expect((await read(first.cursor)).changes[0]!.offer.stock).toBe(100);
});

test('pages continue where the last one ended, and 304 answers where nothing changed', async () => {
  const { ctx } = shop;
  const ids = [await buildGoods(ctx), await buildGoods(ctx), await buildGoods(ctx)].map(String);
  const first = await read(undefined, undefined, 2);
  expect([idsIn(first), first.has_more]).toEqual([ids.slice(0, 2), true]);
  const second = await read(first.cursor, undefined, 2);
  expect([idsIn(second), second.has_more]).toEqual([ids.slice(2), false]);
  const url = `/api/changes?after=${second.cursor}`;
  const quiet = await shop.app.http.inject({ url });
  const again = await shop.app.http.inject({
    url,
    headers: { 'if-none-match': quiet.headers.etag as string },
  });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('a cursor of another level, another shop or from the future says to begin again', async () => {
  const { ctx } = shop;
  await buildGoods(ctx);
  const member = await shop.register();
  const { cursor } = await read(undefined, member.token);
  const { cursor: open } = await read();
  await setLevel(ctx, BigInt(member.id), await buildLevel(ctx));
  for (const [after, token] of [
    [cursor, member.token],
    [open.replace(/^\d+/, '999'), undefined],
    [open.replace(/[0-9a-f]{8}$/, '0badcafe'), undefined],
  ] as const)
    expect(
      await shop.call('GET', `/api/changes?after=${after}`, undefined, token ? bearer(token) : {}),
    ).toMatchObject({ status: 410, code: 300_120 });
  expect(await shop.call('GET', '/api/changes?after=latest')).toMatchObject({ status: 400, code: 519 });
});

test('what changed is announced once, with what it was before', async () => {
  const { ctx } = shop;
  const announced = collectEvents(ctx.events, ['goodsChanged']);
  const goodsId = await buildGoods(ctx, { stock_display: 'in_stock' });
  await stockUp(ctx, goodsId, 10);
  await record();
  await record();
  weekly = 40n;
  await record();
  await setGoods(goodsId, { on_sale: false });
  await record();
  expect(announced.map(({ changes }: any) => changes)).toMatchObject([
    [{ goodsId, before: null, after: { offer: { stock: 1 } }, ranLowAt: null }],
    [{ goodsId, before: { offer: { stock: 1 } }, after: { offer: { stock: 1 } }, ranLowAt: 10 }],
    [{ goodsId, before: { offer: { stock: 1 } }, after: null, ranLowAt: null }],
  ]);
});

test('a cursor from before a backup was restored says to begin again, however much has changed since', async () => {
  const { ctx, clock } = shop;
  const [one, other, third] = [await buildGoods(ctx), await buildGoods(ctx), await buildGoods(ctx)];
  await read();
  const backup = await ctx.db.selectFrom('goods_changes').selectAll().execute();
  const change = async (id: bigint, price: bigint) => {
    clock.advance(MINUTE_MS);
    await setGoods(id, { price_micro: price });
    await record();
  };
  await change(one, 2_000_000n);
  const { cursor } = await read();

  for (const { goods_id: id, ...row } of backup)
    await ctx.db
      .updateTable('goods_changes')
      .set({ ...row, offer: JSON.stringify(row.offer) as never })
      .where('goods_id', '=', id)
      .execute();
  await setGoods(one, { price_micro: 1_000_000n });
  // The number that the cursor knows is given to another product, and the next one too.
  await change(other, 3_000_000n);
  await change(third, 4_000_000n);
  expect(await shop.call('GET', `/api/changes?after=${cursor}`)).toMatchObject({
    status: 410,
    code: 300_120,
  });
  const again = await read();
  expect(await read(again.cursor)).toEqual({ changes: [], cursor: again.cursor, has_more: false });
});
