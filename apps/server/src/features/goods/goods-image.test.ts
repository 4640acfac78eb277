import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { createTestShop, type Answer, type TestShop } from '../../testing/app.ts';
import { buildGoods } from '../../testing/build.ts';
import { imageForm, pngBytes } from '../../testing/image-form.ts';

let shop: TestShop;
let admin: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
  admin = await signInAdmin(shop.ctx, ['goods.write', 'stock.read']);
});

async function give(id: string, bytes: Buffer) {
  const { payload, headers } = await imageForm(bytes);
  const url = `/api/admin/goods/${id}/image`;
  const form = { method: 'PUT', url, payload, headers: { ...headers, ...admin.headers } } as const;
  return (await shop.app.http.inject(form)).json();
}
const ask = (method: string, path: string): Promise<Answer> =>
  shop.call(method, `/api/admin/goods${path}`, undefined, admin.headers);
const look = (address: string) => shop.app.http.inject({ method: 'GET', url: address });
const shownGoods = async (id: string) => (await shop.call('GET', `/api/goods/${id}`)).data;
const entries = (id: string) =>
  shop.ctx.db
    .selectFrom('audit_entries')
    .select(['before', 'after'])
    .where('action', '=', 'goods.image')
    .where('subject', '=', `goods:${id}`)
    .execute();
const build = async (): Promise<string> => String(await buildGoods(shop.ctx));

test('everybody sees a product’s picture, as an image that may be cached for ever', async () => {
  const id = await build();
  expect((await shownGoods(id)).image).toBeNull();
  const picture = pngBytes(randomUUID());
  const { data } = await give(id, picture);
  expect(data.image).toMatch(new RegExp(`^/api/goods/${id}/images/[0-9a-f-]{36}$`));
  expect((await shownGoods(id)).image).toBe(data.image);
  expect((await ask('GET', `/${id}`)).data).toEqual(data);
  const seen = await look(data.image);
  expect(seen.rawPayload).toEqual(picture);
  expect(seen.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
});

test('another picture has another address, and the first is gone from the disk', async () => {
  const id = await build();
  const first = (await give(id, pngBytes('first'))).data.image;
  const name = await shop.ctx.db.selectFrom('goods').select('image').where('id', '=', BigInt(id)).execute();
  const second = (await give(id, pngBytes('second'))).data.image;
  expect(second).not.toBe(first);
  expect((await look(first)).json().code).toBe(506);
  expect((await look(second)).rawPayload).toEqual(pngBytes('second'));
  // Even to who names it by the row.
  await shop.ctx.db.updateTable('goods').set(name[0]!).where('id', '=', BigInt(id)).execute();
  expect((await look(first)).json().code).toBe(506);
});

test('a picture is removed once, and changing the product leaves it alone', async () => {
  const id = await build();
  const { image } = (await give(id, pngBytes())).data;
  const copy = (await ask('POST', `/${id}/copies`)).data;
  expect(copy.image).toBeNull();
  expect((await look(image.replace(`/${id}/`, `/${copy.id}/`))).json().code).toBe(506);
  const { category, names } = (await ask('GET', `/${id}`)).data;
  const body = { category_id: category.id, names, price: '2' };
  const written = await shop.call('PUT', `/api/admin/goods/${id}`, body, admin.headers);
  expect(written.data.image).toBe(image);
  expect((await ask('DELETE', `/${id}/image`)).data.image).toBeNull();
  expect((await ask('DELETE', `/${id}/image`)).data.image).toBeNull();
  expect((await look(image)).json().code).toBe(506);
  expect(await entries(id)).toHaveLength(2);
});

test('of pictures sent at once each replaces one, so that only the last stays', async () => {
  const id = await build();
  const given = await Promise.all(['a', 'b', 'c', 'd'].map((more) => give(id, pngBytes(more))));
  expect(given.map(({ code }) => code)).toEqual([200, 200, 200, 200]);
  const replaced = (await entries(id)).map(({ before }) => before);
  expect(new Set(replaced.map((one) => JSON.stringify(one))).size).toBe(4);
});

test('what is no picture, or of no product, is refused and changes nothing', async () => {
  const id = await build();
  const { image } = (await give(id, pngBytes())).data;
  expect((await give(id, Buffer.from('<svg onload="alert(1)"/>'))).code).toBe(519);
  expect((await give('999999999', pngBytes())).code).toBe(506);
  expect((await ask('DELETE', '/999999999/image')).code).toBe(506);
  expect((await shownGoods(id)).image).toBe(image);
  expect(await entries(id)).toHaveLength(1);
});
