import { beforeAll, expect, test } from 'vitest';
import { createTestShop, type Answer, type TestShop } from '../../../testing/app.ts';
import { buildGoods } from '../../../testing/build.ts';
import { signInAdmin, type TestAdmin } from '../../../testing/people.ts';

let shop: TestShop;
let ann: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
  ann = await signInAdmin(shop.ctx, ['price.read', 'price.write']);
});

const ask = (method: string, path: string, body?: unknown): Promise<Answer> =>
  shop.call(method, `/api/${path}`, body, ann.headers);
const goods = async (): Promise<string> => String(await buildGoods(shop.ctx));
const promotion = (prices: readonly object[]) => ({
  name: 'Autumn',
  kind: 'promotion',
  ends_at: new Date(shop.clock.now().getTime() + 86_400_000).toISOString(),
  prices,
});

const readFile = (text: string, decimal_sign?: string) =>
  ask('POST', 'admin/price-lists/files', { text, ...(decimal_sign && { decimal_sign }) });

test('a file is read by id or name; its export is read again', async () => {
  const id = await goods();
  await shop.ctx.db
    .updateTable('goods')
    .set({ name: JSON.stringify({ en: `Mailbox ${id}`, ru: `Ящик ${id}` }) })
    .where('id', '=', BigInt(id))
    .execute();
  const { data } = await readFile(`product;min_quantity;price\nящик ${id};;0,9\nMailbox ${id};100;0.85\n`);
  expect(data).toEqual({
    problems: [],
    question: null,
    prices: [
      { goods_id: id, name: `Mailbox ${id}`, min_quantity: 1, price: '0.9' },
      { goods_id: id, name: `Mailbox ${id}`, min_quantity: 100, price: '0.85' },
    ],
  });
  const { list } = (await ask('POST', 'admin/price-lists', promotion(data.prices.map(withoutName)))).data;
  const url = `/api/admin/price-lists/${list.id}/export`;
  const file = await shop.app.http.inject({ method: 'GET', url, headers: ann.headers });
  expect((await readFile(file.body)).data).toEqual(data);
});

const withoutName = (price: { name: string }) => {
  const { name: _, ...row } = price;
  return row;
};

test.each([
  ['blank lines and blank cells', (id: string) => `\n\ngoods_id,price\n\n${id},0.9\n,\n  \n ,\t\n`],
  ['a mark of the byte order and lines of Windows', (id: string) => `\ufeffgoods_id;price\r\n${id};0,9\r\n`],
  ['as many commas in the headings', (id: string) => `Код;Цена, USDT;От, шт.\n${id};0,9;1\n`],
  ['a spreadsheet’s separator', (id: string) => `sep=;\r\ngoods_id;price\r\n${id};0,9\r\n`],
  ['separators at the ends of lines', (id: string) => `goods_id,price,,\n${id},0.9,,,\n`],
  ['fewer at the end of a line', (id: string) => `goods_id;price;min_quantity\n${id};0,9\n`],
  ['quotes', (id: string) => `"goods_id","price"\n"${id}","0.9"\n`],
  ['quotes with blanks round them', (id: string) => `"goods_id" ; "price"\n"${id}" ; "0,9"\n`],
  ['typographic quotes', (id: string) => `goods_id;price\n“${id}”;«0,9»\n`],
  ['currency', (id: string) => `goods_id;price\n${id};$0.90\n`],
  ['currency after it', (id: string) => `goods_id;price\n${id};0,9 USDT\n`],
  ['a title above the heading', (id: string) => `Autumn prices,\n,\ngoods_id,price\n${id},0.9\n`],
  ['ids below "product"', (id: string) => `Product\tPrice (USDT)\n${id}\t0.9\n`],
  ['a heading in other words', (id: string) => `Item ID,Unit price USDT,Qty.\n${id},0.9,1+\n`],
  ['a heading in Russian', (id: string) => `№;Артикул;Цена, USDT;Кол-во\n1;${id};0,9;от 1\n`],
  ['a heading in Portuguese', (id: string) => `Código;Preço unitário;A partir de\n${id};0,9;1 un.\n`],
  ['a heading in Chinese', (id: string) => `商品编号\t单价\t起订量\n${id}\t0.9\t1起\n`],
])('a file with %s is read', async (_, fileOf) => {
  const id = await goods();
  const { data } = await readFile(fileOf(id));
  expect(data).toMatchObject({
    problems: [],
    question: null,
    prices: [{ goods_id: id, min_quantity: 1, price: '0.9' }],
  });
  expect(data.prices).toHaveLength(1);
});

test('with a wrong line nothing of the file is taken, and each is named', async () => {
  const id = await goods();
  const lines = [`${id},0.9`, '999999,0.9', `${id},1,000`, `${id},cheap`, `${id},0`, `${id},0.8`];
  expect((await readFile(`goods_id,price\n${lines.join('\n')}`)).data).toEqual({
    prices: [],
    question: null,
    problems: [
      { line: 3, problem: 'product', value: '999999' },
      { line: 4, problem: 'fields', value: `${id} 1 000` },
      { line: 5, problem: 'price', value: 'cheap' },
      { line: 6, problem: 'price', value: '0' },
      { line: 7, problem: 'repeated', value: 'Test mailbox' },
    ],
  });
  expect((await readFile(`goods_id\n${id}`)).code).toBe(519);
  expect((await readFile(`goods_id,price,unit_price\n${id},1,2`)).code).toBe(519);
  expect((await readFile('goods_id,price')).code).toBe(519);
});

test.each([
  ['1', 1],
  ['1000', 1000],
  ['1.000', 1000],
  ['1 000', 1000],
  ['2.500', 2500],
  ['1.0', 1],
  ['2.5', null],
  ['0', null],
  ['-5', null],
  ['20.000', null],
  ['many', null],
])('the quantity %s is %s', async (written, quantity) => {
  const { data } = await readFile(`goods_id;min_quantity;price\n${await goods()};${written};0,9`);
  expect([data.prices[0]?.min_quantity ?? null, data.problems.length]).toEqual([quantity, quantity ? 0 : 1]);
});

test('prices of any country are read by their column, and asked about where they could be two', async () => {
  const [one, other] = [await goods(), await goods()];
  const table = (first: string, second: string) => `goods_id;price\n${one};${first}\n${other};${second}`;
  const pricesIn = async (text: string, sign?: string) => {
    const { data } = await readFile(text, sign);
    return [data.prices.map(({ price }: { price: string }) => price), data.question?.value ?? null];
  };
  expect(await pricesIn(table('1.250', '0.9'))).toEqual([['1.25', '0.9'], null]);
  expect(await pricesIn(table('1.250,50', '0,9'))).toEqual([['1250.5', '0.9'], null]);
  expect(await pricesIn(table('1.250', '0,9'))).toEqual([[], '1.250']);
  expect(await pricesIn(table('1.250', '0,9'), ',')).toEqual([['1250', '0.9'], '1.250']);
  expect(await pricesIn(table('1,250', '2'), '.')).toEqual([['1250', '2'], '1,250']);
});

test.each([
  ['a price cut within quotation marks', 'product,price,min_quantity\n"Mail" US,"1,25"\n', 'fields'],
  ['a fraction in the next column', 'product,price,note,stock\nMail US,1,25\n', 'fields'],
  ['a fraction before an empty cell', 'product,price,note\nMail US,1,25,\n', 'fields'],
  ['a fraction in the column of quantities', 'product,price,min_quantity\nMail US,1,25,\n', 'fields'],
])('cells that are not in their columns are no prices: %s', async (_, text, problem) => {
  await buildGoods(shop.ctx);
  const { data } = await readFile(text);
  expect(data).toMatchObject({ prices: [], problems: [{ line: 2, problem }] });
});

test('where semicolons separate, no comma has cut a price', async () => {
  const text = `goods_id;price;stock\n${await goods()};2;50;\n`;
  expect((await readFile(text)).data).toMatchObject({ prices: [{ price: '2' }], problems: [] });
});

test.each(['Цена (руб.)', 'Price (EUR)', '价格（元）', 'Price (per 1000)', 'Price, £'])(
  'a column of other money is no column of prices: %s',
  async (heading) => {
    const id = await goods();
    expect((await readFile(`goods_id;${heading}\n${id};5\n`)).body.faults).toMatchObject([{ field: 'text' }]);
    expect((await readFile(`goods_id;Price (USDT)\n${id};5\n`)).data.prices).toHaveLength(1);
  },
);

test('an id beside a name that its product does not have is named, as numbered lists of others have them', async () => {
  const id = await goods();
  const { data } = await readFile(`id;name;price\n${id};Outlook account;9.50\n`);
  expect(data.problems).toMatchObject([{ line: 2, problem: 'products' }]);
});

test('a quantity that no order may have, and a name that is not the id, are named with their lines', async () => {
  const [one, other] = [await goods(), await goods()];
  const ids = [one, other].map(BigInt);
  await shop.ctx.db.updateTable('goods').set({ max_quantity: 50 }).where('id', 'in', ids).execute();
  await shop.ctx.db
    .updateTable('goods')
    .set({ name: JSON.stringify({ en: 'Another' }) })
    .where('id', '=', BigInt(other))
    .execute();
  const text = `goods_id,product,min_quantity,price\n${one},,51,1\n${one},Another,1,1\n${one},Gone,1,1`;
  expect((await readFile(text)).data.problems).toEqual([
    { line: 2, problem: 'most', value: '51' },
    { line: 3, problem: 'products', value: `${one} Another` },
    { line: 4, problem: 'products', value: `${one} Gone` },
  ]);
});
