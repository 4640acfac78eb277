import { beforeAll, expect, test } from 'vitest';
import { runQuery } from '../../../platform/db/pipeline.ts';
import { createTestShop, type Answer, type TestShop } from '../../../testing/app.ts';
import { buildCoupon } from '../../../testing/build-prices.ts';
import { signInAdmin, type TestAdmin } from '../../../testing/people.ts';
import { lockedCoupons } from '../coupons.ts';

let shop: TestShop;
let admin: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
  admin = await signInAdmin(shop.ctx, ['price.read', 'price.write']);
});

const ask = (method: string, path: string, body?: unknown): Promise<Answer> =>
  shop.call(method, `/api/admin/${path}`, body, admin.headers);
const percent = { kind: 'percent', percent: '10' };

test('a coupon has a code of its own, in capitals and once', async () => {
  const wanted = { ...percent, code: 'welcome10', max_discount: '5', per_buyer: 1, usernames: [] };
  expect((await ask('POST', 'coupons', wanted)).data).toMatchObject({ count: 1 });
  expect((await ask('GET', 'coupons?q=welc')).data.items).toMatchObject([
    { code: 'WELCOME10', percent: '10', amount: null, max_discount: '5', uses: 0, state: 'running' },
  ]);
  expect((await ask('POST', 'coupons', wanted)).code).toBe(500_002);
});

test('a code of its own is that of one coupon, not of several', async () => {
  const refused = { body: { code: 100_001, faults: [{ field: 'count', fault: 'large', limit: 1 }] } };
  const wanted = { ...percent, code: 'TWICE10', count: 2 };
  expect(await ask('POST', 'coupons', wanted)).toMatchObject(refused);
  expect(await ask('POST', 'price-previews', { coupon: wanted })).toMatchObject(refused);
  expect((await ask('GET', 'coupons?q=twice')).data.items).toEqual([]);
  expect((await ask('POST', 'coupons', { ...wanted, count: 1 })).data).toMatchObject({ count: 1 });
});

test('a thousand codes at once are all different, easy to read, and exported as a file', async () => {
  const wanted = { ...percent, count: 1_000, prefix: 'fair', note: 'the fair', max_uses: 1 };
  const { data } = await ask('POST', 'coupons', wanted);
  expect(data.count).toBe(1_000);
  const { created_at: at } = data;
  const url = `/api/admin/coupons/export?from=${at}&to=${at}`;
  const file = await shop.app.http.inject({ method: 'GET', url, headers: admin.headers });
  const codes = file.body.match(/FAIR[A-Z0-9]*/g) ?? [];
  expect(new Set(codes).size).toBe(1_000);
  expect(codes.filter((code) => !/^FAIR[A-HJKMNP-Z2-9]{10}$/.test(code))).toEqual([]);
  const { data: first } = await ask('GET', 'coupons?q=the+fair&limit=500');
  expect(first.items).toHaveLength(500);
  expect(
    (await ask('GET', `coupons?q=the+fair&limit=500&cursor=${first.next_cursor}`)).data.items,
  ).toHaveLength(500);
  expect((await ask('POST', 'coupons', { ...wanted, count: 1_001 })).code).toBe(519);
});

test('coupons are switched off and on, all of them or none', async () => {
  await ask('POST', 'coupons', { ...percent, count: 2, note: 'switched' });
  const ids = (await ask('GET', 'coupons?q=switched')).data.items.map(({ id }: { id: string }) => id);
  const set = (is_on: boolean, more: string[] = []) =>
    ask('PUT', 'coupons/on', { ids: [...ids, ...more], is_on });
  expect((await set(false)).data).toEqual({ changed: 2 });
  expect((await ask('GET', 'coupons?q=switched&state=off')).data.items).toMatchObject([
    { state: 'off' },
    { state: 'off' },
  ]);
  expect((await set(true, ['999999'])).code).toBe(506);
  expect((await ask('GET', 'coupons?q=switched&state=off')).data.items).toHaveLength(2);
  expect((await set(true)).data).toEqual({ changed: 2 });
});

test.each([
  [{ kind: 'percent' }, 510],
  [{ kind: 'fixed', percent: '10' }, 510],
  [{ kind: 'percent', percent: '0' }, 519],
  [{ kind: 'percent', percent: '101' }, 519],
  [{ ...percent, amount: '5' }, 100_001],
  [{ kind: 'fixed', amount: '5', max_discount: '1' }, 100_001],
  [{ ...percent, per_buyer: 3, max_uses: 2 }, 100_001],
  [{ ...percent, ends_at: '2020-01-01T00:00:00Z' }, 100_001],
  [{ ...percent, goods_ids: ['999999'] }, 100_001],
  [{ ...percent, usernames: ['nobody-here'] }, 100_001],
  [{ ...percent, code: 'A B' }, 519],
])('%j is no coupon', async (body, code) => {
  expect((await ask('POST', 'coupons', body)).code).toBe(code);
});

test('orders lock coupons in the order of their ids as numbers', async () => {
  const coupons = await Array.fromAsync({ length: 12 }, () => buildCoupon(shop.ctx));
  const locked = await runQuery(shop.ctx.db, lockedCoupons(coupons.map(({ code }) => code).toReversed()));
  expect([...locked.keys()]).toEqual(coupons.map(({ code }) => code));
});
