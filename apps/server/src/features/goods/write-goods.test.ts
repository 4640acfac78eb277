import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { createTestShop, type Answer, type TestShop } from '../../testing/app.ts';
import { buildBuyer, buildGoods, stockUp } from '../../testing/build.ts';
import { imageForm, pngBytes } from '../../testing/image-form.ts';
import { collectEvents, createWorld } from '../../testing/world.ts';
import { placeOrder } from '../orders/index.ts';
import { updateGoods } from './write-goods.ts';

let shop: TestShop;
let admin: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
  admin = await signInAdmin(shop.ctx, ['goods.write', 'stock.read']);
});

const ask = (method: string, path: string, body?: unknown): Promise<Answer> =>
  shop.call(method, `/api/${path}`, body, admin.headers);
const admins = (method: string, path: string, body?: unknown): Promise<Answer> =>
  ask(method, `admin/${path}`, body);
const buildCategory = async (names: object = { en: 'Mailboxes' }): Promise<string> =>
  (await admins('POST', 'categories', { names })).data.id;
const written = async (more: object = {}) => ({
  category_id: await buildCategory(),
  names: { en: `Quiet mailbox ${randomUUID()}`, ru: 'Тихий ящик' },
  descriptions: { en: 'Two lines\nof text' },
  price: '1.5',
  price_tiers: [{ min_quantity: 100, price: '1.25' }],
  ...more,
});

test('a category is created, renamed, counted, and deleted once it has no products', async () => {
  const made = await admins('POST', 'categories', { names: { en: 'Seats', ru: 'Места' }, sort: 3 });
  expect(made.data).toMatchObject({ name: 'Seats', names: { en: 'Seats', ru: 'Места' }, sort: 3, goods: 0 });
  const { id } = made.data;
  const changed = await admins('PUT', `categories/${id}`, { names: { pt: 'Lugares' } });
  expect(changed.data).toEqual({
    id,
    name: 'Lugares',
    parent: null,
    names: { pt: 'Lugares' },
    descriptions: {},
    image: null,
    sort: 0,
    goods: 0,
    subcategories: 0,
  });
  const goods = (await admins('POST', 'goods', await written({ category_id: id }))).data;
  const listed = (await admins('GET', 'categories')).data.items;
  expect(listed.find((one: { id: string }) => one.id === id).goods).toBe(1);
  expect((await admins('DELETE', `categories/${id}`)).code).toBe(300_039);
  const moved = await written({ category_id: await buildCategory() });
  expect((await admins('PUT', `goods/${goods.id}`, moved)).code).toBe(200);
  expect((await admins('DELETE', `categories/${id}`)).code).toBe(200);
  expect((await admins('DELETE', `categories/${id}`)).code).toBe(506);
});

test('categories have two levels, and a product of a subcategory is listed with both', async () => {
  const top = await buildCategory({ en: 'Mail' });
  const made = await admins('POST', 'categories', {
    names: { en: 'Work mail' },
    descriptions: { en: 'For teams.', ru: 'Для команд.' },
    parent_id: top,
  });
  const child = made.data.id as string;
  expect(made.data).toMatchObject({ parent: { id: top, name: 'Mail' }, subcategories: 0 });
  const page = (await ask('GET', `categories/${top}`)).data;
  expect(page).toMatchObject({ name: 'Mail', parent: null, description: '', image: null });
  expect(page.subcategories).toMatchObject([{ id: child, name: 'Work mail', slug: `${child}-work-mail` }]);
  expect((await ask('GET', `categories/${child}`)).data.description).toBe('For teams.');
  const goods = (await admins('POST', 'goods', await written({ category_id: child }))).data.id as string;
  await admins('PUT', 'goods/on-sale', { ids: [goods], on_sale: true });
  for (const id of [top, child]) {
    const { items } = (await ask('GET', `goods?category=${id}`)).data;
    expect(items).toMatchObject([{ id: goods, category: { id: child, parent: { id: top, name: 'Mail' } } }]);
  }
  expect((await admins('DELETE', `categories/${top}`)).code).toBe(300_039);
});

test('a third level of categories is refused, whichever end it is begun at', async () => {
  const [top, child, other] = [await buildCategory(), await buildCategory(), await buildCategory()];
  const move = (id: string, parent_id: string) =>
    admins('PUT', `categories/${id}`, { names: { en: 'Moved' }, parent_id });
  expect((await move(child, top)).code).toBe(200);
  expect(await move(other, child)).toMatchObject({ code: 100_001 });
  expect(await move(top, other)).toMatchObject({ code: 100_001 });
  expect(await move(other, other)).toMatchObject({ code: 100_001 });
  expect((await move(other, '999999')).code).toBe(506);
  const [one, two] = [await buildCategory(), await buildCategory()];
  const both = await Promise.all([move(one, two), move(two, one)]);
  expect(both.filter(({ code }) => code === 200)).toHaveLength(1);
});

test('a category has a picture, whose address changes with it', async () => {
  const id = await buildCategory();
  const set = async () => {
    const { payload, headers } = await imageForm(pngBytes());
    const url = `/api/admin/categories/${id}/image`;
    const form = { method: 'PUT' as const, url, payload, headers: { ...headers, ...admin.headers } };
    return (await shop.app.http.inject(form)).json().data.image as string;
  };
  const first = await set();
  const second = await set();
  const read = async (url: string) => (await shop.app.http.inject({ method: 'GET', url })).statusCode;
  expect([await read(first), await read(second)]).toEqual([404, 200]);
  expect((await ask('GET', `categories/${id}`)).data.image).toBe(second);
  expect((await admins('DELETE', `categories/${id}/image`)).data.image).toBeNull();
  expect(await read(second)).toBe(404);
});

test('a product is created off sale, put on sale, changed as a whole and taken off sale', async () => {
  const body = await written();
  const made = (await admins('POST', 'goods', body)).data;
  expect(made).toMatchObject({
    names: body.names,
    descriptions: body.descriptions,
    price: '1.5',
    price_tiers: body.price_tiers,
    min_quantity: 1,
    max_quantity: 10_000,
    format: { separator: '----', columns: ['account', 'password'] },
    on_sale: false,
    stock: 0,
  });
  const shown = () => ask('GET', `goods/${made.id}`);
  expect((await shown()).code).toBe(506);
  const setOnSale = (on_sale: boolean) => admins('PUT', 'goods/on-sale', { ids: [made.id], on_sale });
  expect((await setOnSale(true)).data).toMatchObject({ changed: 1 });
  expect((await setOnSale(true)).data).toMatchObject({ changed: 0 });
  expect((await shown()).data).toMatchObject({ name: body.names.en, price: '1.5' });
  const other = await written({
    price: '2',
    price_tiers: [{ min_quantity: 5, price: '1' }],
    separator: '\t',
  });
  const changed = (await admins('PUT', `goods/${made.id}`, other)).data;
  expect(changed).toMatchObject({ price: '2', price_tiers: other.price_tiers, on_sale: true });
  expect(changed.format.separator).toBe('\t');
  const { proposal, ...kept } = changed;
  expect(proposal).toBeNull();
  expect((await admins('GET', `goods/${made.id}`)).data).toEqual(kept);
  await setOnSale(false);
  expect((await shown()).code).toBe(506);
});

test('an order pays the price that the product was changed to', async () => {
  const made = (await admins('POST', 'goods', await written())).data;
  await admins('PUT', 'goods/on-sale', { ids: [made.id], on_sale: true });
  await stockUp(shop.ctx, BigInt(made.id), 10);
  const tiers = [{ min_quantity: 2, price: '3' }];
  await admins('PUT', `goods/${made.id}`, await written({ price: '4', price_tiers: tiers }));
  const buyer = await buildBuyer(shop.ctx, 100_000_000n);
  const buy = (quantity: number) => {
    const body = { goods_id: made.id, quantity, gender: 'random' } as const;
    return placeOrder(buyer.ctx, { body, idempotencyKey: randomUUID() });
  };
  expect(await buy(1)).toMatchObject({ total_amount: '4' });
  expect(await buy(2)).toMatchObject({ total_amount: '6' });
});

test('what has too little for its smallest order is not in stock', async () => {
  const [tooFew, enough] = [await buildGoods(shop.ctx, { min_quantity: 5 }), await buildGoods(shop.ctx)];
  await stockUp(shop.ctx, tooFew, 4);
  await stockUp(shop.ctx, enough, 4);
  const ids = [tooFew, enough].map(String);
  const { items } = (await ask('GET', 'goods?limit=100&in_stock=true')).data;
  expect(items.map(({ id }: { id: string }) => id).filter((id: string) => ids.includes(id))).toEqual([
    ids[1],
  ]);
});

test('pages leave out and repeat no product that sells out, returns or is withdrawn between two of them', async () => {
  const name = { en: randomUUID() };
  const build = (sort: number) => buildGoods(shop.ctx, { name, sort });
  const [second, third, first, fourth, last] = [
    await build(0),
    await build(0),
    await build(-1),
    await build(3),
    await build(3),
  ];
  for (const id of [first, second, fourth]) await stockUp(shop.ctx, id, 1);
  const look = async (cursor = '') => {
    const { data } = await ask('GET', `goods?limit=1&q=${name.en}${cursor && `&cursor=${cursor}`}`);
    return { ids: data.items.map(({ id }: { id: string }) => BigInt(id)), next: data.next_cursor as string };
  };
  const buyer = await buildBuyer(shop.ctx, 100_000_000n);
  const buy = (id: bigint) => {
    const body = { goods_id: String(id), quantity: 1, gender: 'random' } as const;
    return placeOrder(buyer.ctx, { body, idempotencyKey: randomUUID() });
  };
  const one = await look();
  await buy(first);
  await stockUp(shop.ctx, third, 1);
  const two = await look(one.next);
  await buy(third);
  await shop.ctx.db.updateTable('goods').set({ on_sale: false }).where('id', '=', second).execute();
  const three = await look(two.next);
  const four = await look(three.next);
  await buy(fourth);
  const five = await look(four.next);
  expect([one, two, three, four, five].flatMap(({ ids }) => ids)).toEqual([
    first,
    second,
    third,
    fourth,
    last,
  ]);
  expect(five.next).toBeNull();
  expect((await ask('GET', 'goods?cursor=500')).code).toBe(519);
});

test('a copy has all the data, no stock, and changes independently', async () => {
  const body = await written({ genders: ['male'], warranty_hours: 5, columns: ['login', 'key'], sort: 7 });
  const original = (await admins('POST', 'goods', body)).data;
  await stockUp(shop.ctx, BigInt(original.id), 3);
  const copy = (await admins('POST', `goods/${original.id}/copies`)).data;
  expect(copy).toEqual({ ...original, id: copy.id, created_at: copy.created_at });
  expect(copy.id).not.toBe(original.id);
  await admins('PUT', `goods/${copy.id}`, await written({ price: '9', price_tiers: [] }));
  expect((await admins('GET', `goods/${original.id}`)).data).toMatchObject({
    price: '1.5',
    price_tiers: body.price_tiers,
    stock: 3,
  });
});

test.each([
  ['more than it may', { min_quantity: 5, max_quantity: 4, price_tiers: [] }, 100_001],
  ['a tier from the minimum on', { min_quantity: 100 }, 100_001],
  ['a tier above the maximum', { max_quantity: 99 }, 100_001],
  ['two tiers alike', { price_tiers: [2, 2].map((min_quantity) => ({ min_quantity, price: '1' })) }, 100_001],
  ['a gender twice', { genders: ['male', 'male'] }, 100_001],
  ['a column twice', { columns: ['a', 'a'] }, 100_001],
  ['a warranty beyond the retention', { warranty_hours: 7 * 24 + 1 }, 100_001],
  ['a price of nothing', { price: '0' }, 519],
  ['too many digits', { price: '1.0000001' }, 519],
  ['10,001 at once', { max_quantity: 10_001 }, 519],
  ['a separator of two lines', { separator: '-\n-' }, 519],
  ['an unknown category', { category_id: '999999999' }, 506],
  ['no name', { names: {} }, 510],
])('%s is refused, and nothing is there', async (_, wrong, code) => {
  const count = async () => (await admins('GET', 'goods')).data.total;
  const body = await written(wrong);
  const before = await count();
  expect((await admins('POST', 'goods', body)).code).toBe(code);
  expect(await count()).toBe(before);
});

test.each([
  [{ warranty_hours: 500 }, { field: 'warranty_hours', fault: 'large', limit: 168 }],
  [{ columns: ['a', 'a'] }, { field: 'columns', fault: 'twice' }],
  [
    { min_quantity: 5, max_quantity: 4, price_tiers: [] },
    { field: 'min_quantity', fault: 'large', limit: 4 },
  ],
  [{ max_quantity: 10_001 }, { field: 'max_quantity', fault: 'large', limit: 10_000 }],
  [{ names: { en: 'x'.repeat(121) } }, { field: 'names.en', fault: 'long', limit: 120 }],
])('%j is refused with the field at fault: %j', async (wrong, fault) => {
  expect((await admins('POST', 'goods', await written(wrong))).body.faults).toEqual([fault]);
});

test('products go on sale all together or not at all', async () => {
  const { id } = (await admins('POST', 'goods', await written())).data;
  const both = { ids: [id, '999999999'], on_sale: true };
  expect((await admins('PUT', 'goods/on-sale', both)).code).toBe(506);
  expect((await admins('GET', `goods/${id}`)).data.on_sale).toBe(false);
});

test('the list is searched in every language, by category and by being on sale', async () => {
  const tag = randomUUID();
  const body = await written({ names: { ru: `Ящик ${tag}` } });
  const { id } = (await admins('POST', 'goods', body)).data;
  const found = async (query: string) =>
    (await admins('GET', `goods?${query}`)).data.items.map((one: { id: string }) => one.id);
  expect(await found(`q=${tag}`)).toEqual([id]);
  expect(await found(`category=${body.category_id}`)).toEqual([id]);
  expect(await found(`q=${tag}&on_sale=true`)).toEqual([]);
  expect(await found(`q=${tag}&on_sale=false`)).toEqual([id]);
});

test('a price is announced when it changes, tiers included, and not otherwise', async () => {
  const { ctx } = await createWorld();
  const writer = await signInAdmin(ctx, ['goods.write']);
  const goodsId = await buildGoods(ctx);
  const { category_id: categoryId } = await ctx.db
    .selectFrom('goods')
    .select('category_id')
    .where('id', '=', goodsId)
    .executeTakeFirstOrThrow();
  const change = (price: string, price_tiers: { min_quantity: number; price: string }[], name = 'Mailbox') =>
    updateGoods(writer.ctx, {
      params: { id: String(goodsId) },
      body: {
        category_id: String(categoryId),
        names: { en: name },
        descriptions: { en: 'For tests' },
        price,
        price_tiers,
        min_quantity: 1,
        max_quantity: 10_000,
        genders: ['random', 'male', 'female'],
        warranty_hours: 24,
        separator: '----',
        columns: ['account', 'password'],
        instructions: {},
        instruction_in_mail: true,
        file_name: '',
        sort: 0,
      },
    });
  const heard = collectEvents(ctx.events, ['goodsPriceChanged']);
  await change('1', []);
  await change('1', [], 'Renamed');
  expect(heard).toEqual([]);
  await change('1', [{ min_quantity: 10, price: '0.9' }]);
  await change('2', [{ min_quantity: 10, price: '0.9' }]);
  const tiers = [{ minQuantity: 10, priceMicro: 900_000n }];
  expect(heard).toEqual([
    {
      name: 'goodsPriceChanged',
      goodsId,
      before: { priceMicro: 1_000_000n, tiers: [] },
      after: { priceMicro: 1_000_000n, tiers },
    },
    {
      name: 'goodsPriceChanged',
      goodsId,
      before: { priceMicro: 1_000_000n, tiers },
      after: { priceMicro: 2_000_000n, tiers },
    },
  ]);
});
