import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createFreshShop, type TestShop } from '../../testing/app.ts';
import { buildCategory, buildGoods } from '../../testing/build.ts';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';

let shop: TestShop;
let admin: TestAdmin;
beforeAll(async () => {
  shop = await createFreshShop();
  admin = await signInAdmin(shop.ctx, ['goods.write', 'stock.read', 'price.write', 'audit.read']);
});

const post = (path: string, body: unknown, key: string = randomUUID()) =>
  shop.call('POST', `/api/admin/goods/catalogue${path}`, body, { ...admin.headers, 'idempotency-key': key });
const preview = (text: string, more: object = {}) => post('/previews', { text, ...more });
async function apply(text: string, more: object = {}) {
  const { digest } = (await preview(text, more)).data;
  return post('', { text, digest, ...more });
}
const download = async (): Promise<string> =>
  String((await shop.call('GET', '/api/admin/goods/export', undefined, admin.headers)).body);
const read = async (id: string) =>
  (await shop.call('GET', `/api/admin/goods/${id}`, undefined, admin.headers)).data;
let serial = 0;
const product = async (more: Parameters<typeof buildGoods>[1] = {}): Promise<string> =>
  String(
    await buildGoods(shop.ctx, {
      name: { en: `Box ${(serial += 1)}`, ru: `Ящик ${serial}` },
      price_micro: 1_250_000n,
      ...more,
    }),
  );

test('what was downloaded changes nothing, and asks nothing', async () => {
  const alone = await product({
    price_micro: 1_125_000n,
    tiers: [{ minQuantity: 10, priceMicro: 1_001_000n }],
  });
  await product({ floor_micro: 1_000_000n, visibility: 'link', genders: ['male'] });
  const { data } = await preview(await download());
  expect(data).toMatchObject({ changed: 0, created: 0, problems: [], question: null, effect: null });
  expect(data.matched).toBeGreaterThanOrEqual(2);
  // Nothing else in the file says what the point is for.
  const single = await preview(`id,price\n${alone},1.125`);
  expect(single.data).toMatchObject({ changed: 0, question: null });
});

test('the edited file changes what was edited and creates what has no id', async () => {
  const [id, other] = [await product(), await product()];
  const category = String(await buildCategory(shop.ctx, { en: 'New shelf' }));
  const name = `Brand new ${randomUUID()}`;
  const edited = (await download())
    .split('\r\n')
    .map((line) => (line.startsWith(`${id},`) ? line.replace(',1.25,', ',"1,4",') : line));
  const [head] = edited[0]!.replace('\ufeff', '').split('\r\n');
  const cells = head!
    .split(',')
    .map((column) => ({ name, category_id: category, price: '9.5' })[column] ?? '');
  const text = [...edited.filter(Boolean), cells.join(',')].join('\r\n');
  const shown = (await preview(text)).data;
  expect(shown).toMatchObject({ changed: 1, created: 1, problems: [] });
  expect(shown.items).toMatchObject([
    { goods_id: null, name },
    { goods_id: id, fields: [{ field: 'price', before: '1.25', after: '1.4' }] },
  ]);
  const key = randomUUID();
  const done = await post('', { text, digest: shown.digest }, key);
  expect(done.data).toMatchObject({ changed: 1, created: 1 });
  expect((await post('', { text, digest: shown.digest }, key)).data).toEqual(done.data);
  expect((await read(id)).price).toBe('1.4');
  expect((await read(other)).price).toBe('1.25');
  const made = await shop.ctx.db
    .selectFrom('goods')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(made).toMatchObject({ name: { en: name }, on_sale: false, price_micro: 9_500_000n });
});

test('wrong lines are named, and keep the whole file from being taken', async () => {
  const [id, second] = [await product(), await product()];
  const { name } = await read(id);
  const lines = [
    'id,name,price,on_sale,min_quantity',
    `${id},${name},2,true,1`,
    `${id},,3,,`,
    `${second},Someone else,2,,`,
    '99999999,,2,,',
    `,${name},2,,`,
    `${await product()},,free,,`,
    `${await product()},,2,perhaps,`,
    `${await product()},,2,,20000`,
    `${await product()},,2,,1,7`,
  ];
  const { data } = await preview(lines.join('\n'));
  expect(data.problems.map(({ line, problem }: any) => [line, problem])).toEqual([
    [3, 'repeated'],
    [4, 'name'],
    [5, 'unknown'],
    [6, 'name'],
    [7, 'price'],
    [8, 'on_sale'],
    [9, 'min_quantity'],
    [10, 'fields'],
  ]);
  expect((await post('', { text: lines.join('\n'), digest: data.digest })).code).toBe(100_001);
  expect((await read(id)).price).toBe('1.25');
});

test('a fault of long ago hides no other', async () => {
  const id = await product({
    price_micro: 500_000n,
    floor_micro: 1_000_000n,
    min_quantity: 100,
    warranty_hours: 100_000,
  });
  const problems = async (text: string) =>
    (await preview(text)).data.problems.map(({ problem }: { problem: string }) => problem);
  expect(await problems(`id,sort_order\n${id},7`)).toEqual([]);
  // The price was agreed from 100 on.
  expect((await preview(`id,min_quantity\n${id},1`)).data).toMatchObject({ problems: [], proposed: 1 });
  expect(await problems(`id,min_quantity,warranty_hours,category_id\n${id},1,90000,999999`)).toEqual([
    'category_id',
    'warranty_hours',
  ]);
});

test('prices that rise with the quantity are told, of new products too', async () => {
  const [id, category] = [await product(), await buildCategory(shop.ctx)];
  const name = `Box ${randomUUID()}`;
  const text = `id,name,price,price_tiers,category_id\n${id},,2,10: 1.5; 100: 1.8,\n,${name},2,10: 2.5,${category}`;
  expect((await preview(text)).data).toMatchObject({
    dearer_count: 2,
    dearer: [
      { goods_id: null, name, min_quantity: 10, price: '2.5', below: { min_quantity: 1, price: '2' } },
      { goods_id: id, min_quantity: 100, price: '1.8', below: { min_quantity: 10, price: '1.5' } },
    ],
    effect: { dearer_count: 0 },
  });
});

test('a new product keeps the marks of its name, and is shown and audited with all its fields', async () => {
  const category = String(await buildCategory(shop.ctx, { en: 'Marked' }));
  const name = `«Box ${randomUUID()}»`;
  const text = `id,name,price,category_id,min_quantity\n,${name},2,${category},5`;
  const fields = {
    price: '2',
    category_id: category,
    on_sale: 'false',
    visibility: 'everybody',
    min_quantity: '5',
    max_quantity: '10000',
    warranty_hours: '24',
    sort_order: '0',
  };
  const [item] = (await preview(text)).data.items;
  expect(item.name).toBe(name);
  expect(Object.fromEntries(item.fields.map(({ field, after }: any) => [field, after]))).toEqual(fields);
  const { audit_id: auditId } = (await apply(text)).data;
  const log = await shop.call('GET', '/api/audit?action=goods.change&limit=1', undefined, admin.headers);
  const [entry] = log.data.items;
  expect(entry.id).toBe(auditId);
  expect(entry.after[entry.subject]).toEqual({ created: name, ...fields });
  const again = `id,name,price,category_id\n,${name.replaceAll(/[«»]/g, '')},2,${category}`;
  expect((await preview(again)).data.problems).toMatchObject([{ problem: 'name' }]);
  const two = `id,name,price,category_id\n,"Two\nlines",2,${category}`;
  expect((await preview(two)).data.problems).toMatchObject([{ problem: 'name' }]);
  const tiers = Array.from({ length: 21 }, (_, at) => `${at + 2}: 1`).join(';');
  const steep = `id,name,price,category_id,price_tiers\n,Steep,2,${category},${tiers}`;
  expect((await preview(steep)).data.problems).toMatchObject([{ problem: 'price_tiers' }]);
});

test('levels are downloaded, and refused where all see the product', async () => {
  const level = await shop.ctx.db
    .insertInto('buyer_levels')
    .values({ name: JSON.stringify({ en: 'Gold' }), colour: '#c9a227' } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  const id = await product({ visibility: 'levels', level_ids: [level.id] });
  const [head, ...lines] = (await download()).split('\r\n');
  const at = head!.split(',').indexOf('level_ids');
  expect(lines.find((line) => line.startsWith(`${id},`))!.split(',')[at]).toBe(String(level.id));
  const seen = (text: string) => preview(`id,visibility,level_ids\n${text}`);
  // They were there before: nobody asks for them.
  expect((await seen(`${id},everybody,${level.id}`)).data).toMatchObject({ changed: 1, problems: [] });
  const other = await product();
  expect((await seen(`${other},,${level.id}`)).data.problems).toMatchObject([{ problem: 'level_ids' }]);
});

test('a price that could be two is asked, and waits for the answer', async () => {
  const [id, other] = [
    await product(),
    await product({ tiers: [{ minQuantity: 10, priceMicro: 1_000_000n }] }),
  ];
  const text = `id;price;price_tiers\n${id};1.375;\n${other};;10: 1.125`;
  const { data } = await preview(text);
  expect(data).toMatchObject({
    changed: 0,
    question: { value: '1.375', point: '1.375', comma: '1375', lines: 2 },
  });
  expect((await post('', { text, digest: data.digest })).code).toBe(519);
  expect((await apply(text, { decimal_sign: '.' })).data.changed).toBe(2);
  expect((await read(id)).price).toBe('1.375');
  expect((await read(other)).price_tiers).toEqual([{ min_quantity: 10, price: '1.125' }]);
});

test('a price cut by its decimal comma is no price, and words of spreadsheets are read', async () => {
  const id = await product();
  const { data } = await preview(`id,price,stock\n${id},1,50,`);
  expect(data.problems).toMatchObject([{ line: 2, problem: 'fields' }]);
  expect((await preview(`id,price,stock\n${id},2,50`)).data).toMatchObject({ changed: 1, problems: [] });
  // Where semicolons separate, no comma cut anything.
  expect((await preview(`id;price;stock\n${id};2;50;`)).data).toMatchObject({ changed: 1, problems: [] });
  expect((await preview(`id;on_sale\n${id};ЛОЖЬ`)).data.problems).toEqual([]);
});

test('zero takes a floor and tiers away, an empty cell leaves them', async () => {
  const id = await product({ floor_micro: 500_000n, tiers: [{ minQuantity: 10, priceMicro: 1_000_000n }] });
  await apply(`id,price,floor,price_tiers\n${id},2,,`);
  expect(await read(id)).toMatchObject({ price: '2', floor: '0.5', price_tiers: [{ min_quantity: 10 }] });
  const done = await apply(`id,floor,price_tiers\n${id},,0`);
  expect(done.data).toMatchObject({ changed: 1, proposed: 0 });
  expect((await read(id)).price_tiers).toEqual([]);
  // A floor is removed by two people.
  expect((await apply(`id,floor\n${id},0`, { reason: 'no longer needed' })).data).toMatchObject({
    changed: 0,
    proposed: 1,
  });
});

test('former tiers that would not fit what changes at once keep a proposal from being made', async () => {
  const id = await product({
    floor_micro: 1_000_000n,
    tiers: [{ minQuantity: 100, priceMicro: 1_100_000n }],
  });
  const { data } = await preview(`id,price,price_tiers,max_quantity\n${id},0.5,0,50`);
  expect(data.problems).toMatchObject([{ goods_id: id, problem: 'price_tiers' }]);
});

test('what changed between the preview and the step refuses it', async () => {
  const id = await product();
  const text = `id,price\n${id},3`;
  const { digest } = (await preview(text)).data;
  await apply(`id,price\n${id},2`);
  expect((await post('', { text, digest })).code).toBe(300_195);
  expect((await read(id)).price).toBe('2');
});

test.each([
  ['no table', 'hello', 'wrong'],
  ['no column to change', 'id,name\n1,x', 'wrong'],
  ['nothing below the heading', 'id,price', 'missing'],
  ['a column twice', 'id,price,price\n1,2,3', 'twice'],
  ['not UTF-8', 'id,price\n1,\ufffd', 'encoding'],
])('%s is refused', async (_, text, fault) => {
  const answer = await preview(text);
  expect([answer.code, JSON.stringify(answer.body)]).toEqual([519, expect.stringContaining(`"${fault}"`)]);
});

test('two thousand lines are compared and taken in one step', async () => {
  const category_id = await buildCategory(shop.ctx, { en: 'Long shelf' });
  const { rows } = await sql<{ id: bigint }>`
    insert into goods (category_id, name, description, price_micro, created_at)
    select ${category_id}::bigint, '{"en":"Many"}', '{}', 1000000, now() from generate_series(1, 2000)
    returning id`.execute(shop.ctx.db);
  const text = ['id,price', ...rows.map(({ id }) => `${id},1.5`)].join('\n');
  expect((await apply(text)).data).toMatchObject({ changed: 2_000 });
});
