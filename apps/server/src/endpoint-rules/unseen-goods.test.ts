import { contract, paths, type Endpoint, type EndpointName } from '@portside/contract';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { recordChanges } from '../features/changes/index.ts';
import { readCategoryHead, readFamilyHead, readGoodsHead } from '../features/goods/index.ts';
import { findPromotions } from '../features/prices/index.ts';
import { createFreshShop, type TestShop } from '../testing/app.ts';
import { buildCategory, buildGoods, fund, stockUp } from '../testing/build.ts';
import { buildLevel, buildPriceList } from '../testing/build-prices.ts';
import { signInAdmin, type TestAdmin } from '../testing/people.ts';

let shop: TestShop;
let buyer: TestAdmin;
beforeAll(async () => {
  shop = await createFreshShop();
  buyer = await signInAdmin(shop.ctx, []);
});

type Ids = { readonly goods: bigint; readonly family?: bigint; readonly category?: bigint };

/** What visitors and buyers read: every GET endpoint of theirs with these ids in its path, and with a word to search for. */
async function readAll(reader: TestAdmin | null, { goods, family, category }: Ids, word: string) {
  const answers: { readonly url: string; readonly body: string }[] = [];
  for (const name of Object.keys(paths) as EndpointName[]) {
    const [method, path] = paths[name];
    const { access }: Endpoint = contract[name];
    if (method !== 'GET' || name === 'streamLive' || (access !== 'visitor' && access !== 'user')) continue;
    const id = path.includes('/families/') ? family : path.includes('/categories/') ? category : goods;
    for (const query of ['', `?q=${word}`]) {
      const url = path.replaceAll(/:\w+/g, String(id ?? goods)) + query;
      const { body } = await shop.app.http.inject({ url, headers: reader?.headers ?? {} });
      answers.push({ url, body });
    }
  }
  return answers;
}

const change = (id: bigint, columns: Record<string, unknown>) =>
  shop.ctx.db.updateTable('goods').set(columns).where('id', '=', id).execute();
const ask = (method: string, path: string, body?: unknown) =>
  shop.call(method, `/api/${path}`, body, { ...buyer.headers, 'idempotency-key': randomUUID() });

test('whoever does not see a product reads of it nowhere, and neither buys nor quotes it', async () => {
  const { ctx } = shop;
  const category = await buildCategory(ctx);
  const { id: family } = await ctx.db
    .insertInto('families')
    .values({ name: '{"en":"Quux"}', description: '{}', updated_at: ctx.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const level = await buildLevel(ctx);
  const unseen = [
    { visibility: 'hidden' },
    { visibility: 'levels', level_ids: [level] },
    { visibility: 'link', link_key: 'a'.repeat(32) },
    { on_sale: false },
  ];
  const made: bigint[] = [];
  for (const columns of unseen) {
    const id = await buildGoods(ctx, { name: { en: 'Zanzibar' }, category_id: category });
    await stockUp(ctx, id, 5);
    await change(id, { ...columns, family_id: family, search_words: ['Zanzibar'] });
    await buildPriceList(ctx, 'everybody', id, { 1: 500_000n }, { name: 'Zanzibar sale' });
    await buildPriceList(ctx, { userId: buyer.user.id }, id, { 1: 400_000n });
    made.push(id);
  }
  await recordChanges(ctx, { countSold: async () => new Map() });
  const reader = {
    db: ctx.db,
    publicUrl: 'https://shop.example',
    language: 'en',
    now: ctx.clock.now(),
    findPromotions,
  } as const;
  for (const goods of made) {
    for (const who of [null, buyer]) {
      const answers = await readAll(who, { goods, family, category }, 'Zanzibar');
      const telling = answers.filter(
        ({ body }) => /Zanzibar|Quux/.test(body) || body.includes(`"goods_id":"${goods}"`),
      );
      expect(answers.length).toBeGreaterThan(50);
      expect(telling).toEqual([]);
    }
    const line = { goods_id: String(goods), quantity: 1 };
    expect((await ask('POST', 'orders/quotes', line)).code).toBe(506);
    const quotes = await ask('POST', 'orders/batch/quotes', { lines: [line] });
    expect(quotes.data.lines).toEqual([
      { quote: null, refusal: 506, coupon_refusal: null, coupon_min_total: null },
    ]);
    // Of what is for everybody, buyers may know that it is off sale.
    expect((await ask('POST', 'orders', line)).code).toBe(goods === made.at(-1) ? 300005 : 506);
    expect(await readGoodsHead(reader, `/product/${goods}`)).toBeNull();
  }
  expect(await readFamilyHead(reader, `/family/${family}`)).toBeNull();
  const head = await readCategoryHead(reader, `/category/${category}`, (name) => name);
  expect(JSON.stringify(head)).not.toMatch(/Zanzibar|Quux/);
});

test.each(['ranges', 'in_stock'])('where stock is shown by %s, no answer has the figure', async (display) => {
  const { ctx } = shop;
  const goods = await buildGoods(ctx, { max_quantity: 10_000 });
  await fund(ctx, buyer.user.id, 90_000_000_000n);
  await stockUp(ctx, goods, 4_321);
  await change(goods, { stock_display: display });
  await recordChanges(ctx, { countSold: async () => new Map() });
  const answers = [
    ...(await readAll(null, { goods }, 'mailbox')),
    ...(await readAll(buyer, { goods }, 'mailbox')),
  ];
  const many = { goods_id: String(goods), quantity: 5_000 };
  const one = { ...many, quantity: 1 };
  for (const [path, body, code] of [
    ['orders', many, 300002],
    ['orders', { ...many, quantity: 10_001 }, 300003],
    ['orders/quotes', many, 200],
    ['orders/batch/quotes', { lines: [many] }, 200],
    ['orders/batch', { lines: [many, one] }, 300002],
    // A refusal costs nothing: beside another one, nothing is said of the stock.
    ['orders/batch', { lines: [many, { goods_id: '999999', quantity: 1 }] }, 506],
  ] as const) {
    const answer = await ask('POST', path, body);
    expect(answer.code, path).toBe(code);
    answers.push({ url: path, body: JSON.stringify(answer.body) });
  }
  const telling = answers.filter(({ body }) => /\b4[,.\s]?32[01]\b/.test(body));
  expect(telling).toEqual([]);
});
