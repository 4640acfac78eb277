import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { createCategory, setGoodsOnSale } from '../features/goods/index.ts';
import { placeOrder } from '../features/orders/index.ts';
import type { Ctx } from '../platform/context.ts';
import { signInAdmin, type TestAdmin } from '../testing/people.ts';
import { createTestShop, type TestShop } from '../testing/app.ts';
import { buildBuyer, buildGoods, stockUp } from '../testing/build.ts';

/** What every page asks for is cached. These tests change it, and look at once. */

let shop: TestShop;
let ctx: Ctx;
let admin: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
  ctx = shop.app.systemCtx('test');
  admin = await signInAdmin(ctx);
});

const get = (url: string, headers: Record<string, string> = {}) =>
  shop.app.http.inject({ method: 'GET', url, headers });
const itemsAt = async (url: string, language = 'en') =>
  (await get(url, { 'accept-language': language })).json().data.items as Record<string, any>[];
const listedGoods = async (id: bigint) =>
  (await itemsAt('/api/goods')).find((goods) => goods['id'] === String(id));

test('a change by an admin is in the next answer, in every language', async () => {
  const id = await buildGoods(ctx);
  await stockUp(ctx, id, 3);
  for (const isOnSale of [true, false, true, false, true]) {
    await setGoodsOnSale(admin.ctx, { body: { ids: [String(id)], on_sale: isOnSale } });
    expect((await listedGoods(id)) !== undefined).toBe(isOnSale);
  }
  await itemsAt('/api/categories', 'pt');
  await createCategory(admin.ctx, { body: { names: { en: 'Rope', pt: 'Corda' }, sort: 1 } });
  const namesIn = async (language: string) =>
    (await itemsAt('/api/categories', language)).map(({ name }) => name as string);
  expect(await namesIn('en')).toContain('Rope');
  expect(await namesIn('pt')).toContain('Corda');
});

test('settings and announcements that an admin changes are in the next answer', async () => {
  const put = (path: string, method: string, body: unknown) =>
    shop.call(method, `/api/${path}`, body, admin.headers);
  const siteName = async () => (await get('/api/site-config')).json().data.site_name as string;
  for (const name of ['Quay', 'Pier', 'Quay']) {
    await put('site-config', 'PUT', { site_name: name });
    expect(await siteName()).toBe(name);
  }
  const shown = '/api/announcements/position/home';
  const before = await itemsAt(shown);
  const announcement = { position: 'home', state: 'published', title: { en: 'Low tide' } };
  expect(await put('announcements', 'POST', announcement)).toMatchObject({ status: 200 });
  expect((await itemsAt(shown)).length).toBe(before.length + 1);
});

test('a buyer who looks after their order sees what is left', async () => {
  const id = await buildGoods(ctx);
  await stockUp(ctx, id, 3);
  const buyer = await buildBuyer(ctx, 1_000_000_000n);
  expect((await listedGoods(id))?.['stock']).toBe(3);
  await placeOrder(buyer.ctx, {
    body: { goods_id: String(id), quantity: 2, gender: 'random' },
    idempotencyKey: 'two of three',
  });
  await expect.poll(async () => (await listedGoods(id))?.['stock']).toBe(1);
});

test('what no event tells of is shown too, soon', async () => {
  const id = await buildGoods(ctx);
  await itemsAt('/api/goods');
  await ctx.db
    .updateTable('goods')
    .set({ name: JSON.stringify({ en: 'Renamed' }) })
    .where('id', '=', id)
    .execute();
  await expect.poll(async () => (await listedGoods(id))?.['name']).toBe('Renamed');
});

test('the same answer is not sent twice, and is compressed as the caller asks', async () => {
  for (let more = 0; more < 5; more += 1) await buildGoods(ctx);
  const plain = await get('/api/goods');
  const etag = String(plain.headers['etag']);
  expect(plain.headers).toMatchObject({
    'cache-control': 'no-cache',
    vary: 'accept-encoding, accept-language',
  });
  const again = await get('/api/goods', { 'if-none-match': etag });
  expect(again).toMatchObject({ statusCode: 304, body: '' });
  expect(again.headers['etag']).toBe(etag);
  const packed = await get('/api/goods', { 'accept-encoding': 'gzip, deflate, br;q=0.9' });
  expect(packed.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
  const older = await get('/api/goods', { 'accept-encoding': 'gzip, br;q=0' });
  expect(older.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(older.rawPayload).toString()).toBe(plain.body);
  await setGoodsOnSale(admin.ctx, {
    body: { ids: [plain.json().data.items[0].id as string], on_sale: false },
  });
  expect(await get('/api/goods', { 'if-none-match': etag })).toMatchObject({ statusCode: 200 });
});

test('a cached answer is the same for everybody', async () => {
  const id = await buildGoods(ctx);
  await stockUp(ctx, id, 3);
  const buyer = await signInAdmin(ctx, []);
  for (const url of ['/api/goods', `/api/goods/${id}`, '/api/categories']) {
    const [visitor, ...people] = await Promise.all([
      get(url),
      get(url, admin.headers),
      get(url, buyer.headers),
    ]);
    for (const person of people) expect(person.body).toBe(visitor.body);
    expect(visitor.headers['set-cookie']).toBeUndefined();
  }
});
