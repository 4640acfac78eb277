import { MOST_CART_LINES } from '@portside/contract';
import { beforeAll, expect, test } from 'vitest';
import { createTestShop, type Answer, type TestShop } from '../../../testing/app.ts';
import { buildGoods } from '../../../testing/build.ts';
import { buildLevel, setLevel } from '../../../testing/build-prices.ts';
import { signInAdmin, type TestAdmin } from '../../../testing/people.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});

const ask = (who: TestAdmin | null, method: string, path: string, body?: unknown): Promise<Answer> =>
  shop.call(method, `/api/${path}`, body, who?.headers);
const buyer = (): Promise<TestAdmin> => signInAdmin(shop.ctx, []);
const product = async (): Promise<string> => String(await buildGoods(shop.ctx));
const set = (who: TestAdmin, ...lines: object[]) => ask(who, 'PUT', 'cart/lines', { lines });
const cartOf = async (who: TestAdmin) => (await ask(who, 'GET', 'cart')).data.lines;

test('a cart has one line for each product, keeps its order, and is its buyer’s alone', async () => {
  const [who, other] = [await buyer(), await buyer()];
  const [first, second] = [await product(), await product()];
  await set(who, { goods_id: second, quantity: 2, unit_price: '1' });
  shop.clock.advance(1_000);
  await set(who, { goods_id: first, quantity: 1, gender: 'male' });
  const answer = await set(who, { goods_id: second, quantity: 3 }, { goods_id: second, quantity: 4 });
  expect(answer.data.lines).toEqual([
    { goods_id: second, quantity: 4, gender: 'random', unit_price: null },
    { goods_id: first, quantity: 1, gender: 'male', unit_price: null },
  ]);
  expect(await cartOf(who)).toEqual(answer.data.lines);
  expect(await cartOf(other)).toEqual([]);
  expect((await ask(who, 'DELETE', `cart/lines/${second}`)).code).toBe(200);
  expect((await ask(who, 'DELETE', `cart/lines/${second}`)).code).toBe(200);
  expect((await cartOf(who)).map(({ goods_id }: { goods_id: string }) => goods_id)).toEqual([first]);
  expect((await ask(null, 'GET', 'cart')).code).toBe(401);
});

test('what is not for the buyer is left out, and refused where nothing is left', async () => {
  const who = await buyer();
  const [shown, hidden, forGold] = [await product(), await product(), await product()];
  const levelId = await buildLevel(shop.ctx);
  const change = (id: string, goods: object) =>
    shop.ctx.db.updateTable('goods').set(goods).where('id', '=', BigInt(id)).execute();
  await change(hidden, { visibility: 'hidden' });
  await change(forGold, { visibility: 'levels', level_ids: [levelId] });
  const lines = [shown, hidden, forGold, '999999999'].map((goods_id) => ({ goods_id, quantity: 1 }));
  expect((await set(who, ...lines)).data.lines.map((line: { goods_id: string }) => line.goods_id)).toEqual([
    shown,
  ]);
  expect((await set(who, ...lines.slice(1))).code).toBe(506);
  await setLevel(shop.ctx, who.user.id, levelId);
  expect((await set(who, ...lines.slice(1))).data.lines).toHaveLength(2);
});

test('a cart holds so many products and no more', async () => {
  const who = await buyer();
  const goods = await Array.fromAsync({ length: MOST_CART_LINES }, product);
  await set(who, ...goods.map((goods_id) => ({ goods_id, quantity: 1 })));
  const { body } = await set(who, { goods_id: await product(), quantity: 1 });
  expect([body.code, body.faults]).toEqual([
    519,
    [{ field: 'lines', fault: 'many', limit: MOST_CART_LINES }],
  ]);
  expect(await cartOf(who)).toHaveLength(MOST_CART_LINES);

  const other = await buyer();
  const [some, rest] = [goods.slice(1), [goods[0]!, await product()]].map((ids) =>
    ids.map((goods_id) => ({ goods_id, quantity: 1 })),
  );
  const both = await Promise.all([set(other, ...some!), set(other, ...rest!)]);
  expect(new Set(both.map(({ code }) => code))).toEqual(new Set([200, 519]));
});

test('the refusal of a purchase names its lines on the wire', async () => {
  const who = await buyer();
  const [first, second] = [await product(), await product()];
  const lines = [first, second].map((goods_id) => ({ goods_id, quantity: 1 }));
  const { body } = await ask(who, 'POST', 'orders/batch', { lines });
  expect([body.code, body.faults]).toEqual([
    300001,
    lines.map((_, index) => ({ field: `lines.${index}`, fault: 'refused', code: 300001 })),
  ]);
  expect((await ask(who, 'POST', 'orders/batch', { lines: [] })).code).toBe(510);
});
