import { DAY_MS } from '../../platform/clock.ts';
import { errors } from '@portside/contract';
import { beforeEach, expect, test } from 'vitest';
import { uploadReferences } from '../../compose/compose.ts';
import { sweepUploads, storeUpload } from '../../platform/uploads/uploads.ts';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { bearer, createFreshShop, type TestShop } from '../../testing/app.ts';
import { buildGoods } from '../../testing/build.ts';
import { imageForm, pngBytes, pngOfBytes } from '../../testing/image-form.ts';
import { buyOnce } from '../../testing/sale.ts';
import { watchMoney } from '../alarms/index.ts';
import { expireImages } from './index.ts';

const MB = 1_048_576;

let shop: TestShop;
let admin: TestAdmin;
beforeEach(async () => {
  shop = await createFreshShop();
  admin = await signInAdmin(shop.ctx);
});

type Form = Awaited<ReturnType<typeof imageForm>>;
type Person = { readonly token: string; readonly id: string };

const post = async (
  url: string,
  { payload, headers }: Form,
  as: Record<string, string>,
  from = '192.0.2.1',
) =>
  (
    await shop.app.http.inject({
      method: 'POST',
      url,
      payload,
      headers: { ...headers, ...as },
      remoteAddress: from,
    })
  ).json();
const send = async ({ token }: Person, megabytes: number, from?: string): Promise<number> =>
  (await post('/api/support/images', await imageForm(pngOfBytes(megabytes * MB)), bearer(token), from)).code;
const newBuyer = async (): Promise<Person> => {
  const person = await shop.register();
  await buyOnce(shop, person);
  return person;
};
const stored = async (): Promise<number> =>
  (await shop.ctx.db.selectFrom('uploads').select('name').execute()).length;
const setLimits = async (limits: object): Promise<void> => {
  const { data } = await shop.call('GET', '/api/settings', undefined, admin.headers);
  expect((await shop.call('PUT', '/api/settings', { ...data, ...limits }, admin.headers)).code).toBe(200);
};
const alarms = async (): Promise<string[]> => {
  await watchMoney(shop.ctx);
  const rows = await shop.ctx.db
    .selectFrom('alarms')
    .select('kind')
    .where('ended_at', 'is', null)
    .where('kind', '=', 'imagesUsedUp')
    .execute();
  return rows.map(({ kind }) => kind);
};
const { imagesForBuyers, imagesUsedUp } = errors;

test('only buyers and admins can store images, not everyone who signs up', async () => {
  const stranger = await shop.register();
  expect(await send(stranger, 1)).toBe(imagesForBuyers.code);
  const support = () => shop.call('GET', '/api/support', undefined, bearer(stranger.token));
  expect((await support()).data.may_send_images).toBe(false);
  expect(await stored()).toBe(0);
  await buyOnce(shop, stranger);
  expect((await support()).data.may_send_images).toBe(true);
  expect(await send(stranger, 1)).toBe(200);
  const url = `/api/admin/support/conversations/${stranger.id}/images`;
  expect((await post(url, await imageForm(pngBytes()), admin.headers)).code).toBe(200);
  expect(await stored()).toBe(2);
});

test('all buyers of one network together store so many bytes in a day', async () => {
  await setLimits({ image_mb_per_address: 5 });
  const [ann, bob] = [await newBuyer(), await newBuyer()];
  expect(await send(ann, 3)).toBe(200);
  expect(await send(bob, 3)).toBe(imagesUsedUp.code);
  // What was refused does not count.
  expect(await send(bob, 2)).toBe(200);
  expect(await send(bob, 3, '192.0.2.2')).toBe(200);
  expect(await send(ann, 3, '2001:db8::1')).toBe(200);
  expect(await send(ann, 3, '2001:db8::ffff:1')).toBe(imagesUsedUp.code);
  expect(await stored()).toBe(4);
  expect(await alarms()).toEqual([]);
  shop.clock.advance(DAY_MS);
  expect(await send(bob, 3)).toBe(200);
});

test('all buyers together store so many bytes in a day, also at once, and the operators are told', async () => {
  await setLimits({ image_mb_per_shop: 7 });
  const buyers = await Promise.all(Array.from({ length: 5 }, newBuyer));
  const codes = await Promise.all(buyers.map((buyer, index) => send(buyer, 3, `192.0.2.${index + 1}`)));
  expect(codes.filter((code) => code === 200)).toHaveLength(2);
  expect(codes.filter((code) => code === imagesUsedUp.code)).toHaveLength(3);
  expect(await stored()).toBe(2);
  expect(await alarms()).toEqual(['imagesUsedUp']);
  shop.clock.advance(DAY_MS);
  expect(await alarms()).toEqual([]);
});

test('images that nobody refers to go, those of products and conversations stay', async () => {
  const { db } = shop.ctx;
  const { clock } = shop;
  const goodsId = await buildGoods(shop.ctx);
  const picture = await imageForm(pngBytes());
  await shop.app.http.inject({
    method: 'PUT',
    url: `/api/admin/goods/${goodsId}/image`,
    payload: picture.payload,
    headers: { ...picture.headers, ...admin.headers },
  });
  await send(await newBuyer(), 1);
  const lost = await storeUpload(db, { type: 'image/png', bytes: pngBytes() });
  await db.updateTable('uploads').set({ created_at: clock.now() }).execute();
  await sweepUploads(shop.ctx, uploadReferences);
  expect(await stored()).toBe(3);
  clock.advance(DAY_MS + 1);
  await sweepUploads(shop.ctx, uploadReferences);
  const names = await db.selectFrom('uploads').select('name').execute();
  expect(names).toHaveLength(2);
  expect(names.map(({ name }) => name)).not.toContain(lost);
});

test('half a year after its last message a conversation loses its images, and keeps its messages', async () => {
  const { db } = shop.ctx;
  const { clock } = shop;
  const [quiet, busy] = [await newBuyer(), await newBuyer()];
  for (const buyer of [quiet, busy]) await send(buyer, 1);
  await db.updateTable('uploads').set({ created_at: clock.now() }).execute();
  const work = async () => {
    await expireImages(shop.ctx);
    await sweepUploads(shop.ctx, uploadReferences);
  };
  clock.advance(100 * DAY_MS);
  admin = await signInAdmin(shop.ctx);
  await shop.call(
    'POST',
    `/api/admin/support/conversations/${busy.id}/messages`,
    { text: 'still with us?' },
    admin.headers,
  );
  await work();
  expect(await stored()).toBe(2);
  clock.advance(81 * DAY_MS);
  await work();
  expect(await stored()).toBe(1);
  admin = await signInAdmin(shop.ctx);
  const read = async ({ id }: Person) =>
    (await shop.call('GET', `/api/admin/support/conversations/${id}`, undefined, admin.headers)).data;
  const { conversation, items } = await read(quiet);
  expect(items).toMatchObject([{ text: null, has_image: true, image_deleted: true }]);
  expect(conversation.last_message).toMatchObject({ text: null, image_deleted: true });
  const url = `/api/admin/support/images/${items[0].id}`;
  expect((await shop.call('GET', url, undefined, admin.headers)).code).toBe(errors.notFound.code);
  expect((await read(busy)).items[1]).toMatchObject({ has_image: true, image_deleted: false });
});

test('a closed profile’s images go a month after its last message', async () => {
  const { db } = shop.ctx;
  const { clock } = shop;
  const buyer = await newBuyer();
  await send(buyer, 1);
  await db.updateTable('users').set({ status: 'closed' }).where('id', '=', BigInt(buyer.id)).execute();
  clock.advance(31 * DAY_MS);
  await expireImages(shop.ctx);
  await sweepUploads(shop.ctx, uploadReferences);
  expect(await stored()).toBe(0);
});
