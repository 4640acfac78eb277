import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { createTestShop, type Answer, type TestShop } from '../../testing/app.ts';
import { buildGoods, stockUp } from '../../testing/build.ts';

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
const names = (en: string) => ({ names: { en } });

type Made = { readonly id: string; readonly values: readonly { readonly id: string }[] };

const attribute = async (name: string, ...values: string[]): Promise<Made> =>
  (await admins('POST', 'attributes', { ...names(name), values: values.map(names) })).data;
const family = async (): Promise<string> =>
  (await admins('POST', 'families', { ...names(`Boxes ${randomUUID()}`), descriptions: { en: 'All boxes' } }))
    .data.id;
/** A product on sale with so much stock. */
async function product(count: number, priceMicro = 1_000_000n): Promise<string> {
  const id = await buildGoods(shop.ctx, { price_micro: priceMicro });
  if (count > 0) await stockUp(shop.ctx, id, count);
  return String(id);
}
const join = (id: string, family_id: string | undefined, ...pairs: (readonly [Made, number])[]) =>
  admins('PUT', `goods/${id}/family`, {
    family_id,
    attributes: pairs.map(([of, at]) => ({ attribute_id: of.id, value_id: of.values[at]!.id })),
  });

test('products of a family share a page, with the attributes that they have', async () => {
  const country = await attribute('Country', 'Brazil', 'USA', 'Chad');
  const age = await attribute('Age', 'new', 'old');
  await attribute('Unused', 'x');
  const id = await family();
  const [first, second, offSale] = [await product(3), await product(0), await product(1)];
  await admins('PUT', 'goods/on-sale', { ids: [offSale], on_sale: false });
  expect((await ask('GET', `families/${id}`)).code).toBe(506);
  expect((await join(first, id, [country, 0], [age, 0])).code).toBe(200);
  expect((await join(second, id, [country, 1], [age, 0])).code).toBe(200);
  expect((await join(offSale, id, [country, 2])).code).toBe(200);
  const page = (await ask('GET', `families/${id}`)).data;
  expect(page).toMatchObject({ id, description: 'All boxes', slug: expect.stringContaining(`${id}-boxes`) });
  // Values that nothing on sale has cannot be chosen.
  expect(page.attributes).toMatchObject([
    { name: 'Country', values: [{ name: 'Brazil' }, { name: 'USA' }] },
    { name: 'Age', values: [{ name: 'new' }] },
  ]);
  expect(page.goods).toMatchObject([
    {
      id: first,
      stock: 3,
      family: { id },
      attributes: [{ attribute_id: country.id }, { attribute_id: age.id }],
    },
    { id: second, stock: 0 },
  ]);
  const listed = (await admins('GET', 'families')).data.items.find((one: Made) => one.id === id);
  expect(listed).toMatchObject({ goods: 3, in_stock: 1 });
});

test('a family without anything in stock shows its products all the same', async () => {
  const id = await family();
  const only = await product(0);
  await join(only, id);
  expect((await ask('GET', `families/${id}`)).data.goods).toMatchObject([{ id: only, stock: 0 }]);
  expect((await admins('GET', 'families')).data.items.find((one: Made) => one.id === id).in_stock).toBe(0);
});

test('two products of a family that nobody could tell apart are refused, also at once', async () => {
  const country = await attribute('Country', 'Brazil', 'USA');
  const id = await family();
  const [first, second, third] = [await product(1), await product(1), await product(1)];
  await join(first, id, [country, 0]);
  expect(await join(second, id, [country, 0])).toMatchObject({ code: 300_151 });
  expect((await ask('GET', `goods/${second}`)).data).toMatchObject({ family: null, attributes: [] });
  // Outside the family they may be the same.
  expect((await join(second, undefined, [country, 0])).code).toBe(200);
  const both = await Promise.all([join(second, id, [country, 1]), join(third, id, [country, 1])]);
  expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 300_151]);
});

test('an unknown family or value, and an attribute named twice, change nothing', async () => {
  const [country, age] = [await attribute('Country', 'Brazil', 'USA'), await attribute('Age', 'new')];
  const id = await product(1);
  expect((await join(id, '999999')).code).toBe(506);
  expect((await join('999999', undefined)).code).toBe(506);
  const mixed = { attributes: [{ attribute_id: country.id, value_id: age.values[0]!.id }] };
  expect((await admins('PUT', `goods/${id}/family`, mixed)).code).toBe(506);
  expect((await join(id, undefined, [country, 0], [country, 1])).code).toBe(100_001);
  expect((await ask('GET', `goods/${id}`)).data).toMatchObject({ family: null, attributes: [] });
});

test('values are renamed, put in order and removed, but not while a product has them', async () => {
  const made = await attribute('Country', 'Brazil', 'USA', 'Chad');
  const [brazil, usa] = made.values;
  const put = (values: object[]) => admins('PUT', `attributes/${made.id}`, { ...names('Country'), values });
  const changed = await put([
    { ...names('United States'), id: usa!.id },
    names('Peru'),
    { ...names('Brasil'), id: brazil!.id },
  ]);
  expect(changed.data.values).toMatchObject([
    { id: usa!.id, name: 'United States', goods: 0 },
    { name: 'Peru' },
    { id: brazil!.id, name: 'Brasil' },
  ]);
  const id = await product(1);
  await join(id, undefined, [made, 0]);
  expect(await put([{ ...names('USA'), id: usa!.id }])).toMatchObject({ code: 300_150 });
  expect(await admins('DELETE', `attributes/${made.id}`)).toMatchObject({ code: 300_150 });
  expect(await put([{ ...names('Theirs'), id: '999999' }])).toMatchObject({ code: 100_001 });
  await join(id, undefined);
  expect((await admins('DELETE', `attributes/${made.id}`)).code).toBe(200);
});

test('a deleted family leaves its products, and a copy of one is outside it', async () => {
  const id = await family();
  const one = await product(2);
  await join(one, id);
  const copy = (await admins('POST', `goods/${one}/copies`)).data;
  expect(copy).toMatchObject({ family: null, attributes: [] });
  expect((await admins('DELETE', `families/${id}`)).code).toBe(200);
  expect((await ask('GET', `goods/${one}`)).data).toMatchObject({ family: null, stock: 2 });
  expect((await ask('GET', `families/${id}`)).code).toBe(506);
});

test('the list is filtered by several values of several attributes', async () => {
  const [country, age] = [await attribute('Country', 'Brazil', 'USA'), await attribute('Age', 'new', 'old')];
  const key = (of: Made, at: number) => `${of.id}.${of.values[at]!.id}`;
  const ids = [await product(1), await product(1), await product(1)];
  await join(ids[0]!, undefined, [country, 0], [age, 0]);
  await join(ids[1]!, undefined, [country, 1], [age, 1]);
  const found = async (...keys: string[]) =>
    (await ask('GET', `goods?attributes=${keys.join()}`)).data.items.map(({ id }: Made) => id);
  expect(await found(key(country, 0), key(country, 1))).toEqual([ids[0], ids[1]]);
  expect(await found(key(country, 0), key(country, 1), key(age, 1))).toEqual([ids[1]]);
  expect(await found(key(country, 0), key(age, 1))).toEqual([]);
  expect((await ask('GET', 'goods?attributes=red')).code).toBe(519);
});

test('values that only hidden products have are told to nobody', async () => {
  const country = await attribute('Country', 'Brazil', 'USA');
  const [shown, hidden] = [await product(1), await product(1)];
  await join(shown, undefined, [country, 0]);
  await join(hidden, undefined, [country, 1]);
  const told = async () => {
    const { items } = (await ask('GET', 'attributes')).data;
    return items.find(({ id }: Made) => id === country.id)?.values.map(({ name }: { name: string }) => name);
  };
  expect(await told()).toEqual(['Brazil', 'USA']);
  await admins('PUT', `goods/${hidden}/selling-rules`, { visibility: 'link' });
  expect(await told()).toEqual(['Brazil']);
  await admins('PUT', `goods/${shown}/selling-rules`, { visibility: 'hidden' });
  expect(await told()).toBeUndefined();
});
